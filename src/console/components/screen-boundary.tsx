/** A screen that breaks, or a chunk that a new release has replaced, leaves the rest of the console standing. */
import { Component, type ReactNode } from 'react';
import { LoadFailure } from './load-failure.tsx';

interface State {
  readonly error: unknown;
}

export class ScreenBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    // React.lazy keeps a failed import for ever: only a fresh page can ask again.
    return <LoadFailure error={this.state.error} retry={() => window.location.reload()} />;
  }
}

/** The document beside its data: pages, zoom, and what the last rendering had to say. */
import { ActionIcon, Alert, Group, Loader, Text, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowAutofitWidth,
  IconChevronDown,
  IconChevronUp,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../../api/types.ts';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { ErrorList } from './error-list.tsx';
import type { PagesState, PdfPages } from './pdf-pages.ts';
import classes from './preview-pane.module.css';
import { useLights } from './use-lights.ts';
import { usePageMap } from './use-page-map.ts';
import type { Preview } from './use-preview.ts';

interface Props {
  readonly preview: Preview;
  readonly isData: boolean;
  readonly onJump: (path: string) => void;
  readonly pathOf: (problem: Problem) => string | undefined;
  readonly actions: ReactNode;
  readonly notice: ReactNode;
  /** What the last answer had to say. */
  readonly facts: ReactNode;
}

export const PreviewPane = ({ preview, isData, onJump, pathOf, actions, notice, facts }: Props) => {
  const box = useRef<HTMLElement>(null);
  const [viewer, setViewer] = useState<PdfPages>();
  const [pages, setPages] = useState<PagesState>({ pages: 0, page: 1, scale: 1 });
  const [broken, setBroken] = useState<unknown>();
  const { result, failure, isRunning } = preview;

  useEffect(() => {
    let made: PdfPages | undefined;
    let isGone = false;
    import('./pdf-pages.ts').then(({ PdfPages }) => {
      if (isGone || box.current === null) return;
      made = new PdfPages(box.current, setPages);
      setViewer(made);
    }, setBroken);
    return () => {
      isGone = true;
      made?.close();
    };
  }, []);

  const bytes = result?.bytes;
  useEffect(() => {
    // pdf.js takes the bytes over to its worker; the original stays for whoever asks again.
    if (viewer !== undefined && bytes !== undefined) viewer.show(bytes.slice()).catch(setBroken);
  }, [viewer, bytes]);

  const isLong = useLasting(isRunning);
  const wanted = usePageMap(result);
  useLights({ box, viewer, wanted, failure: isData ? failure?.error : undefined, onJump });

  const onKeyDown = (event: KeyboardEvent): void => {
    const act = ACTIONS[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (viewer !== undefined) act(viewer);
  };

  if (broken !== undefined) return <LoadFailure error={broken} retry={() => window.location.reload()} />;
  return (
    <div className={classes['pane']}>
      <Group className={classes['bar'] ?? ''} gap={8} wrap="nowrap">
        <div className={classes['space']} aria-live="polite">
          {isLong ? (
            <Group gap={8} wrap="nowrap">
              <Loader size={14} />
              <Text size="xs" c="dimmed">
                Rendering…
              </Text>
            </Group>
          ) : (
            facts
          )}
        </div>
        {actions}
      </Group>
      {notice}
      {/* While the JSON is broken nothing is asked for: what failed before is no longer what is there. */}
      {failure !== undefined && isData && <ErrorList error={failure.error} pathOf={pathOf} onJump={onJump} />}
      <section
        ref={box}
        className={classes['box']}
        aria-label="Pages of the document"
        aria-busy={isRunning}
        data-stale={failure !== undefined || !isData || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
      />
      {pages.pages > 0 && <PageButtons viewer={viewer} state={pages} />}
      {pages.pages === 0 && <Waiting isData={isData} hasFailed={failure !== undefined && isData} />}
    </div>
  );
};

/** What is over in a moment need not be told: while somebody types it would flash at every key. */
const MOMENT_MS = 400;

const useLasting = (isOn: boolean): boolean => {
  const [isLasting, setIsLasting] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setIsLasting(true), MOMENT_MS);
    return () => {
      clearTimeout(timer);
      setIsLasting(false);
    };
  }, [isOn]);
  return isLasting;
};

const ACTIONS: Readonly<Record<string, (viewer: PdfPages) => void>> = {
  '+': (viewer) => viewer.zoomBy(1),
  '=': (viewer) => viewer.zoomBy(1),
  '-': (viewer) => viewer.zoomBy(-1),
  '0': (viewer) => viewer.setZoom('width'),
  '1': (viewer) => viewer.setZoom(1),
  n: (viewer) => viewer.goBy(1),
  p: (viewer) => viewer.goBy(-1),
};

const PageButtons = ({
  viewer,
  state,
}: {
  readonly viewer: PdfPages | undefined;
  readonly state: PagesState;
}) => {
  const isEmpty = viewer === undefined || state.pages === 0;
  const button = (label: string, Icon: typeof IconPlus, act: () => void, isOff = false) => (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={isEmpty || isOff} onClick={act}>
        <Icon size={17} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <div className={classes['controls']} role="toolbar" aria-label="Pages and zoom">
      {button('Previous page (P)', IconChevronUp, () => viewer?.goBy(-1), state.page <= 1)}
      <Text size="sm" className={classes['count'] ?? ''} data-testid="page-count">
        {state.pages === 0 ? '–' : `${state.page} / ${state.pages}`}
      </Text>
      {button('Next page (N)', IconChevronDown, () => viewer?.goBy(1), state.page >= state.pages)}
      <span className={classes['divider']} />
      {button('Zoom out (−)', IconMinus, () => viewer?.zoomBy(-1))}
      <Tooltip label="Actual size (1)">
        <UnstyledButton
          className={classes['zoom'] ?? ''}
          disabled={isEmpty}
          aria-label={`Zoom ${Math.round(state.scale * 100)} %, set to actual size`}
          onClick={() => viewer?.setZoom(1)}
        >
          {Math.round(state.scale * 100)}%
        </UnstyledButton>
      </Tooltip>
      {button('Zoom in (+)', IconPlus, () => viewer?.zoomBy(1))}
      {button('Fit the width (0)', IconArrowAutofitWidth, () => viewer?.setZoom('width'))}
    </div>
  );
};

const Waiting = ({ isData, hasFailed }: { readonly isData: boolean; readonly hasFailed: boolean }) => (
  <div className={classes['waiting']}>
    {hasFailed ? null : isData ? (
      <Loader size="sm" />
    ) : (
      <Alert variant="light" color="yellow" icon={<IconAlertTriangle size={18} />}>
        The data is not valid JSON yet. The preview appears as soon as it is.
      </Alert>
    )}
  </div>
);

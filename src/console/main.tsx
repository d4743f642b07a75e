/** Where the browser begins. */
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/newsreader/wght.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { SignInDialog } from './session/sign-in-dialog.tsx';
import { ConnectionBanner } from './shell/connection-banner.tsx';
import { cspNonce, cssVariables, theme } from './theme.ts';

// The scroll lock of dialogs writes a style element of its own.
setNonce(cspNonce());

const root = document.getElementById('root');
if (root === null) throw new Error('index.html lacks #root');
createRoot(root).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={cspNonce}
  >
    <QueryClientProvider client={queryClient}>
      <Notifications position="bottom-center" autoClose={5000} containerWidth={460} />
      <ConnectionBanner />
      <App />
      <SignInDialog />
    </QueryClientProvider>
  </MantineProvider>,
);

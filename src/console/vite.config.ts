/** How the console is built: `npm run console` writes dist/console, which the server serves at `/`. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { docsPlugin } from './build/docs-plugin.ts';

/** What the server answers itself; everything else is the console's own page. */
const API =
  '^/(session|invitation\\?|organization|organizations|template|examples|jobs|results|healthz|openapi.json)';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), docsPlugin(fileURLToPath(new URL('../../docs', import.meta.url)))],
  build: {
    outDir: fileURLToPath(new URL('../../dist/console', import.meta.url)),
    emptyOutDir: true,
    // The first browsers with light-dark() and nested CSS, which the style sheets use as they are.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: URL in CSS would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
  },
  // Modules, which they are started as.
  worker: { format: 'es' },
  server: {
    // `npm run console:dev`: the page from Vite, the API from `npm start` beside it.
    proxy: {
      [API]: {
        target: 'http://127.0.0.1:8080',
        headers: { origin: 'http://127.0.0.1:8080' },
        changeOrigin: true,
      },
    },
  },
});

/** How the server is built: `npm run server` writes dist/server, which `npm start` runs. */
import { entries } from './server.mjs';

export default {
  publicDir: false,
  build: {
    // For Node.js: what lies in node_modules is imported from there.
    ssr: true,
    target: 'node24',
    minify: false,
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: entries(),
      // Entries keep their places, so that `programFile` finds them; without hashes, because Node.js's compile cache keeps old names for ever.
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name].js' },
    },
  },
};

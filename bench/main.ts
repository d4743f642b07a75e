/** `npm run bench -- [render|fields|pdf]`: figures against peers, as Markdown tables. See docs/performance.md. */
import { benchPdf } from './pdf.ts';
import { benchFields, benchRender } from './render.ts';

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  render: benchRender,
  fields: benchFields,
  pdf: benchPdf,
};

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(BENCHES)) {
  const bench = BENCHES[name];
  if (!bench) {
    console.error(`There is no bench "${name}". There are: ${Object.keys(BENCHES).join(', ')}`);
    process.exit(2);
  }
  await bench();
}

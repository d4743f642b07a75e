/**
 * mapDocument :: request → where its tags have come to stand, as JSON
 *
 * The document is rendered once more, with marks around its values, and laid out natively; nothing of it is kept. Marks change
 * no line and no page, so that the boxes are those of the document that was, or will be, handed out.
 */
import type { MappedPages } from '../convert/native/map-boxes.ts';
import { PlatenError } from '../errors.ts';
import type { KeptParts } from '../ooxml/kept-parts.ts';
import type { Ask } from '../processes/protocol.ts';
import { type LinkedTemplate, mappedTemplate, paged, renderParts } from '../template/index.ts';
import { dataMemoryWithin } from './data-memory.ts';
import { documentMap } from './document-map.ts';
import type { ProcessTools } from './process-tools.ts';
import type { MapTask, Question, Resolution } from './protocol.ts';
import { readGenerate } from './read-request.ts';
import { withPictures } from './with-pictures.ts';

type Rendered = ReturnType<typeof renderParts> & { readonly template: LinkedTemplate };

export const mapDocument = async (task: MapTask, ask: Ask, tools: ProcessTools): Promise<string> => {
  const { layout, renderBytes } = tools;
  if (layout === undefined) throw notHere();
  const dataBytes = dataMemoryWithin(renderBytes, task.body);
  const { request, data, options } = readGenerate(task.body, task.terms);
  const { programHash } = (await ask({ kind: 'resolve', request } satisfies Question)) as Resolution;
  const { template: plain } = await tools.templateFor(programHash, ask);
  const budgets = { time: task.renderMs, memory: renderBytes };
  const terms = { now: Date.now(), ...options, budgets, dataBytes, isLaidOut: true };
  const { parts, plan, template, origins } = await tools
    .includeRounds(plain, request, ask)
    .run((linked, more) =>
      withPictures({ task, ask }, (pictures): Rendered => {
        const mapped = mappedTemplate(linked);
        return { template: mapped, ...renderParts(mapped, data, { ...terms, ...pictures, ...more }) };
      }),
    );
  if (origins === undefined) throw new Error('a template was rendered for a map and has none');
  await ask({ kind: 'layout' } satisfies Question);
  const lay = (some: KeptParts): Promise<MappedPages> => layout.map(some, origins.charts, task.layoutMs);
  const { parts: whole } = await paged(template, { parts, plan }, lay);
  return documentMap(template.program.tags, origins, (await lay(whole)).boxes);
};

const notHere = (): PlatenError =>
  new PlatenError('bad_option', 'This server does not lay documents out itself, and has no map of them.', {
    details: [{ code: 'value', message: '`options.map` is not possible here.', path: 'options.map' }],
  });

/**
 * lintTemplate :: request → what of its pages is hardly meant, with the shortest, the longest and the usual data, as JSON
 *
 * The usual data are those of the request, or else the template's sample. A set that can't be rendered is no fault of the pages: it is
 * told beside them. Who wants to see how far it has come, or to stop, asks for one set after the other.
 */
import type { PageFinding } from '../convert/native/lint-pages.ts';
import { PlatenError } from '../errors.ts';
import type { Ask } from '../processes/protocol.ts';
import { renderParts } from '../template/index.ts';
import type { InspectedField } from '../template/inspect/inspection.ts';
import { stretchedSamples } from '../template/inspect/stretched-samples.ts';
import { dataMemoryWithin } from './data-memory.ts';
import { type JsonFields, parseBody } from './parse-body.ts';
import type { ProcessTools } from './process-tools.ts';
import type { MapTask, Question, Resolution } from './protocol.ts';
import { type GenerateOrder, readOrder } from './read-request.ts';
import { booleanOf, Fields, listOf, type Read } from './request-fields.ts';
import { withPictures } from './with-pictures.ts';

/** A set is made anew without the fields that a tag does not take stretched. */
const MOST_TRIES = 4;
/** Of one rule in one set: who has more of them sees the pattern in these. */
const MOST_ALIKE = 20;

type Finding = PageFinding & { readonly data: string };

/** What is known of the template. */
interface Known {
  readonly inspection: {
    readonly sample: Data;
    readonly fields: readonly InspectedField[];
  };
  readonly saved: readonly { readonly name: string; readonly data: Data; readonly options: Data }[];
}

type Data = Readonly<Record<string, unknown>>;

/** A set of data by its name: what it is made of, again where a tag does not take all of it. */
interface LintSet {
  readonly name: string;
  readonly options: Data;
  dataOf(fields: readonly InspectedField[]): Data;
}

interface LintedSet {
  readonly name: string;
  readonly pages: number | null;
  readonly error: string | null;
  readonly data?: Data;
  readonly options?: Data;
}

export const lintTemplate = async (task: MapTask, ask: Ask, needs: ProcessTools): Promise<string> => {
  const { layout, renderBytes } = needs;
  if (layout === undefined)
    throw new PlatenError(
      'bad_request',
      'This server does not lay documents out itself, and can’t look at their pages.',
    );
  const dataBytes = dataMemoryWithin(renderBytes, task.body);
  const fields = new Fields(parseBody(task.body));
  const hasData = fields.has('data');
  const wanted = fields.optional('sets', namesOf, 'bad_request');
  const withData = fields.optional('withData', booleanOf, 'bad_request') ?? false;
  const orderTerms = { ...task.terms, output: 'PDF', isBatch: true } as const;
  const { request, data, options } = readOrder(fields, orderTerms);
  const { programHash } = (await ask({ kind: 'resolve', request } satisfies Question)) as Resolution;
  const { template } = await needs.templateFor(programHash, ask);
  const known = JSON.parse(
    (await ask({ kind: 'inspection', request } satisfies Question)) as string,
  ) as Known;
  const all = setsOf(known, hasData ? data : known.inspection.sample);
  const sets = wanted === undefined ? all : chosen(all, wanted);
  const budgets = { time: task.renderMs, memory: renderBytes };
  const findings: Finding[] = [];
  const linted: LintedSet[] = [];

  const look = async (set: LintSet, own: Data): Promise<void> => {
    const asked = { templateKey: request.templateKey, options: set.options } as JsonFields;
    const mine = { ...options, ...readOrder(new Fields(asked), orderTerms).options };
    const terms = { now: Date.now(), ...mine, budgets, dataBytes, isLaidOut: true };
    const { parts } = await needs
      .includeRounds(template, request, ask)
      .run((linked, more) =>
        withPictures({ task, ask }, (pictures) =>
          renderParts(linked, own as GenerateOrder['data'], { ...terms, ...pictures, ...more }),
        ),
      );
    await ask({ kind: 'layout' } satisfies Question);
    const { pages, findings: found } = await layout.lint(parts, task.layoutMs);
    findings.push(...withoutAlike(found, set.name));
    linted.push({
      ...{ name: set.name, pages, error: null },
      ...(withData && { data: own, options: set.options }),
    });
  };

  for (const set of sets) {
    let taken = known.inspection.fields;
    for (let tries = 1; ; tries++)
      try {
        await look(set, set.dataOf(taken));
        break;
      } catch (error) {
        if (!(error instanceof PlatenError)) throw error;
        // A currency, a locale, a pattern: what a tag takes only as it is stays as it is.
        const refused = (error.details ?? []).map(({ tag }) => tag);
        const left = taken.filter(({ usedIn }) => !usedIn.some(({ tag }) => refused.includes(tag)));
        if (tries < MOST_TRIES && left.length < taken.length) {
          taken = left;
          continue;
        }
        if (set.name === 'usual' && hasData) throw error;
        linted.push({ name: set.name, pages: null, error: error.message });
        break;
      }
  }
  const left = all.filter((set) => !sets.includes(set)).map(({ name }) => name);
  return JSON.stringify({ findings, sets: linted, left });
};

const setsOf = ({ saved }: Known, usual: Data): readonly LintSet[] => [
  ...stretchedSamples({}, []).map(({ name }) => ({
    name,
    options: {},
    dataOf: (fields: readonly InspectedField[]) =>
      stretchedSamples(usual, fields).find((set) => set.name === name)?.data ?? usual,
  })),
  ...saved.map(({ name, data, options }) => ({ name: `saved: ${name}`, options, dataOf: () => data })),
];

const chosen = (all: readonly LintSet[], wanted: readonly string[]): readonly LintSet[] => {
  const unknown = wanted.find((name) => !all.some((set) => set.name === name));
  if (unknown === undefined) return all.filter(({ name }) => wanted.includes(name));
  throw new PlatenError('bad_request', `There is no set of data "${unknown.slice(0, 120)}".`, {
    hint: `There are ${all.map(({ name }) => `"${name}"`).join(', ')}.`,
  });
};

const namesOf: Read<readonly string[]> = (value) => {
  const names = listOf(value).filter((name) => typeof name === 'string');
  if (names.length === 0 || names.length < listOf(value).length)
    throw new Error('a list of names, with one at least');
  return names;
};

const withoutAlike = (found: readonly PageFinding[], data: string): Finding[] => {
  const counts = new Map<string, number>();
  return found.flatMap((finding) => {
    const count = (counts.get(finding.rule) ?? 0) + 1;
    counts.set(finding.rule, count);
    if (count > MOST_ALIKE) return [];
    const { x, y, width, height } = finding.box;
    const box = { x: short(x), y: short(y), width: short(width), height: short(height) };
    return [{ ...finding, box, data }];
  });
};

const short = (points: number): number => Math.round(points * 100) / 100;

/**
 * lintTemplate :: request → what of its pages is hardly meant, with the shortest, the longest and the usual data, as JSON
 *
 * The usual data are those of the request, or else the template's sample. A set that can't be rendered is no fault of the pages: it is
 * told beside them.
 */
import type { PageFinding } from '../convert/native/lint-pages.ts';
import { PlatenError } from '../errors.ts';
import type { Ask } from '../processes/protocol.ts';
import { renderParts } from '../template/index.ts';
import type { InspectedField } from '../template/inspect/inspection.ts';
import { stretchedSamples } from '../template/inspect/stretched-samples.ts';
import { dataMemoryWithin } from './data-memory.ts';
import { parseBody } from './parse-body.ts';
import type { ProcessTools } from './process-tools.ts';
import type { MapTask, Question, Resolution } from './protocol.ts';
import { type GenerateOrder, readOrder } from './read-request.ts';
import { Fields } from './request-fields.ts';
import { withPictures } from './with-pictures.ts';

/** A set is made anew without the fields that a tag does not take stretched. */
const MOST_TRIES = 4;
/** Of one rule in one set: who has more of them sees the pattern in these. */
const MOST_ALIKE = 20;

type Finding = PageFinding & { readonly data: string };

/** What is known of the template. */
interface Known {
  readonly inspection: {
    readonly sample: Readonly<Record<string, unknown>>;
    readonly fields: readonly InspectedField[];
  };
  readonly saved: readonly { readonly name: string; readonly data: Readonly<Record<string, unknown>> }[];
}

interface LintedSet {
  readonly name: string;
  readonly pages: number | null;
  readonly error: string | null;
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
  const { request, data, options } = readOrder(fields, { ...task.terms, output: 'PDF', isBatch: true });
  const { programHash } = (await ask({ kind: 'resolve', request } satisfies Question)) as Resolution;
  const { template } = await needs.templateFor(programHash, ask);
  const { inspection, saved } = JSON.parse(
    (await ask({ kind: 'inspection', request } satisfies Question)) as string,
  ) as Known;
  const budgets = { time: task.renderMs, memory: renderBytes };
  const terms = { now: Date.now(), ...options, budgets, dataBytes, isLaidOut: true };
  const usual = hasData ? data : inspection.sample;
  const names = stretchedSamples({}, []).map(({ name }) => name);
  const findings: Finding[] = [];
  const linted: LintedSet[] = [];
  const look = async (name: string, own: Readonly<Record<string, unknown>>): Promise<void> => {
    const { parts } = await needs
      .includeRounds(template, request, ask)
      .run((linked, more) =>
        withPictures({ task, ask }, (pictures) =>
          renderParts(linked, own as GenerateOrder['data'], { ...terms, ...pictures, ...more }),
        ),
      );
    await ask({ kind: 'layout' } satisfies Question);
    const { pages, findings: found } = await layout.lint(parts, task.layoutMs);
    findings.push(...withoutAlike(found, name));
    linted.push({ name, pages, error: null });
  };
  const told = (name: string, error: unknown): void => {
    if (!(error instanceof PlatenError) || (name === 'usual' && hasData)) throw error;
    linted.push({ name, pages: null, error: error.message });
  };
  for (const name of names) {
    let known = inspection.fields;
    for (let tries = 1; ; tries++) {
      const own = stretchedSamples(usual, known).find((set) => set.name === name)?.data ?? usual;
      try {
        await look(name, own);
        break;
      } catch (error) {
        // A currency, a locale, a pattern: what a tag takes only as it is stays as it is.
        const taken = error instanceof PlatenError ? (error.details ?? []).map(({ tag }) => tag) : [];
        const left = known.filter(({ usedIn }) => !usedIn.some(({ tag }) => taken.includes(tag)));
        if (tries < MOST_TRIES && left.length < known.length) known = left;
        else {
          told(name, error);
          break;
        }
      }
    }
  }
  for (const { name, data: own } of saved)
    await look(`saved: ${name}`, own).catch((error) => told(`saved: ${name}`, error));
  return JSON.stringify({ findings, sets: linted });
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

/**
 * judge :: template → what Platen does with it
 *
 *   right     accepted, and on four sets of data the text that its own engine gives
 *   refused   not accepted, or its data is not, with the reason
 *   warned    accepted and not right, and told so: at upload, or in the report of the render
 *   silent    accepted and not right, without a word
 *   alike     accepted, with no engine to compare with and nothing in it that only its own engine reads
 *   crashed   any error that is not told as one
 */
import { PlatenError, type Problem } from '../../src/errors.ts';
import { checkTemplate } from '../../src/template/index.ts';
import { type Leftover, leftovers } from '../../test/support/leftovers.ts';
import { type DataSet, dataSets } from './data-sets.ts';
import { decidedBy, type Reading, readingOf } from './decided.ts';
import { foreignMarks } from './foreign.ts';
import type { Peer } from './peer.ts';
import { type Accepted, type Rendering, reasons, upload } from './platen.ts';
import { tagsOf } from './tags.ts';

export type Verdict = 'right' | 'refused' | 'warned' | 'silent' | 'alike' | 'crashed';

export interface Judgement {
  readonly verdict: Verdict;
  /** For people: why it is not right, with both texts where they differ. */
  readonly notes: readonly string[];
  /** A helper or a filter that the template brings its own code for. */
  readonly ownCode: string | undefined;
  /** Its own engine refuses it too: there is nothing that it should become. */
  readonly unsound: boolean;
  /** Rules of `decided.ts` that a difference was excused by. */
  readonly decided: readonly string[];
  /** Tags of its own delimiter that stayed in the output on sample data, unwarned. */
  readonly leftovers: readonly Leftover[];
}

export interface Subject {
  readonly template: Uint8Array;
  readonly engine: string;
  readonly peer: Peer | undefined;
}

export const judge = async (subject: Subject): Promise<Judgement> => {
  try {
    const accepted = upload(subject.template);
    const ownCode = subject.peer?.ownCode(tagsOf(subject.template, accepted.delimiter));
    const compared = ownCode === undefined ? await compare(accepted, subject) : NOT_COMPARED;
    const judged =
      compared.verdict === undefined
        ? byMarks(accepted, subject, compared.notes)
        : { ...compared, verdict: compared.verdict };
    return { ...withLeftovers(judged, accepted), ownCode, unsound: false };
  } catch (error) {
    const nothing = { decided: [], leftovers: [] };
    if (error instanceof PlatenError)
      return { ...nothing, ...(await refused(subject)), verdict: 'refused', notes: [reasons(error)] };
    const note = error instanceof Error ? (error.stack ?? '') : String(error);
    return { ...nothing, ownCode: undefined, unsound: false, verdict: 'crashed', notes: [note] };
  }
};

const refused = async ({ template, peer }: Subject): Promise<Pick<Judgement, 'ownCode' | 'unsound'>> => {
  if (peer === undefined) return { ownCode: undefined, unsound: false };
  try {
    const { delimiter } = checkTemplate(template, {});
    const tags = tagsOf(template, delimiter);
    const ownCode = peer.ownCode(tags);
    const theirs = await readingOfPeer(peer, { template, data: {}, delimiter, tags });
    return { ownCode, unsound: ownCode === undefined && 'refusal' in theirs };
  } catch {
    return { ownCode: undefined, unsound: true }; // a file that can't even be opened
  }
};

type Judged = Pick<Judgement, 'verdict' | 'notes' | 'decided'>;
/** No verdict where the engine refused every set of data, or is not here. */
type Compared = Omit<Judged, 'verdict'> & { readonly verdict: Verdict | undefined };
const NOT_COMPARED: Compared = { verdict: undefined, notes: [], decided: [] };

/** From the best to the worst: a template is as good as its worst data set. */
const ORDER: readonly Verdict[] = ['alike', 'right', 'refused', 'warned', 'silent'];

const compare = async (accepted: Accepted, { template, peer }: Subject): Promise<Compared> => {
  if (peer === undefined) return NOT_COMPARED;
  const notes: string[] = [];
  const decided = new Set<string>();
  let verdict: Verdict | undefined;
  const found = (one: Verdict, note?: string): void => {
    if (note !== undefined) notes.push(note);
    if (verdict === undefined || ORDER.indexOf(one) > ORDER.indexOf(verdict)) verdict = one;
  };
  const tags = tagsOf(template, accepted.delimiter);
  for (const set of dataSets(accepted.sample)) {
    const theirs = await readingOfPeer(peer, {
      template,
      data: structuredClone(set.data),
      delimiter: accepted.delimiter,
      tags,
    });
    if ('refusal' in theirs) {
      notes.push(`${set.name}: ${peer.name} refuses: ${theirs.refusal}`);
      continue;
    }
    const ours = rendered(accepted, set);
    if (ours instanceof PlatenError) {
      found('refused', `${set.name}: ${reasons(ours)}`);
      continue;
    }
    const own = readingOf(ours.file);
    const rules = decidedBy(own, theirs);
    if (rules !== undefined) {
      for (const rule of rules) decided.add(rule);
      found('right');
    } else {
      const told = toldOf(accepted.warnings, ours, set);
      found(
        told.length > 0 ? 'warned' : 'silent',
        [`${set.name}:`, ...told.map((line) => `told: ${line}`), ...difference(theirs.text, own.text)].join(
          '\n',
        ),
      );
    }
  }
  return { verdict, notes, decided: [...decided] };
};

const readingOfPeer = async (
  peer: Peer,
  filling: Parameters<Peer['fill']>[0],
): Promise<Reading | { refusal: string }> => {
  try {
    return readingOf(await peer.fill(filling));
  } catch (error) {
    const message = error instanceof Error ? error.message : JSON.stringify(error);
    return { refusal: message.split('\n')[0]?.slice(0, 200) ?? '' };
  }
};

const rendered = (accepted: Accepted, { data }: DataSet): Rendering | PlatenError => {
  try {
    return accepted.render(data);
  } catch (error) {
    if (error instanceof PlatenError) return error;
    throw error;
  }
};

/** Everything is missing of no data, so that "missing" says nothing about a difference there. */
const toldOf = (warnings: readonly Problem[], { report }: Rendering, { name }: DataSet): string[] => [
  ...warnings.map(({ code, message }) => `${code}: ${message}`),
  ...report.warnings,
  ...(name === 'no data' ? [] : report.missing.map((path) => `missing: ${path}`)),
];

/** Only the lines that differ, a few of them. */
const difference = (theirs: string, ours: string): string[] => {
  const own = ours.split('\n');
  const other = theirs.split('\n');
  let from = 0;
  while (from < own.length && from < other.length && own[from] === other[from]) from++;
  let tail = 0;
  while (
    tail < Math.min(own.length, other.length) - from &&
    own[own.length - 1 - tail] === other[other.length - 1 - tail]
  )
    tail++;
  const shown = (lines: readonly string[]): string[] => lines.slice(from, lines.length - tail).slice(0, 12);
  return [...shown(other).map((line) => `theirs: ${line}`), ...shown(own).map((line) => `ours:   ${line}`)];
};

/** Without a text to compare with: a template is as good as what it was warned about. */
const byMarks = (accepted: Accepted, { template, engine }: Subject, refusals: readonly string[]): Judged => {
  const marks = foreignMarks(template, engine);
  const notes = [...refusals, `${marks.length} foreign marks: ${marks.slice(0, 5).join('  ')}`];
  if (marks.length === 0) return { verdict: 'alike', notes, decided: [] };
  const naming = accepted.warnings.filter((warning) => namesEngine(warning));
  const toldOneByOne = marks.every((mark) => accepted.warnings.some(({ tag }) => tag === mark));
  return {
    verdict: naming.length > 0 || toldOneByOne ? 'warned' : 'silent',
    notes: [...notes, ...naming.map(({ code, message }) => `${code}: ${message}`)],
    decided: [],
  };
};

const ENGINES =
  /docxtpl|jinja|poi-tl|phpword|docx-stamper|mail.?merge|MERGEFIELD|xdocreport|sablon|carbone|templater|stencil|content control|documentassembler|jsreport|handlebars|angular/i;

/** Without a tag of ours nothing is filled, which says it all. */
const namesEngine = ({ code, message, hint }: Problem): boolean =>
  code === 'foreign_tags' || code === 'no_tags' || ENGINES.test(`${message} ${hint ?? ''}`);

/** Whatever the text says: a tag that stays anywhere in the output has to be told. */
const withLeftovers = (judged: Judged, accepted: Accepted): Omit<Judgement, 'ownCode' | 'unsound'> => {
  const output = rendered(accepted, { name: 'sample', data: accepted.sample });
  const left = output instanceof PlatenError ? [] : leftovers(output.file, accepted.delimiter);
  const told = accepted.warnings.map(({ message, tag }) => `${tag ?? ''} ${message}`);
  const untold = left.filter(({ text }) => !told.some((warning) => warning.includes(text)));
  if (left.length === 0) return { ...judged, leftovers: [] };
  const least: Verdict = untold.length > 0 ? 'silent' : 'warned';
  const verdict = ORDER.indexOf(least) > ORDER.indexOf(judged.verdict) ? least : judged.verdict;
  return { ...judged, verdict, leftovers: untold };
};

/**
 * renderDocx :: LinkedTemplate + data → DOCX bytes in a sink
 * renderParts :: LinkedTemplate + data → the same parts, for whoever reads them at once
 */
import type { KnownMarkup } from '../../ooxml/deflate/known-markup.ts';
import { KeptParts } from '../../ooxml/kept-parts.ts';
import { DEFAULT_PACKAGE_LIMITS, type PackageLimits } from '../../ooxml/limits.ts';
import { decodeXml, parseXml } from '../../ooxml/xml.ts';
import { type PreparedEntries, prepareEntries } from '../../ooxml/zip-prepared.ts';
import { openZip, readEntry, type ZipEntry } from '../../ooxml/zip-read.ts';
import { type ByteSink, type PackageWriter, packed, ZipWriter } from '../../ooxml/zip-write.ts';
import { NO_NUMBERING, type NumberingCatalogue, readNumbering } from '../../wml/numbering.ts';
import { type CarrySource, onePage } from '../carry/carry-over.ts';
import type { CarryPlan } from '../carry/plan.ts';
import type { RemoteImage } from '../content/part-context.ts';
import type { Expression } from '../expression/tree.ts';
import { Budget, type BudgetLimits } from '../expression/values/budget.ts';
import type { ValueObject } from '../expression/values/values.ts';
import { carryPlan } from '../link/link-carry.ts';
import { lookMarks } from '../link/link-look.ts';
import { linkParts } from '../link/link-parts.ts';
import { applyLooks } from '../looks/apply-looks.ts';
import type { Program, TagRef } from '../program.ts';
import { readProgram } from '../program-bytes.ts';
import { PackageAdditions } from '../runtime/additions.ts';
import { Origins, withoutEmptyMarks } from '../runtime/origins.ts';
import { RootFrame } from '../runtime/scope.ts';
import {
  type MissingMode,
  type NeededIncludes,
  type RefusedIncludes,
  type RenderSettings,
  RenderState,
  type Step,
} from '../runtime/state.ts';
import { rebuildContents } from '../toc/rebuild.ts';
import { dataErrors, dataMissing } from './data-errors.ts';
import { nameWarnings } from './name-warnings.ts';
import { type HeldBack, heldBackNames, writePackageEnd } from './write-package.ts';

interface LinkedPart {
  readonly name: string;
  readonly write: Step;
}

export interface LinkedTemplate {
  readonly program: Program;
  /** In the order of evaluation: body, notes, headers, footers, properties. */
  readonly parts: readonly LinkedPart[];
  /** Entries that are the same in every document: the original file's, and those that compiling changed. */
  readonly copied: PreparedEntries;
  readonly trees: ReadonlyMap<TagRef, Expression>;
  /** What its parts are made of. */
  readonly markup: KnownMarkup;
  /** Every entry of the original file. */
  readonly names: ReadonlySet<string>;
  /** Copied too, unless the render adds to them. */
  readonly held: HeldBack;
  /** Links its parts again, for another purpose. */
  readonly link: (how: { readonly isMapped?: true }) => Pick<LinkedTemplate, 'parts' | 'trees' | 'markup'>;
  /** What it renders is for layout alone. */
  readonly isMapped?: true;
}

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export interface RenderOptions {
  readonly locale?: string;
  readonly timezone?: string;
  readonly currency?: string;
  readonly missing?: MissingMode;
  readonly translations?: JsonObject;
  /** Milliseconds since the epoch; the time of the call where left out. */
  readonly now?: number;
  readonly budgets?: Partial<BudgetLimits>;
  /** The document is laid out next, by whoever then knows its pages. */
  readonly isLaidOut?: boolean;
  /** What the data take of the budget `memory`. */
  readonly dataBytes?: number;
  /** Pictures that were fetched beforehand, by URL: rendering itself reaches for nothing. */
  readonly remoteImages?: ReadonlyMap<string, RemoteImage>;
  /** Told of each URL of a picture that is not among them, so that the caller may fetch it and render again. */
  readonly onRemoteImage?: (url: string) => void;
  /** Templates that can't be included, and why: where data name one, that is an error of the data. */
  readonly refusedIncludes?: RefusedIncludes;
}

export interface RenderReport {
  /** Distinct paths that the data lacks: `customer.vat`, `items[].sku`. */
  readonly missing: string[];
  readonly warnings: string[];
  /** Of all loops. */
  readonly turns: number;
  /** Of a template that is mapped. */
  readonly origins?: Origins;
  /** Where it is there, the document is not complete: the template has to be joined with these, and rendered again. */
  readonly needs?: NeededIncludes;
}

/** How large a template may be was for whoever compiled it to say: the operator's limits may have changed since. */
const ACCEPTED: PackageLimits = {
  ...DEFAULT_PACKAGE_LIMITS,
  fileBytes: Number.MAX_SAFE_INTEGER,
  unpackedBytes: Number.MAX_SAFE_INTEGER,
};

export const linkTemplate = (bytes: Uint8Array, file: Uint8Array): LinkedTemplate => {
  const program = readProgram(bytes);
  const archive = openZip(file, ACCEPTED);
  const numberingText = once(() => {
    const entry = archive.entries.get(program.numbering.part);
    return entry === undefined ? '' : decodeXml(readEntry(entry), entry.name);
  });
  const fileOf = (name: string): Uint8Array | undefined => {
    const entry = archive.entries.get(name);
    return entry === undefined ? undefined : readEntry(entry);
  };
  const link: LinkedTemplate['link'] = (how) => linkedParts(program, numberingText, { ...how, file: fileOf });
  const written = new Set([
    ...program.parts.map(({ name }) => name),
    ...Object.keys(program.replaced),
    ...program.dropped,
  ]);
  const held = heldBackNames(program);
  const entries = [...archive.entries.values()].filter(({ name }) => !written.has(name));
  const heldEntries = entries.filter(({ name }) => held.has(name));
  return {
    program,
    link,
    ...link({}),
    names: new Set(archive.entries.keys()),
    copied: prepareEntries([
      ...entries.filter(({ name }) => !held.has(name)).sort(packageFirst),
      ...Object.entries(program.replaced).map(([name, text]) => ({ name, ...packed(text, DEFLATE_LEVEL) })),
    ]),
    held: {
      entries: heldEntries,
      prepared: prepareEntries(heldEntries),
      numberingText,
    },
  };
};

const linkedParts = (
  program: Program,
  numberingText: () => string,
  how: Parameters<typeof linkParts>[1],
): Pick<LinkedTemplate, 'parts' | 'trees' | 'markup'> => {
  const { parts, trees, markup } = linkParts(program, how);
  return {
    trees,
    markup,
    parts: parts.map(({ part, write }) => {
      // Headings may have their style by data: looks come before whatever lists them.
      const looked = part.looks === true ? applyingLooks(write) : write;
      return {
        name: part.name,
        write: part.contents === true ? renewingContents(looked, numberingText) : looked,
      };
    }),
  };
};

/** The same template, whose documents are for layout alone: values in them say which tag they came from. */
export const mappedTemplate = (template: LinkedTemplate): LinkedTemplate => ({
  ...template,
  ...template.link({ isMapped: true }),
  isMapped: true,
});

/** Of memory for each byte of a part that is read again: its text, and its elements, measured on tables at 8 to 11. */
const CONTENTS_BYTES = 12;

/** What a look is about begins before the tag that tells it. */
const applyingLooks = (write: Step): Step => {
  const utf8 = new TextDecoder();
  return (state) => {
    const bytes = state.capture(() => write(state));
    const marks = lookMarks(state);
    if (marks.all.length === 0) state.writeBytes(bytes);
    else {
      state.budget.memory(bytes.length * CONTENTS_BYTES);
      state.write(applyLooks(decoded(state, utf8.decode(bytes)), marks));
    }
  };
};

const decoded = ({ origins }: RenderState, text: string): string =>
  origins === undefined ? text : withoutEmptyMarks(text);

/** What is listed may stand behind the list, so that all of the part has to be there first. */
const renewingContents = (write: Step, numberingText: () => string): Step => {
  const utf8 = new TextDecoder();
  const own = once(() => numberingIn(numberingText()));
  return (state) => {
    const bytes = state.capture(() => write(state));
    state.budget.memory(bytes.length * CONTENTS_BYTES);
    const rendered = decoded(state, utf8.decode(bytes));
    const { styles } = state.program;
    const { abstracts, instances } = own();
    const added = numberingIn(
      `<w:numbering ${NAMESPACE}>${state.additions.numbering?.instances ?? ''}</w:numbering>`,
    );
    const numbering = { abstracts, instances: [...instances, ...added.instances] };
    state.write(
      rebuildContents(rendered, {
        styles,
        numbering,
        bookmarkId: () => state.additions.bookmarkId(),
        onPage: () => void (state.isLaidOut || state.warnings.add(WITHOUT_PAGES)),
      }),
    );
  };
};

const WITHOUT_PAGES =
  'The table of contents has no page numbers yet: Word fills them in when it opens the document and asks whether to update its fields. A PDF has them.';

const NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const numberingIn = (text: string): NumberingCatalogue =>
  text === '' ? NO_NUMBERING : readNumbering(parseXml(text));

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/** Tools that look at the beginning of a file know a package by its first entry. */
const packageFirst = (a: ZipEntry, b: ZipEntry): number =>
  Number(b.name === '_rels/.rels') - Number(a.name === '_rels/.rels');

export const renderDocx = (
  template: LinkedTemplate,
  data: JsonObject,
  options: RenderOptions,
  sink: ByteSink,
): RenderReport => {
  const writer = new ZipWriter(sink, { level: DEFLATE_LEVEL });
  const source = carries(template.program);
  if (source === undefined) return render(template, data, options, writer).report;
  const { parts: rendered, plan, ...report } = renderParts(template, data, options);
  const { parts, warnings } = onePage(rendered, { ...source, plan });
  parts.writeTo(writer);
  return { ...report, warnings: [...report.warnings, ...warnings] };
};

/** The part that has sums over the rows of its pages. */
export const carries = (program: Program): Omit<CarrySource, 'plan'> | undefined => {
  const part = program.parts.find((one) => one.carries === true)?.name;
  if (part === undefined) return undefined;
  return { part, tagOf: (tag) => program.tags[tag]?.tag ?? 'A table' };
};

export interface RenderedParts extends RenderReport {
  /** Where the template carries sums over from page to page, with marks that `finished` takes out. */
  readonly parts: KeptParts;
  readonly plan: CarryPlan;
}

export const renderParts = (
  template: LinkedTemplate,
  data: JsonObject,
  options: RenderOptions,
): RenderedParts => {
  const parts = new KeptParts();
  const { report, plan } = render(template, data, options, parts);
  return { ...report, parts, plan };
};

const render = (
  template: LinkedTemplate,
  data: JsonObject,
  options: RenderOptions,
  writer: PackageWriter,
): { readonly report: RenderReport; readonly plan: CarryPlan } => {
  const { program } = template;
  const settings = settingsOf(options);
  settings.budget.memory(options.dataBytes ?? 0);
  const emptyAdditions = (budget: Budget): PackageAdditions =>
    new PackageAdditions(program, (part) => template.names.has(part), budget);
  const additions = emptyAdditions(settings.budget);
  const state = new RenderState(program, settings, new RootFrame(data as ValueObject), additions);
  if (template.isMapped === true) state.origins = new Origins(template.trees);
  writer.copy(template.copied);
  try {
    for (const part of template.parts) {
      state.begin(part.name, writer.open(part.name, template.markup));
      part.write(state);
      state.end();
    }
  } catch (error) {
    const again = (): RenderState => {
      const budgets = { ...options.budgets, ...settings.budget.left };
      const { onRemoteImage: _, ...others } = options;
      const second = settingsOf({ ...others, now: settings.now, budgets });
      return new RenderState(
        program,
        second,
        new RootFrame(data as ValueObject),
        emptyAdditions(second.budget),
      );
    };
    const { trees } = template;
    throw dataErrors({ program, trees, error, state, again, missingIsError: options.missing === 'error' });
  }
  if (options.missing === 'error' && state.missingPaths.size > 0 && !isWaiting(state))
    throw dataMissing([...state.missingPaths]);
  writePackageEnd(writer, program, additions, template.held);
  writer.finish();
  const ofNames = nameWarnings(state, template.trees, data as ValueObject);
  const report: RenderReport = {
    missing: [...state.missingPaths],
    warnings: [...state.warnings, ...ofNames],
    turns: settings.budget.turnsTaken,
    ...(state.origins && { origins: state.origins }),
    ...(isWaiting(state) && { needs: state.includes }),
  };
  return { report, plan: carryPlan(state) };
};

const isWaiting = ({ includes }: RenderState): boolean =>
  includes.templates.size > 0 || includes.documents.size > 0;

/** Measured on tables: as fast as 1 and a fifth smaller; 6 takes three times as long for another tenth. */
const DEFLATE_LEVEL = 3;

export const settingsOf = (options: RenderOptions): RenderSettings => ({
  locale: options.locale ?? 'en-US',
  timezone: options.timezone ?? 'UTC',
  currency: options.currency ?? 'USD',
  isCurrencyAssumed: options.currency === undefined,
  now: options.now ?? Date.now(),
  translations: options.translations as ValueObject | undefined,
  budget: new Budget(options.budgets),
  missing: options.missing ?? 'empty',
  isLaidOut: options.isLaidOut ?? false,
  remoteImages: options.remoteImages,
  onRemoteImage: options.onRemoteImage,
  refusedIncludes: options.refusedIncludes,
});

/**
 * IncludeRounds :: a render → its report: once, or again where data name what the template was not joined with
 *
 * Which template a tag includes may be for the data to say, and a document may come with them. The first render tells what it
 * needs; templates are joined by the server, which keeps them for all who ask again, and documents here.
 */
import { PlatenError } from '../errors.ts';
import { openDocx } from '../ooxml/docx.ts';
import type { PackageLimits } from '../ooxml/limits.ts';
import { checkEntries } from '../ooxml/zip-read.ts';
import type { IncludeRef, RefusedInclude } from '../service/renderer-ports.ts';
import {
  compileTemplate,
  joinTemplate,
  type LinkedTemplate,
  linkTemplate,
  type RenderOptions,
  type RenderReport,
} from '../template/index.ts';

/** A template as it was resolved, and its file where documents have to go into it. */
interface ResolvedTemplate {
  readonly template: LinkedTemplate;
  readonly refused?: Readonly<Record<string, RefusedInclude>> | undefined;
}

interface Needs {
  readonly limits: PackageLimits;
  /** Asks for the template again, joined with more. */
  more(chosen: readonly IncludeRef[]): Promise<ResolvedTemplate>;
  /** The file of what was resolved last. */
  file(): Promise<Uint8Array>;
}

/** Templates that data choose may themselves leave the choice to the data. */
const MOST_ROUNDS = 10;
const MOST_DOCUMENTS = 50;

type Render<Report> = (
  template: LinkedTemplate,
  more: Pick<RenderOptions, 'refusedIncludes'>,
) => Promise<Report> | Report;

export class IncludeRounds {
  readonly #needs: Needs;
  #base: LinkedTemplate;
  #template: LinkedTemplate;
  readonly #chosen = new Map<string, IncludeRef>();
  readonly #documents = new Map<string, Uint8Array>();
  readonly #refused = new Map<string, RefusedInclude>();

  constructor(template: LinkedTemplate, needs: Needs) {
    this.#needs = needs;
    this.#base = template;
    this.#template = template;
  }

  async run<Report extends Pick<RenderReport, 'needs'>>(render: Render<Report>): Promise<Report> {
    for (let round = 0; ; round++) {
      const report = await render(
        this.#template,
        this.#refused.size === 0 ? {} : { refusedIncludes: this.#refused },
      );
      const { needs } = report;
      if (needs === undefined) return report;
      if (round === MOST_ROUNDS)
        throw new PlatenError(
          'data_invalid',
          `Templates that the data choose would include each other more than ${MOST_ROUNDS} deep.`,
        );
      if (needs.templates.size > 0) await this.#joinTemplates([...needs.templates]);
      await this.#joinDocuments(needs.documents);
    }
  }

  async #joinTemplates(needed: readonly (readonly [string, IncludeRef])[]): Promise<void> {
    const isNew = needed.some(([id]) => !this.#chosen.has(id));
    for (const [id, ref] of needed) {
      // It was joined, but not inside of itself.
      if (this.#chosen.has(id))
        this.#refused.set(ref.key, {
          message: `The template "${ref.key}" would include itself.`,
          hint: 'Send another key where it is included already.',
        });
      this.#chosen.set(id, ref);
    }
    if (!isNew) return;
    const { template, refused = {} } = await this.#needs.more([...this.#chosen.values()]);
    for (const [key, why] of Object.entries(refused)) this.#refused.set(key, why);
    this.#base = template;
    this.#template = template;
  }

  /** Looked at as an upload is. */
  async #joinDocuments(needed: ReadonlyMap<string, string>): Promise<void> {
    for (const [id, base64] of needed) {
      if (this.#documents.size >= MOST_DOCUMENTS)
        this.#refused.set(id, {
          message: `A document can hold ${MOST_DOCUMENTS} others that come with the data.`,
        });
      else this.#takeDocument(id, base64);
    }
    if (this.#documents.size === 0) return;
    const { delimiter, controls } = this.#base.program;
    const host = { file: await this.#needs.file(), delimiter, controls };
    const joined = joinTemplate(host, {
      template: () => undefined,
      chosen: [],
      documents: this.#documents,
      limits: this.#needs.limits,
    });
    const { program } = compileTemplate(joined.file, {
      delimiter,
      static: true,
      controls,
      isStored: true,
      limits: this.#needs.limits,
    });
    this.#template = linkTemplate(program, joined.file);
  }

  #takeDocument(id: string, base64: string): void {
    try {
      const file = bytesOf(base64, this.#needs.limits.fileBytes);
      checkEntries(openDocx(file, this.#needs.limits).archive);
      this.#documents.set(id, file);
    } catch (error) {
      if (!(error instanceof PlatenError)) throw error;
      const { message, hint } = error;
      this.#refused.set(id, {
        message: `The document can't be included: ${message}`,
        ...(hint !== undefined && { hint }),
      });
    }
  }
}

const DATA_URL = /^\s*data:[^,]{0,200};base64,/i;
const BASE64 = /^[A-Za-z\d+/_-]*={0,2}$/;

const bytesOf = (text: string, most: number): Uint8Array => {
  const plain = text.replace(DATA_URL, '').replace(/\s+/g, '');
  if (!BASE64.test(plain)) throw new PlatenError('docx_damaged', 'It is not base64.');
  if (plain.length * 0.75 > most)
    throw new PlatenError(
      'body_too_large',
      `It is larger than ${most} bytes, which is what a template may be.`,
    );
  return new Uint8Array(Buffer.from(plain, 'base64'));
};

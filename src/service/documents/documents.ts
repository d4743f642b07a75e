/**
 * generate :: request body → FinishedDocument, paid for
 * render :: template file, request body → FinishedDocument, paid for
 * convert :: DOCX → FinishedDocument, paid for
 * preview :: request body → FinishedDocument, free of charge and marked as what it is
 *
 * Rendered first, charged once it is there, handed out after the charge is committed: a failed generation costs
 * nothing, and neither does one whose caller has hung up.
 */
import { PlatenError } from '../../errors.ts';
import { timed } from '../../stages.ts';
import type { Evaluated } from '../../template/evaluate-expressions.ts';
import type { Caller } from '../authenticator.ts';
import { putDocument } from '../blob-streams.ts';
import { chargedCall } from '../calls/call-notes.ts';
import type { Organization, Template, TemplateVersion } from '../model.ts';
import type { Charge, Store } from '../ports.ts';
import type { PreludeMemory } from '../preludes.ts';
import type {
  GeneratedDocument,
  GenerateJob,
  GenerateRequest,
  IncludeRef,
  Renderer,
  TemplateBytes,
} from '../renderer-ports.ts';
import { type LoadedTemplate, type TemplatePrograms, wholePrelude } from '../template-programs.ts';
import { templateKeyOf } from '../template-rules.ts';
import type { Templates } from '../templates.ts';
import { choiceFor } from '../versions/version-choice.ts';
import type { NewEvent } from '../webhooks/webhook-ports.ts';
import {
  cannotBeMadeAgain,
  isRepeatable,
  keptOf,
  type MadeBefore,
  pinnedVersion,
  sha256Of,
  spoolOfBytes,
} from './made-before.ts';
import { mappedDocument } from './mapped-document.ts';
import { NewestVersions, TemplateChanged } from './newest-versions.ts';
import { noteBody, noteFacts, noteRequest, noteTemplate } from './notes.ts';
import type { Attempt, DocumentOrder, FileOrder, FinishedDocument, RequestOrder } from './orders.ts';
import { stillRunning } from './retries.ts';
import type { Completion } from './retry-ports.ts';
import { SentTemplates } from './sent-templates.ts';
import { Turns } from './turns.ts';

interface RenderedTemplate extends FinishedDocument {
  readonly template: Template;
}

interface ResolveTerms {
  readonly from: 'memory' | 'store';
  readonly resolved: Resolved;
  /** Templates that the data have asked for. */
  readonly chosen: readonly IncludeRef[] | undefined;
}

type Paid = Pick<Charge, 'reason' | 'templateId' | 'templateKey' | 'rendered'> & {
  /** What `$now` showed, where the request may be sent again. */
  readonly at: number;
  readonly version?: TemplateVersion | undefined;
  /** What it was made of: with all that it includes. */
  readonly loaded?: LoadedTemplate | undefined;
};

const PREVIEW_MARK = 'PREVIEW';
const UNNAMED = 'document';

interface Needs {
  readonly store: Pick<Store, 'organizations' | 'credit' | 'blobs'>;
  readonly renderer: Renderer;
  readonly templates: Templates;
  readonly programs: TemplatePrograms;
  readonly preludes: Pick<PreludeMemory, 'get'>;
  /** `credit.low`. */
  readonly tell: (event: NewEvent) => void;
  readonly now: () => number;
}

/** What was found in the body, once it was looked at. */
interface Resolved {
  request?: GenerateRequest;
  template?: Template;
  version?: TemplateVersion;
  loaded?: LoadedTemplate;
  /** Whose version it is; undefined: the newest. */
  label?: { readonly label: string } | undefined;
  /** Taken from memory, so the charge has to look whether it still holds. */
  isRemembered?: boolean;
  /** No charge follows that could look. */
  readonly isUnpaid?: true;
}

/** What the thread does beside each of a document's two turns, its data read and itself made, and after it is paid for: the answer sent. */
const READ_MS = 0.05;
const ANSWER_MS = 0.2;

/** Somebody who replaces a template between each render and its charge, so many times in a row, is at war with it. */
const ATTEMPTS = 10;

export class Documents {
  readonly #needs: Needs;
  readonly #newest: NewestVersions;
  readonly #sent = new SentTemplates();
  readonly #turns = new Turns();

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#newest = new NewestVersions((organizationId, key, label) =>
      needs.templates.find(organizationId, key, label),
    );
  }

  async generate(order: DocumentOrder): Promise<FinishedDocument> {
    noteBody(order, order.body);
    if (order.attempt?.kind === 'again') {
      const { caller, body } = order;
      return this.#again(order, order.attempt, ({ version }, job) => {
        if (version === undefined) throw cannotBeMadeAgain();
        // What it included then is in its file.
        const whole = { ...version, includes: null };
        const resolve = () => this.#needs.programs.load(caller.organization.id, whole);
        return this.#made({ ...job, body, resolve, inTurn: this.#turnsOf(caller) });
      });
    }
    await this.refuseWithoutCredit(order.caller);
    const at = order.pinned?.at ?? this.#needs.now();
    for (let attempt = 1; ; attempt += 1) {
      const resolved: Resolved = {};
      try {
        const { template, ...finished } = await this.#render(order, resolved, {
          ...((order.attempt ?? order.pinned) && { now: at }),
        });
        const { name } = template;
        return await this.#charge(order, finished, {
          at,
          version: resolved.version,
          loaded: resolved.loaded,
          reason: 'generate',
          templateId: template.id,
          templateKey: template.key,
          ...(resolved.isRemembered &&
            resolved.version && {
              rendered: { version: resolved.version.number, name, ...resolved.label },
            }),
        });
      } catch (error) {
        if (order.signal.aborted) throw error;
        if (attempt < ATTEMPTS && (await this.#isOutdated(resolved, error))) continue;
        throw error;
      }
    }
  }

  /** The same with a template that nobody stores. What it was compiled to is kept for a while. */
  async render({
    file,
    fileName,
    body,
    ...order
  }: FileOrder & Pick<DocumentOrder, 'body'>): Promise<FinishedDocument> {
    const sent = this.#sent.open(file);
    noteBody(order, body);
    return this.#paidFor('render', order, async (job) => {
      let loaded: LoadedTemplate | undefined;
      const generated = await this.#made({
        ...job,
        body,
        isTemplateSent: true,
        inTurn: this.#turnsOf(order.caller),
        admit: () => order.use.count(),
        resolve: async (request, _from, chosen) => {
          const organizationId = order.caller.organization.id;
          const prelude = await this.#needs.preludes.get(organizationId);
          if (chosen === undefined && prelude === undefined) return sent.resolve(request);
          const joining = { chosen: chosen ?? [], prelude };
          loaded = await this.#needs.programs.loadSent(organizationId, sent.source(request), joining);
          return loaded;
        },
      });
      const told = loaded?.joined?.warnings.map(({ message }) => message) ?? [];
      const warnings = [...new Set([...sent.keep(generated.compiled), ...told, ...generated.warnings])];
      return { ...generated, warnings, name: fileName ?? UNNAMED };
    });
  }

  convert({
    file,
    fileName,
    options,
    ...order
  }: FileOrder & { readonly options: Uint8Array | undefined }): Promise<FinishedDocument> {
    return this.#paidFor('convert', order, async (job) => {
      await order.use.count();
      const converted = await this.#needs.renderer.convert({ ...job, file, options });
      return { ...converted, name: fileName ?? UNNAMED };
    });
  }

  /** Without a template of the organization's that could change meanwhile. */
  async #paidFor(
    reason: Charge['reason'],
    order: RequestOrder,
    make: (job: Job) => Promise<FinishedDocument>,
  ): Promise<FinishedDocument> {
    if (order.attempt?.kind === 'again') return this.#again(order, order.attempt, (_made, job) => make(job));
    await this.refuseWithoutCredit(order.caller);
    const at = this.#needs.now();
    const finished = await make({ ...jobOf(order), ...(order.attempt && { now: at }) });
    return this.#charge(order, finished, { reason, templateId: null, templateKey: '', at });
  }

  /** What was made and paid for before; counted as a request, and free. */
  async #again(
    order: RequestOrder,
    { outcome }: Extract<Attempt, { kind: 'again' }>,
    make: (made: MadeBefore, job: Job) => Promise<GeneratedDocument>,
  ): Promise<FinishedDocument> {
    if (order.call) order.call.isReplayed = true;
    await order.use.count();
    const made = JSON.parse(outcome) as MadeBefore;
    const { name, kept, sha256, at: now, defaults } = made;
    if (kept !== undefined) {
      const bytes = await this.#needs.store.blobs.get(sha256);
      if (bytes === undefined) throw cannotBeMadeAgain();
      return { ...kept, name, document: spoolOfBytes(bytes) };
    }
    const again = await make(made, { ...jobOf(order), defaults, now });
    try {
      if ((await sha256Of(again.document)) === sha256) return { ...again, name };
      throw cannotBeMadeAgain();
    } catch (error) {
      again.document.dispose();
      throw error;
    }
  }

  /** The end of a request that may be sent again. */
  async #completion(
    order: RequestOrder,
    finished: FinishedDocument,
    { at, version: used, loaded }: Paid,
  ): Promise<Completion> {
    if (order.attempt?.kind !== 'first') throw new Error('the request has no key of its own');
    const version =
      used && (await this.#needs.programs.standalone(order.caller.organization.id, used, loaded));
    const sha256 = await sha256Of(finished.document);
    const isKept = !isRepeatable(finished);
    if (isKept) await putDocument(this.#needs.store.blobs, sha256, finished.document);
    const made: MadeBefore = {
      at,
      defaults: order.caller.organization.defaults,
      ...(version && { version: pinnedVersion(version) }),
      name: finished.name,
      sha256,
      ...(isKept && { kept: keptOf(finished) }),
    };
    return {
      ...order.attempt.hold,
      at: this.#needs.now(),
      outcome: JSON.stringify(made),
      ...(isKept
        ? { resultHash: sha256 }
        : version && { fileHash: version.fileHash, programHash: version.programHash }),
    };
  }

  /** A PDF with a mark across each page. Neither it nor its failure is counted. */
  preview(order: DocumentOrder): Promise<FinishedDocument> {
    return this.#render(order, { isUnpaid: true }, { output: 'PDF', watermark: PREVIEW_MARK });
  }

  async #render(
    order: DocumentOrder,
    resolved: Resolved,
    terms: Pick<GenerateJob, 'output' | 'watermark' | 'now'> = {},
  ): Promise<RenderedTemplate> {
    const { caller, body, use } = order;
    const generated = await this.#made({
      ...jobOf(order),
      body,
      ...terms,
      inTurn: this.#turnsOf(caller),
      admit: () => use.count(),
      resolve: (request, from, chosen) => this.#resolve(order, request, { from, resolved, chosen }),
    });
    const { template } = resolved;
    if (template === undefined) throw new Error('the renderer finished without asking for the template');
    return { ...generated, template, name: template.name };
  }

  /** Where the tags of a preview are; the document itself is another request's. */
  previewMap(order: DocumentOrder): Promise<string> {
    const resolved: Resolved = { isUnpaid: true };
    return this.#needs.renderer.map({
      ...jobOf(order),
      body: order.body,
      output: 'PDF',
      inTurn: this.#turnsOf(order.caller),
      admit: () => order.use.count(),
      resolve: (request, from, chosen) => this.#resolve(order, request, { from, resolved, chosen }),
    });
  }

  /** What tags would print, for who writes them: costs nothing, and needs no template. */
  async evaluate(
    { organization }: Caller,
    body: Uint8Array,
    signal: AbortSignal,
  ): Promise<readonly Evaluated[]> {
    const { preludes, renderer } = this.#needs;
    const prelude = wholePrelude(await preludes.get(organization.id));
    const { id: organizationId, defaults } = organization;
    return renderer.evaluate({ organizationId, body, defaults, prelude, signal });
  }

  /** What of a template's pages is hardly meant, with the shortest, the longest and the usual data. */
  lint(order: DocumentOrder & { readonly saved: (key: string) => Promise<string> }): Promise<string> {
    const resolved: Resolved = { isUnpaid: true };
    const { organization } = order.caller;
    return this.#needs.renderer.lint({
      ...jobOf(order),
      body: order.body,
      inTurn: this.#turnsOf(order.caller),
      resolve: (request, from, chosen) => this.#resolve(order, request, { from, resolved, chosen }),
      inspection: async () => {
        const { template, version } = resolved;
        if (template === undefined || version === undefined) throw new Error('nothing was resolved');
        const { key } = template;
        const inspection = await this.#needs.templates.inspection(organization.id, key, version);
        return `{"inspection":${inspection},"saved":${await order.saved(key)}}`;
      },
    });
  }

  /** With its map, where that is asked for: of the very template that it was made of, and at the same time. */
  async #made(order: GenerateJob): Promise<GeneratedDocument> {
    let used: ReturnType<GenerateJob['resolve']> | undefined;
    const job: GenerateJob = {
      now: this.#needs.now(),
      ...order,
      resolve(request, from, chosen) {
        used = order.resolve(request, from, chosen);
        return used;
      },
    };
    const made = await this.#needs.renderer.generate(job);
    if (made.request.map !== true) return made;
    try {
      const again: GenerateJob['resolve'] = (request, from, chosen) =>
        chosen === undefined && used !== undefined ? used : order.resolve(request, from, chosen);
      const { admit: _, ...paid } = job;
      return mappedDocument(made, await this.#needs.renderer.map({ ...paid, resolve: again }));
    } catch (error) {
      made.document.dispose();
      throw error;
    }
  }

  #turnsOf({ organization }: Caller): GenerateJob['inTurn'] {
    return (work) => this.#turns.run(organization.id, READ_MS, work);
  }

  /** Early, so that no work is done for nothing. The caller's record may be half a second old: ask before refusing. */
  async refuseWithoutCredit({ organization }: Caller): Promise<void> {
    if (organization.credit !== 0) return;
    const current = await this.#needs.store.organizations.get(organization.id);
    if (current?.credit === 0) throw insufficientCredit();
  }

  async #resolve(
    order: DocumentOrder,
    request: GenerateRequest,
    { from, resolved, chosen }: ResolveTerms,
  ): Promise<TemplateBytes> {
    const { caller, pinned } = order;
    const organizationId = caller.organization.id;
    resolved.request = request;
    noteRequest(order.call, request);
    if (pinned !== undefined) {
      const { template, version, at: asOf } = pinned;
      Object.assign(resolved, { template, version });
      noteTemplate(order, template.key, version.number);
      const terms = { key: template.key, chosen, asOf };
      resolved.loaded = await this.#needs.programs.load(organizationId, version, terms);
      return resolved.loaded;
    }
    const key = templateKeyOf(request.templateKey);
    const choice = choiceFor(caller, request);
    const isMovable = choice === undefined || typeof choice === 'object';
    const isRemembered = from === 'memory' && isMovable && !resolved.isUnpaid;
    const { template, version } = isRemembered
      ? await this.#newest.get(organizationId, key, choice)
      : await this.#needs.templates.find(organizationId, key, choice);
    Object.assign(resolved, { template, version, isRemembered, label: isMovable ? choice : undefined });
    noteTemplate(order, key, version.number);
    resolved.loaded = await this.#needs.programs.load(organizationId, version, { key, chosen });
    return resolved.loaded;
  }

  /** Every document takes one, so a balance that falls meets each number once. */
  #tellOfLowCredit({ id: organizationId, lowCredit }: Organization, credit: number | null): void {
    if (credit === null || credit !== lowCredit) return;
    const { tell, now } = this.#needs;
    tell({ organizationId, event: 'credit.low', at: now(), facts: { credit, lowCredit } });
  }

  async #charge(order: RequestOrder, finished: FinishedDocument, paid: Paid): Promise<FinishedDocument> {
    try {
      order.signal.throwIfAborted();
      noteFacts(order, finished);
      const completes =
        order.attempt && (await timed(order.stages, 'keep', () => this.#completion(order, finished, paid)));
      const { uncounted } = order.use;
      const { version: _version, loaded: _loaded, at: _at, ...what } = paid;
      const began = performance.now();
      const at = this.#needs.now();
      const { organization, actor } = order.caller;
      const call = order.call && chargedCall(order.call, order.stages, finished, { caller: actor, at });
      const { charged, balance, outdated, lost, verdict } = await this.#needs.store.credit.charge({
        organizationId: organization.id,
        ...what,
        ...(call && { call }),
        ...(completes && { completes }),
        ...(uncounted !== undefined && { generateLimit: uncounted }),
        format: finished.request.output,
        requestId: order.requestId,
        at,
      });
      order.stages?.note('charge', began);
      order.use.settle(verdict);
      if (lost) throw stillRunning();
      if (outdated) throw new TemplateChanged();
      if (!charged) throw insufficientCredit();
      if (order.call && call) order.call.written = { id: call.id, at };
      this.#tellOfLowCredit(organization, balance);
      // Many are paid for at once, and their answers take as long as their making.
      await this.#turns.run(organization.id, ANSWER_MS, () => undefined);
      return finished;
    } catch (error) {
      finished.document.dispose();
      throw error;
    }
  }

  /** What failed with a version that is not the one any more says nothing: it is forgotten, and tried again. */
  async #isOutdated({ isRemembered, template, version, label }: Resolved, error: unknown): Promise<boolean> {
    if (!isRemembered || template === undefined) return false;
    const { organizationId, key, id, name } = template;
    const current =
      error instanceof TemplateChanged
        ? undefined
        : await this.#needs.templates.find(organizationId, key, label).catch(() => undefined);
    if (
      current?.template.id === id &&
      current.template.name === name &&
      current.version.number === version?.number
    )
      return false;
    this.#newest.forget(organizationId, key, label);
    return true;
  }
}

type Job = ReturnType<typeof jobOf> & { readonly now?: number };

const jobOf = ({ caller, requestId, signal, stages }: RequestOrder) => ({
  organizationId: caller.organization.id,
  defaults: caller.organization.defaults,
  requestId,
  signal,
  stages,
});

const insufficientCredit = (): PlatenError =>
  new PlatenError('insufficient_credit', 'The organization has no credit left for another document.', {
    hint: 'Whoever runs this server can add credit.',
  });

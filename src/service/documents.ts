/**
 * generate :: request body → FinishedDocument, paid for
 * preview :: request body → FinishedDocument, free of charge and marked as what it is
 *
 * Rendered first, charged once it is there, handed out after the charge is committed: a failed generation costs
 * nothing, and neither does one whose caller has hung up.
 */
import { PlatenError } from '../errors.ts';
import type { Caller } from './authenticator.ts';
import type { Template } from './model.ts';
import type {
  GeneratedDocument,
  GenerateJob,
  GenerateRequest,
  Renderer,
  Store,
  TemplateBytes,
} from './ports.ts';
import type { TemplatePrograms } from './template-programs.ts';
import { templateKeyOf } from './template-rules.ts';
import type { Templates } from './templates.ts';

export interface DocumentOrder {
  readonly caller: Caller;
  readonly requestId: string;
  /** As it came; the worker parses it. */
  readonly body: Uint8Array;
  readonly signal: AbortSignal;
}

export interface FinishedDocument extends GeneratedDocument {
  readonly template: Template;
}

const PREVIEW_MARK = 'PREVIEW';

interface Needs {
  readonly store: Pick<Store, 'organizations' | 'credit' | 'usage'>;
  readonly renderer: Renderer;
  readonly templates: Templates;
  readonly programs: TemplatePrograms;
  readonly now: () => number;
  /** A failure that the caller should not suffer from: counting statistics. */
  readonly onError: (error: unknown) => void;
}

/** What the worker found in the body, once it has looked. */
interface Resolved {
  request?: GenerateRequest;
  template?: Template;
}

export class Documents {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async generate(order: DocumentOrder): Promise<FinishedDocument> {
    await this.#refuseWithoutCredit(order.caller);
    const resolved: Resolved = {};
    try {
      return await this.#charge(order, await this.#render(order, resolved));
    } catch (error) {
      if (!order.signal.aborted) this.#countFailure(order.caller, resolved, error);
      throw error;
    }
  }

  /** A PDF with a mark across each page. Neither it nor its failure is counted. */
  preview(order: DocumentOrder): Promise<FinishedDocument> {
    return this.#render(order, {}, { output: 'PDF', watermark: PREVIEW_MARK });
  }

  async #render(
    { caller, requestId, body, signal }: DocumentOrder,
    resolved: Resolved,
    terms: Pick<GenerateJob, 'output' | 'watermark'> = {},
  ): Promise<FinishedDocument> {
    const { id, defaults } = caller.organization;
    const generated = await this.#needs.renderer.generate({
      organizationId: id,
      requestId,
      body,
      defaults,
      signal,
      ...terms,
      resolve: (request) => this.#resolve(caller, request, resolved),
    });
    const { template } = resolved;
    if (template === undefined) throw new Error('the renderer finished without asking for the template');
    return { ...generated, template };
  }

  /** Early, so that no work is done for nothing. The caller's record may be half a second old: ask before refusing. */
  async #refuseWithoutCredit({ organization }: Caller): Promise<void> {
    if (organization.credit !== 0) return;
    const current = await this.#needs.store.organizations.get(organization.id);
    if (current?.credit === 0) throw insufficientCredit();
  }

  async #resolve(caller: Caller, request: GenerateRequest, resolved: Resolved): Promise<TemplateBytes> {
    const organizationId = caller.organization.id;
    const key = templateKeyOf(request.templateKey);
    const { template, version } = await this.#needs.templates.find(organizationId, key, request.version);
    resolved.request = request;
    resolved.template = template;
    return this.#needs.programs.load(organizationId, version);
  }

  async #charge(order: DocumentOrder, finished: FinishedDocument): Promise<FinishedDocument> {
    const { template } = finished;
    try {
      order.signal.throwIfAborted();
      const { charged } = await this.#needs.store.credit.charge({
        organizationId: order.caller.organization.id,
        templateId: template.id,
        templateKey: template.key,
        format: finished.request.output,
        requestId: order.requestId,
        at: this.#needs.now(),
      });
      if (!charged) throw insufficientCredit();
      return finished;
    } catch (error) {
      finished.document.dispose();
      throw error;
    }
  }

  /** Only for templates that exist: a key that a caller made up must not grow the statistics. */
  #countFailure(caller: Caller, { request, template }: Resolved, error: unknown): void {
    if (request === undefined || template === undefined) return;
    const { store, now, onError } = this.#needs;
    store.usage
      .recordFailure({
        organizationId: caller.organization.id,
        templateKey: template.key,
        format: request.output,
        code: error instanceof PlatenError ? error.code : 'internal_error',
        at: now(),
      })
      .catch(onError);
  }
}

const insufficientCredit = (): PlatenError =>
  new PlatenError('insufficient_credit', 'The organization has no credit left for another document.', {
    hint: 'Whoever runs this server can add credit.',
  });

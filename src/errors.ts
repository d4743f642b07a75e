/**
 * The one error type of the house, and the registry of every code that may leave it.
 *
 * A PlatenError speaks to three readers. The caller gets `code`, `message`, `hint` and `details`; the operator gets
 * `cause` in the log; metrics get `code`, which is bounded by this registry. Anything thrown that is not a
 * PlatenError is a bug in Platen and is shown to callers as `internal_error` and nothing more.
 *
 * Codes are public: renaming one breaks callers. `docs/errors.md` lists each, and a test holds the two together.
 */

/** What went wrong, from the point of view of who can mend it. `http/` maps a kind to a status. */
export type ErrorKind =
  | 'invalid' // the request or the file: 400
  | 'unauthorized' // no valid API key: 401
  | 'unpaid' // not enough credit: 402
  | 'forbidden' // a valid key without the scope: 403
  | 'not_found' // 404
  | 'not_allowed' // method: 405
  | 'timed_out' // the request took too long to arrive: 408
  | 'conflict' // 409
  | 'gone' // 410
  | 'too_large' // 413
  | 'out_of_range' // no byte of the file is in the range: 416
  | 'contradictory' // well-formed, but not what the same key stood for before: 422
  | 'limited' // 429
  | 'internal' // 500
  | 'unavailable'; // busy, or a part is not installed: 503

interface CodeInfo {
  readonly kind: ErrorKind;
  /** One sentence for docs/errors.md and for people; the message of an instance is more specific. */
  readonly summary: string;
}

const code = (kind: ErrorKind, summary: string): CodeInfo => ({ kind, summary });

export const ERROR_CODES = {
  // Requests
  bad_request: code('invalid', 'The request is malformed, or a field is missing or has the wrong type.'),
  bad_json: code('invalid', 'The body is not valid JSON.'),
  bad_multipart: code('invalid', 'The multipart body is malformed or ended early.'),
  bad_template_key: code('invalid', 'The template key is empty, too long or holds control characters.'),
  bad_template_name: code('invalid', 'The template name is empty, too long or holds control characters.'),
  bad_delimiter: code('invalid', 'The delimiter is not one of the four that exist.'),
  bad_cursor: code('invalid', 'The cursor of a list request was not made by this service.'),
  version_conflict: code(
    'conflict',
    'Somebody else has changed it: another version, draft, label or sample set is there than the one that the caller names.',
  ),
  storage_limit: code(
    'conflict',
    'The organization keeps as many templates, versions or bytes of them as it may.',
  ),
  template_exists: code('invalid', 'Upload was called with a key that already has a template.'),
  template_in_use: code('invalid', 'The template that is to be deleted is included by others.'),
  prelude_invalid: code(
    'invalid',
    'The prelude has definitions that cannot be read, or breaks templates that use it.',
  ),
  unsupported_media_type: code('invalid', 'The Content-Type is not one that the operation takes.'),
  body_too_large: code('too_large', 'The request body or the uploaded file is larger than the limit.'),
  bad_idempotency_key: code('invalid', 'The Idempotency-Key is empty, too long or not printable ASCII.'),
  idempotency_key_reused: code(
    'contradictory',
    'The Idempotency-Key was used for another request within the last 24 hours.',
  ),
  idempotency_running: code('conflict', 'The first request with this Idempotency-Key is still running.'),
  idempotency_lost: code(
    'conflict',
    'The request was done and paid for, and its document cannot be made again byte for byte.',
  ),
  request_timeout: code('timed_out', 'The request took longer than the limit to arrive.'),
  route_not_found: code('not_found', 'No operation lives at this path.'),
  method_not_allowed: code('not_allowed', 'The path exists, but not with this method; see the Allow header.'),

  // Who is asking, and how much
  unauthorized: code('unauthorized', 'The API key is missing, malformed, unknown, expired or revoked.'),
  forbidden: code(
    'forbidden',
    'The API key lacks the scope, or the person the role, that the operation needs.',
  ),
  bad_credentials: code('unauthorized', 'The e-mail address and the password do not belong together.'),
  session_expired: code('unauthorized', 'The session has ended; sign in again.'),
  csrf: code(
    'forbidden',
    'A request with a session cookie did not come from the console: it lacks `Platen-Console: 1` or has a foreign Origin.',
  ),
  person_needed: code('forbidden', 'The operation is for people who are signed in, not for API keys.'),
  insufficient_credit: code('unpaid', 'The organization has no credit left for another document.'),
  rate_limited: code('limited', 'The organization has used up its requests for this minute.'),
  too_many_failures: code(
    'limited',
    'Too many failed authentications came from this address, or too many attempts were made for one account.',
  ),

  // Templates and their files
  template_not_found: code('not_found', 'The organization has no template with this key.'),
  job_not_found: code('not_found', 'The organization has no job with this id.'),
  job_unfinished: code('conflict', 'The job has not ended yet; try again after the time in Retry-After.'),
  job_without_result: code('conflict', 'The job has failed or was cancelled, so it has no result.'),
  bad_range: code('out_of_range', 'The Range header asks for a part behind the end of the file.'),
  result_expired: code('gone', 'The result of the job is not kept any more.'),
  batch_cancelled: code('conflict', 'Of a record: its batch was called off before it was made.'),
  too_many_failed_records: code(
    'invalid',
    'The batch was stopped because more records failed than `maxFailures` allows.',
  ),
  no_documents: code(
    'invalid',
    'None of the records of the batch has become a document; its report says why.',
  ),
  too_many_jobs: code('limited', 'The organization has as many jobs waiting as it may.'),
  webhook_not_found: code('not_found', 'The organization has no webhook with this id.'),
  delivery_not_found: code('not_found', 'The webhook has no delivery with this id.'),
  too_many_webhooks: code('conflict', 'The organization has as many webhooks as it may.'),
  version_not_found: code('not_found', 'The template has no version with this number.'),
  draft_not_found: code('not_found', 'The template has no draft.'),
  label_not_found: code('not_found', 'The template has no label of this name.'),
  sample_not_found: code('not_found', 'The template has no sample set of this name.'),
  not_docx: code('invalid', 'The file is not a DOCX file.'),
  docx_encrypted: code('invalid', 'The file is protected with a password and cannot be read.'),
  docx_macros: code('invalid', 'The file is a macro-enabled document (DOCM); save it as DOCX.'),
  docx_damaged: code('invalid', 'The file is a DOCX whose inside is damaged or incomplete.'),
  docx_unsafe: code(
    'invalid',
    'The file holds something that no Word document needs, such as a DTD or a path that leaves the package.',
  ),
  docx_too_big: code('too_large', 'The file unpacks to more than the limits allow.'),
  template_invalid: code(
    'invalid',
    'The template has errors; `details` lists all of them with their places.',
  ),

  // Files of records
  bad_source: code(
    'invalid',
    '`source` does not fit the file of records: the separator, the sheet, the row of names or the encoding.',
  ),
  records_encoding: code('invalid', 'The file of records is not valid in its encoding.'),
  records_columns: code(
    'invalid',
    'Names of columns are empty, there twice, or lead nowhere; `details` lists all of them.',
  ),
  records_damaged: code('invalid', 'The file of records is damaged, or is not of its kind.'),
  records_too_big: code('too_large', 'The file of records, or one record in it, is beyond the limits.'),

  // Bundles
  bundle_failed: code(
    'invalid',
    'Documents of a batch cannot become one file, because they do not fit together.',
  ),

  // Rendering
  data_invalid: code('invalid', 'The data does not fit the template; `details` says where.'),
  data_missing: code('invalid', 'With `missing: "error"`: paths that the template uses are not in the data.'),
  data_too_deep: code('invalid', 'The data is nested deeper than the limit.'),
  bad_option: code('invalid', 'A field of `options` has a value that is not allowed.'),
  render_budget: code(
    'invalid',
    'Rendering used up one of its budgets (steps, turns, memory, output, time).',
  ),
  render_timeout: code('invalid', 'Rendering took longer than the limit and was ended.'),
  render_memory: code('invalid', 'Rendering needed more memory than the limit and was ended.'),
  document_too_complex: code('invalid', 'The document cannot be laid out within the limits.'),

  // PDF
  pdf_unavailable: code(
    'unavailable',
    'LibreOffice was asked for, and is not installed, does not start or is not used here.',
  ),
  pdf_failed: code('invalid', 'The document could not be converted to PDF.'),
  font_invalid: code('invalid', 'A font file is damaged, or is of a kind that cannot be put into a PDF.'),
  pdf_timeout: code('invalid', 'Converting the document to PDF took longer than the limit and was ended.'),

  // The service itself
  busy: code('unavailable', 'The queue is full; try again after the time in Retry-After.'),
  shutting_down: code(
    'unavailable',
    'This server is shutting down; another one, or this one in a moment, will answer.',
  ),
  not_ready: code('unavailable', 'A part that the service needs is not ready.'),
  process_killed: code(
    'unavailable',
    'The process that worked on the document was killed from outside, and so was the next one; the machine may be out of memory.',
  ),
  bad_backup: code(
    'invalid',
    'A backup cannot be read, or does not fit the database that it is restored to.',
  ),
  internal_error: code('internal', 'Something failed inside Platen; the log has it under the request id.'),

  // People
  bad_email: code('invalid', 'The e-mail address is not one.'),
  bad_person_name: code('invalid', 'The name of a person is empty, too long or holds control characters.'),
  bad_password: code('invalid', 'The password is too short or too long.'),
  email_taken: code('conflict', 'Somebody with this e-mail address has an account already.'),
  email_mismatch: code('forbidden', 'The invitation is for another e-mail address.'),
  link_not_found: code(
    'not_found',
    'The invitation or owner link was used already, was revoked, or has expired.',
  ),
  member_not_found: code('not_found', 'The organization has no such member.'),
  invitation_not_found: code('not_found', 'The organization has no such open invitation.'),
  last_owner: code('conflict', 'An organization must keep at least one owner.'),

  // Administration
  organization_not_found: code('not_found', 'No organization has this id or name.'),
  call_not_found: code('not_found', 'The log of calls has no call with this id.'),
  call_data_gone: code('conflict', 'What the call sent is not kept, or can’t be opened.'),
  api_key_not_found: code('not_found', 'No API key has this id or prefix.'),
  bad_admin_request: code('invalid', 'An administrative request has a value that is not allowed.'),
} as const satisfies Record<string, CodeInfo>;

export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * One thing wrong with a template or with data, and where. `code` is one of the problem codes that the stage which
 * found it declares (`template/problems.ts`), so it is a plain string here.
 */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** The part in words an author knows: "document", "header 2", "footnotes". */
  readonly part?: string;
  /** Counted from 1 within the part, with the text that stands around the place. */
  readonly paragraph?: { readonly number: number; readonly text: string };
  readonly cell?: { readonly row: number; readonly column: number };
  readonly tag?: string;
  /** For data: the path, as in `items[3].price`. */
  readonly path?: string;
}

interface ErrorExtras {
  readonly hint?: string;
  readonly details?: readonly Problem[];
  /** Seconds, for Retry-After. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

export class PlatenError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly details: readonly Problem[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.name = 'PlatenError';
    this.code = code;
    this.hint = extras.hint;
    this.details = extras.details;
    this.retryAfter = extras.retryAfter;
  }

  get kind(): ErrorKind {
    return ERROR_CODES[this.code].kind;
  }
}

/** A PlatenError as plain data: what crosses to another thread or process, where class identity and causes do not survive. */
export interface ErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly details?: readonly Problem[];
  readonly retryAfter?: number;
  /** For the log alone. */
  readonly stack?: string;
}

export const errorToData = (error: unknown): ErrorData => {
  if (!(error instanceof PlatenError)) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { code: 'internal_error', message: 'Something failed inside Platen.', stack };
  }
  return {
    code: error.code,
    message: error.message,
    ...(error.hint !== undefined && { hint: error.hint }),
    ...(error.details !== undefined && { details: error.details }),
    ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
    ...(error.stack !== undefined && { stack: error.stack }),
  };
};

export const errorFromData = (data: ErrorData): PlatenError =>
  new PlatenError(data.code, data.message, {
    ...(data.hint !== undefined && { hint: data.hint }),
    ...(data.details !== undefined && { details: data.details }),
    ...(data.retryAfter !== undefined && { retryAfter: data.retryAfter }),
    ...(data.stack !== undefined && { cause: data.stack }),
  });

/** A complaint about a value of the data, which the caller can mend. */
export const dataError = (message: string, hint?: string): PlatenError =>
  new PlatenError('data_invalid', message, hint === undefined ? {} : { hint });

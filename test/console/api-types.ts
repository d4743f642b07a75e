/**
 * The console's copy of the server's shapes (src/console/api/types.ts) against the schemas that the server describes
 * its answers with. Nothing here runs: `npm run types` fails where an answer no longer is what the console reads.
 */
import type { Static } from '@fastify/type-provider-typebox';
import type * as Console from '../../src/console/api/types.ts';
import type { AddedAnswer, ExamplesAnswer } from '../../src/http/routes/examples.ts';
import type { CallSchema } from '../../src/http/schemas/calls.ts';
import type { CompareAnswer } from '../../src/http/schemas/compare.ts';
import type { JobCreated, JobSchema } from '../../src/http/schemas/jobs.ts';
import type {
  ApiKeySchema,
  AuditSchema,
  LedgerSchema,
  NewApiKeySchema,
  OrganizationSchema,
  PreludeAnswer,
  UsageSchema,
} from '../../src/http/schemas/organization.ts';
import type { SampleAnswer, SamplesAnswer } from '../../src/http/schemas/samples.ts';
import type {
  InvitationSchema,
  InvitationShown,
  MemberSchema,
  SessionSchema,
} from '../../src/http/schemas/session.ts';
import type {
  DataReportSchema,
  DelimiterName,
  ErrorSchema,
  TemplateSchema,
} from '../../src/http/schemas/shared.ts';
import type { CheckAnswer, VersionsAnswer } from '../../src/http/schemas/template.ts';
import type { DeliverySchema, WebhookSchema } from '../../src/http/schemas/webhooks.ts';

type Fits<Read, Sent extends Read> = Sent;

export type Agreed = [
  Fits<Console.Organization, Static<typeof OrganizationSchema>>,
  Fits<Console.Prelude, Static<typeof PreludeAnswer>>,
  Fits<Omit<Console.Call, 'stages'>, Omit<Static<typeof CallSchema>, 'stages'>>,
  Fits<Console.ApiKey, Static<typeof ApiKeySchema>>,
  Fits<Console.NewApiKey, Static<typeof NewApiKeySchema>>,
  Fits<Console.TemplateVersions, Static<typeof VersionsAnswer>>,
  Fits<Console.Compared, Static<typeof CompareAnswer>>,
  Fits<Console.OpenedSampleSet, Static<typeof SampleAnswer>>,
  Fits<{ samples: readonly Console.CheckedSampleSet[] }, Static<typeof SamplesAnswer>>,
  Fits<Console.Usage, Static<typeof UsageSchema>>,
  Fits<Console.Ledger, Static<typeof LedgerSchema>>,
  // What an entry is about differs from action to action: the schema leaves it open.
  Fits<
    readonly Omit<Console.AuditEntry, 'subject'>[],
    readonly Omit<Static<typeof AuditSchema>['entries'][number], 'subject'>[]
  >,
  Fits<Console.Session, Static<typeof SessionSchema>>,
  Fits<Console.Member, Static<typeof MemberSchema>>,
  Fits<Console.Invitation, Static<typeof InvitationShown>>,
  Fits<Console.PendingInvitation, Static<typeof InvitationSchema>>,
  // These words the console also sends: it may know neither more nor fewer.
  Fits<Console.Scope, Static<typeof ApiKeySchema>['scopes'][number]>,
  Fits<Static<typeof ApiKeySchema>['scopes'][number], Console.Scope>,
  Fits<Console.Delimiter, Static<typeof DelimiterName>>,
  Fits<Static<typeof DelimiterName>, Console.Delimiter>,
  Fits<Console.Role, Static<typeof MemberSchema>['role']>,
  Fits<Static<typeof MemberSchema>['role'], Console.Role>,
  Fits<readonly Console.Example[], Static<typeof ExamplesAnswer>['examples']>,
  Fits<Console.AddedExamples, Static<typeof AddedAnswer>>,
  Fits<Console.Template, Static<typeof TemplateSchema>>,
  Fits<readonly Console.TemplateVersion[], Static<typeof VersionsAnswer>['versions']>,
  // An inspection is a schema of its own, which a type can't follow.
  Fits<Omit<Console.TemplateCheck, 'inspection'>, Omit<Static<typeof CheckAnswer>, 'inspection'>>,
  Fits<Console.DataReport, Static<typeof DataReportSchema>>,
  Fits<Console.Job, Static<typeof JobSchema>>,
  Fits<Console.NewJob, Static<typeof JobCreated>>,
  Fits<Console.Webhook, Static<typeof WebhookSchema>>,
  Fits<Console.WebhookEvent, Static<typeof WebhookSchema>['events'][number]>,
  Fits<Static<typeof WebhookSchema>['events'][number], Console.WebhookEvent>,
  Fits<Console.Delivery, Static<typeof DeliverySchema>>,
  Fits<Console.ErrorBody, Static<typeof ErrorSchema>>,
];

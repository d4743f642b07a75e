/**
 * The console's copy of the server's shapes (`types.ts` and its neighbours in src/console/api) against the schemas that the server describes
 * its answers with. Nothing here runs: `npm run types` fails where an answer no longer is what the console reads.
 */
import type { Static } from '@fastify/type-provider-typebox';
import type * as Activity from '../../src/console/api/activity-types.ts';
import type * as Settings from '../../src/console/api/settings-types.ts';
import type * as Console from '../../src/console/api/types.ts';
import type * as Versions from '../../src/console/api/version-types.ts';
import type { AddedAnswer, ExamplesAnswer } from '../../src/http/routes/examples.ts';
import type { CallSchema } from '../../src/http/schemas/calls.ts';
import type { CompareAnswer } from '../../src/http/schemas/compare.ts';
import type { LintAnswer } from '../../src/http/schemas/document-map.ts';
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
  EvaluateAnswer,
  TemplateSchema,
} from '../../src/http/schemas/shared.ts';
import type { CheckAnswer, VersionsAnswer } from '../../src/http/schemas/template.ts';
import type { DeliverySchema, WebhookSchema } from '../../src/http/schemas/webhooks.ts';

type Fits<Read, Sent extends Read> = Sent;

export type Agreed = [
  Fits<{ readonly results: readonly Console.EvaluatedExpression[] }, Static<typeof EvaluateAnswer>>,
  Fits<Settings.Organization, Static<typeof OrganizationSchema>>,
  Fits<Settings.Prelude, Static<typeof PreludeAnswer>>,
  Fits<Omit<Activity.Call, 'stages'>, Omit<Static<typeof CallSchema>, 'stages'>>,
  Fits<Settings.ApiKey, Static<typeof ApiKeySchema>>,
  Fits<Settings.NewApiKey, Static<typeof NewApiKeySchema>>,
  Fits<Versions.TemplateVersions, Static<typeof VersionsAnswer>>,
  Fits<Versions.LintAnswer, Static<typeof LintAnswer>>,
  Fits<Versions.Compared, Static<typeof CompareAnswer>>,
  Fits<Versions.OpenedSampleSet, Static<typeof SampleAnswer>>,
  Fits<{ samples: readonly Versions.CheckedSampleSet[] }, Static<typeof SamplesAnswer>>,
  Fits<Settings.Usage, Static<typeof UsageSchema>>,
  Fits<Settings.Ledger, Static<typeof LedgerSchema>>,
  // What an entry is about differs from action to action: the schema leaves it open.
  Fits<
    readonly Omit<Settings.AuditEntry, 'subject'>[],
    readonly Omit<Static<typeof AuditSchema>['entries'][number], 'subject'>[]
  >,
  Fits<Console.Session, Static<typeof SessionSchema>>,
  Fits<Settings.Member, Static<typeof MemberSchema>>,
  Fits<Console.Invitation, Static<typeof InvitationShown>>,
  Fits<Settings.PendingInvitation, Static<typeof InvitationSchema>>,
  // These words the console also sends: it may know neither more nor fewer.
  Fits<Settings.Scope, Static<typeof ApiKeySchema>['scopes'][number]>,
  Fits<Static<typeof ApiKeySchema>['scopes'][number], Settings.Scope>,
  Fits<Console.Delimiter, Static<typeof DelimiterName>>,
  Fits<Static<typeof DelimiterName>, Console.Delimiter>,
  Fits<Console.Role, Static<typeof MemberSchema>['role']>,
  Fits<Static<typeof MemberSchema>['role'], Console.Role>,
  Fits<readonly Console.Example[], Static<typeof ExamplesAnswer>['examples']>,
  Fits<Console.AddedExamples, Static<typeof AddedAnswer>>,
  Fits<Console.Template, Static<typeof TemplateSchema>>,
  Fits<readonly Versions.TemplateVersion[], Static<typeof VersionsAnswer>['versions']>,
  // An inspection is a schema of its own, which a type can't follow.
  Fits<Omit<Console.TemplateCheck, 'inspection'>, Omit<Static<typeof CheckAnswer>, 'inspection'>>,
  Fits<Console.DataReport, Static<typeof DataReportSchema>>,
  Fits<Activity.Job, Static<typeof JobSchema>>,
  Fits<Activity.NewJob, Static<typeof JobCreated>>,
  Fits<Activity.Webhook, Static<typeof WebhookSchema>>,
  Fits<Activity.WebhookEvent, Static<typeof WebhookSchema>['events'][number]>,
  Fits<Static<typeof WebhookSchema>['events'][number], Activity.WebhookEvent>,
  Fits<Activity.Delivery, Static<typeof DeliverySchema>>,
  Fits<Console.ErrorBody, Static<typeof ErrorSchema>>,
];

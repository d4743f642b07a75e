/**
 * The order of the files in a run: the long ones begin first, so that no worker is left alone with one at the end.
 * Vitest itself knows how long a file takes only where it has run before, which is never so in CI. The order of the
 * projects matters as well: a worker is kept for the next file only where that is of the same project.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const PROJECTS = ['alone', 'browser', 'service', 'parts', 'undisturbed'];

/** Files of more than five seconds, the longest first. What is missing here goes by its size, as always. */
const LONG = [
  'convert/engines',
  'workers/renderer',
  'api/crash',
  'api/threads',
  'api/machines',
  // Its processes start slowly beside the checks, which run in the first minute.
  'convert/office-pool',
  'store/archive',
  'cli/admin',
  'cli/people',
  'cli/documents',
  'cli/batch',
  'api/nodes',
  'api/session-nodes',
  'store/migrations',
  'store/sqlite-file',
  'api/shutdown',
  'api/memory',
  'cli/serve',
  'api/large-documents',
  'convert/pdf-options',
  'store/postgres-server',
  'convert/hostile',
  'store/crash',
  'console/template-workspace',
  'console/screens',
  'console/template-preview',
  'console/template-map',
  'console/template-survives',
  'console/trouble',
  'console/uploads',
  'console/batch',
  'console/day',
  'api/attacks',
  'api/database-trips',
  'api/random-requests',
  'api/batches',
  'api/slow-readers',
  'api/webhooks',
  'api/telemetry',
  'api/calls',
  'api/personal-data',
  'api/routes',
  'api/map',
  'workers/map',
  'api/brute-force',
  'bundles/pdf',
  'bundles/docx',
  'wml/properties-used',
  'api/body-shares',
  'api/session',
  'api/oidc',
  'api/members',
  'api/keys-and-limits',
  'api/drafts-labels-samples',
  'api/records',
  'records/big-files',
  'template/expression/memory',
  'template/hostile-text',
  'template/bad-input',
  'template/expression/fuzz',
  'template/expression/budget',
].map((name) => `/test/${name}.test.ts`);

const placeOf = (all: readonly string[], matches: (one: string) => boolean): number => {
  const at = all.findIndex(matches);
  return at === -1 ? all.length : at;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const project = ({ project: { name } }: TestSpecification) => placeOf(PROJECTS, (one) => one === name);
    const length = ({ moduleId }: TestSpecification) => placeOf(LONG, (one) => moduleId.endsWith(one));
    const bySize = await super.sort(files);
    return bySize.toSorted((a, b) => project(a) - project(b) || length(a) - length(b));
  }
}

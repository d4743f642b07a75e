/** resultsKeptUntil :: organization → until when a result is kept that is there now */
import type { OrganizationStore } from '../ports.ts';

const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 24;

export const resultsKeptUntil =
  (organizations: Pick<OrganizationStore, 'get'>, now: () => number) =>
  async (organizationId: string): Promise<number> => {
    const hours = (await organizations.get(organizationId))?.resultHours ?? DEFAULT_HOURS;
    return now() + hours * HOUR_MS;
  };

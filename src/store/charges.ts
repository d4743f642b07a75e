/** chargeInGroups :: (Charge[] → ChargeOutcome[]) → (Charge → ChargeResult): one commit for all that wait. */
import type { Charge, ChargeResult, CreditStore } from '../service/ports.ts';
import { type Database, noOrganization } from './database.ts';
import { type GroupOptions, inGroups } from './group-commit.ts';

export const chargeInGroups = (commit: Database['chargeAll'], options: GroupOptions): CreditStore['charge'] =>
  inGroups<Charge, ChargeResult>(async (charges) => {
    const outcomes = await commit(charges);
    return charges.map(({ organizationId }, index) => outcomes[index] ?? noOrganization(organizationId));
  }, options);

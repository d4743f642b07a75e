import type { Role } from '../service/model.ts';
import type { Trx } from './database.ts';

export const upsertMember = async (
  trx: Trx,
  { organizationId, userId, role, at }: { organizationId: string; userId: string; role: Role; at: number },
): Promise<void> => {
  await trx
    .insertInto('members')
    .values({ organization_id: organizationId, user_id: userId, role, created_at: at })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet({ role }))
    .execute();
};

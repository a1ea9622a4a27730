import { scopeOf } from '@attain/domain/access/permissions';
import type { Period } from '@attain/domain/base/period';
import type { Actor } from '../../../base/actor.ts';
import type { TenantTx } from '../../../db/database.ts';
import { reaches, reachOf } from '../../participants/visible-participants.ts';
import { readerOf, seesPeriodPay } from '../publications.ts';

const noPay = 'You don’t have access to pay. Attainment only.';
const notPublished = 'Pay for this period appears once it is published.';

/** Whose pay of the period the actor may see, and why none of it. */
export async function payOf(
  tx: TenantTx,
  actor: Actor,
  of: { planId: string; period: Period; today: string; missing: readonly string[] },
): Promise<{ seesPay: (id: string) => boolean; hidden: string | null }> {
  if (scopeOf(actor.roles, 'read:payouts') === null) return { seesPay: () => false, hidden: noPay };
  if (!(await seesPeriodPay(tx, readerOf(actor, 'read:payouts'), of)))
    return { seesPay: () => false, hidden: notPublished };
  if (of.missing.length > 0)
    return {
      seesPay: () => false,
      hidden: `Pay appears once ${of.missing.join(', ')} ${of.missing.length === 1 ? 'is' : 'are'} calculated.`,
    };
  const reach = await reachOf(tx, actor, 'read:payouts');
  return { seesPay: (id) => reaches(reach, id, of.period), hidden: null };
}

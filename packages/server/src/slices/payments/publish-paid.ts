import type { TenantTx } from '../../db/database.ts';
import { savePublication } from '../calculations/publish-calculation.ts';
import { selectPaidPeriods } from './sources-store.ts';

/** Publishes the periods that posted payments pay: nobody is paid for results they can't see (ACCESS-29). */
export async function publishPaid(
  tx: TenantTx,
  id: string,
  stamp: { by: string; at: string },
): Promise<void> {
  for (const period of await selectPaidPeriods(tx, id))
    await savePublication(tx, period, { audience: 'payees', ...stamp });
}

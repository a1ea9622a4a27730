import type { CustomerPaid } from '@attain/domain/payments/payment';
import type { TenantTx } from '../../db/database.ts';
import { selectCustomerPaid } from './receipt-store.ts';

/** What customers paid for deals up to a day, by deal; deals without payments are left out. */
export async function customersPaid(
  tx: TenantTx,
  dealIds: readonly string[],
  lastDay: string,
): Promise<ReadonlyMap<string, CustomerPaid>> {
  const found = await selectCustomerPaid(tx, [...new Set(dealIds)], lastDay);
  return new Map(found.map((one) => [one.dealId, one]));
}

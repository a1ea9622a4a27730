import { decimal, ZERO } from '@attain/domain/base/decimal';
import { moneyInWords } from '../../base/money-in-words.ts';
import type { TenantTx } from '../../db/database.ts';
import { customersPaid } from '../records/customer-paid.ts';
import { selectHeldOfDeal, selectPaidByCustomer } from './receipts-store.ts';

interface WaitingDeal {
  readonly id: string;
  readonly amount: string;
  readonly currency: string | null;
  /** The components that credit it to the payee. */
  readonly components: readonly { readonly componentId: string; readonly componentName: string }[];
}

interface PaidPeriod {
  readonly runId: string;
  readonly planId: string;
  readonly participantId: string;
  readonly currency: string;
  readonly period: { readonly from: string; readonly to: string };
  readonly today: string;
}

/** Says which pay of a deal waits for its customer; null: none does (PAYM-32). */
export async function whyDealWaits(
  tx: TenantTx,
  deal: WaitingDeal,
  { runId, planId, participantId, currency, period, today }: PaidPeriod,
): Promise<string | null> {
  const held = await selectHeldOfDeal(tx, { participantId, dealId: deal.id, planId, ...period });
  const dealCurrency = deal.currency ?? currency;
  const receipts = (await customersPaid(tx, [deal.id], today)).get(deal.id)?.receipts ?? [];
  const paid = receipts.find((one) => one.currency === dealCurrency)?.amount ?? '0';
  const soFar = `The customer has paid ${moneyInWords(paid, dealCurrency)} of ${moneyInWords(deal.amount, dealCurrency)}.`;
  if (held.length > 0) {
    const open = held.filter((one) => decimal(one.held).gt(ZERO));
    if (open.length === 0) return null;
    const parts = open.map((one) => `${moneyInWords(one.held, one.currency)} of ${one.componentName}`);
    return `Held until the customer pays: ${parts.join(', ')}. ${soFar}`;
  }
  const byCustomer = await selectPaidByCustomer(tx, runId);
  const waiting = deal.components.filter(({ componentId }) => byCustomer.includes(componentId));
  if (waiting.length === 0 || decimal(paid).gte(decimal(deal.amount))) return null;
  return `${waiting.map(({ componentName }) => componentName).join(', ')} is held until the customer pays. ${soFar}`;
}

import type { Period } from '@attain/domain/base/period';
import type {
  Adjustment,
  CustomerPaid,
  HeldForReceipt,
  LineOnReceipt,
} from '@attain/domain/payments/payment';
import { customersMove } from '@attain/domain/payments/receipts';
import type { TenantTx } from '../../db/database.ts';
import { customersPaid } from '../records/customer-paid.ts';
import type { AccountName } from './balances-store.ts';
import { selectHeldForReceipts, selectLinesOnReceipt, selectPaidVersions } from './receipts-store.ts';
import type { PaymentSource } from './sources-store.ts';

/** How pay is rounded to the smallest unit of its currency. */
export const PAY_ROUNDING = 'HALF_UP';

/** What of an account waits for customers, and what they paid. */
interface Waiting {
  readonly lines: LineOnReceipt[];
  readonly held: HeldForReceipt[];
  readonly paid: CustomerPaid[];
  /** True: what customers paid changes what is held. */
  readonly isMoved: boolean;
}

/** What a payment run takes in: calculations, and overrides of lines by account. */
interface Taken {
  readonly sources: readonly PaymentSource[];
  readonly adjustments: ReadonlyMap<string, readonly Adjustment[]>;
}

/** What waits for customers, and what they paid by the period's last day, by account (PAYM-32). */
export async function waitingForCustomers(
  tx: TenantTx,
  period: Pick<Period, 'to'>,
  taken: Taken,
): Promise<ReadonlyMap<string, Waiting>> {
  const held = await selectHeldForReceipts(tx);
  const lines = await linesOnReceipt(tx, held, taken);
  const dealIds = [...held, ...lines.flatMap(({ deals }) => deals)].map(({ dealId }) => dealId);
  const paid = await customersPaid(tx, dealIds, period.to);
  const [linesOf, heldOf] = [Map.groupBy(lines, accountKey), Map.groupBy(held, accountKey)];
  const keys = new Set([...linesOf.keys(), ...heldOf.keys()]);
  return new Map(
    [...keys].map((key) => {
      const own = { lines: linesOf.get(key) ?? [], held: heldOf.get(key) ?? [] };
      const deals = [...own.held, ...own.lines.flatMap(({ deals }) => deals)].map(({ dealId }) => dealId);
      const customerPaid = [...new Set(deals)].flatMap((id) => paid.get(id) ?? []);
      const isMoved = customersMove({
        currency: [...own.lines, ...own.held][0]?.currency ?? '',
        ...{ customerPaid, opening: { onReceipt: own.held }, pay: { rounding: PAY_ROUNDING } },
      });
      return [key, { ...own, paid: customerPaid, isMoved }] as const;
    }),
  );
}

/** True if what customers paid by the period's last day changes what posted payments held. */
export async function customersMoved(tx: TenantTx, period: Pick<Period, 'to'>): Promise<boolean> {
  const waiting = await waitingForCustomers(tx, period, { sources: [], adjustments: new Map() });
  return [...waiting.values()].some(({ isMoved }) => isMoved);
}

/** Names an account as the maps of payments do. */
export function accountKey({ participantId, currency }: AccountName): string {
  return JSON.stringify([participantId, currency]);
}

/**
 * Lines paid now whose component waits for customers; of paid lines that wait or did, newer versions and those overridden now.
 * A component that lost the term, or a payee who lost the line, has no deals left.
 */
async function linesOnReceipt(
  tx: TenantTx,
  held: readonly (AccountName & HeldForReceipt)[],
  { sources, adjustments }: Taken,
): Promise<(AccountName & LineOnReceipt)[]> {
  const overridden = await overriddenLines(tx, held, { sources, adjustments });
  const runIds = [
    ...sources.map(({ calculationId }) => calculationId),
    ...overridden.map(({ runId }) => runId),
  ];
  const found = Map.groupBy(await selectLinesOnReceipt(tx, [...new Set(runIds)]), ({ runId }) => runId);
  const paidNow = sources.flatMap<AccountName & LineOnReceipt>(
    ({ calculationId: runId, originalId, planId, periodKey, days }) => {
      const place = { runId, planId, periodKey, days };
      const now = found.get(runId) ?? [];
      if (originalId === null) return now.map((line) => ({ ...line, ...place, when: 'now' }));
      const before = held.filter((one) => one.planId === planId && one.days === days);
      const none = before.map(({ participantId, currency, componentId, componentName }) => ({
        ...{ participantId, currency, componentId, componentName, pays: '0', deals: [] },
      }));
      const lines = new Map([...none, ...now].map((line) => [lineKey(line), line]));
      return [...lines.values()].map((line) => ({ ...line, ...place, when: 'recalculated' }));
    },
  );
  const earlier = overridden.flatMap<AccountName & LineOnReceipt>((one) => {
    const line = found.get(one.runId)?.find((other) => lineKey(other) === lineKey(one));
    const { planId, periodKey, days } = one;
    return line === undefined ? [] : [{ ...line, planId, periodKey, days, when: 'overridden' }];
  });
  return [...paidNow, ...earlier];
}

/** Lines of earlier payments that wait, and that an adjustment overrides now, unless a newer version replaces them anyway. */
async function overriddenLines(
  tx: TenantTx,
  held: readonly (AccountName & HeldForReceipt)[],
  { sources, adjustments }: Taken,
): Promise<(AccountName & HeldForReceipt)[]> {
  const replaced = new Set(sources.map(({ planId, days }) => `${planId} ${days}`));
  const own = held.filter((one) => {
    if (replaced.has(`${one.planId} ${one.days}`)) return false;
    return (adjustments.get(accountKey(one)) ?? []).some(
      ({ line }) =>
        line !== undefined &&
        line.planId === one.planId &&
        line.days === one.days &&
        line.componentId === one.componentId,
    );
  });
  if (own.length === 0) return [];
  const versions = await selectPaidVersions(tx);
  return [...new Map(own.map((one) => [`${one.planId} ${one.days} ${lineKey(one)}`, one])).values()].map(
    (one) => ({
      ...one,
      runId: versions.get(`${one.planId} ${one.days}`) ?? one.runId,
    }),
  );
}

function lineKey(line: AccountName & { readonly componentId: string }): string {
  return `${accountKey(line)} ${line.componentId}`;
}

import type { Period } from '@attain/domain/base/period';
import type {
  CustomerPaid,
  HeldForReceipt,
  LineOnReceipt,
  PriorPeriodDelta,
} from '@attain/domain/payments/payment';
import type { TenantTx } from '../../db/database.ts';
import { customersPaid } from '../records/customer-paid.ts';
import type { AccountName } from './balances-store.ts';
import { selectHeldForReceipts, selectLinesOnReceipt } from './receipts-store.ts';
import type { PaymentSource } from './sources-store.ts';

/** What of an account waits for customers, and what they paid. */
interface Waiting {
  readonly lines: LineOnReceipt[];
  readonly held: HeldForReceipt[];
  readonly paid: CustomerPaid[];
}

/** What a payment run takes in, with the changes of closed periods by account. */
interface Taken {
  readonly sources: readonly PaymentSource[];
  readonly priors: ReadonlyMap<string, readonly PriorPeriodDelta[]>;
}

/** What waits for customers, and what they paid by the period's last day, by account (PAYM-32). */
export async function waitingForCustomers(
  tx: TenantTx,
  period: Period,
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
      return [key, { ...own, paid: [...new Set(deals)].flatMap((id) => paid.get(id) ?? []) }] as const;
    }),
  );
}

/** Names an account as the maps of payments do. */
export function accountKey({ participantId, currency }: AccountName): string {
  return JSON.stringify([participantId, currency]);
}

/**
 * Lines paid now whose component waits for customers, and newer versions of paid lines that wait or did: a component that lost
 * the term, or a payee who lost the line, has no deals left.
 */
async function linesOnReceipt(
  tx: TenantTx,
  held: readonly (AccountName & HeldForReceipt)[],
  { sources, priors }: Taken,
): Promise<(AccountName & LineOnReceipt)[]> {
  const calculated = sources.map(({ calculationId }) => calculationId);
  const found = Map.groupBy(await selectLinesOnReceipt(tx, calculated), ({ runId }) => runId);
  return sources.flatMap<AccountName & LineOnReceipt>(
    ({ calculationId: runId, originalId, planId, periodKey, days }) => {
      const place = { runId, planId, periodKey, days };
      const now = found.get(runId) ?? [];
      if (originalId === null) return now.map((line) => ({ ...line, ...place, delta: null }));
      const before = held.filter((one) => one.planId === planId && one.days === days);
      const lines = new Map(
        [...before.map((one) => ({ ...one, deals: [] })), ...now].map((line) => [
          `${accountKey(line)} ${line.componentId}`,
          line,
        ]),
      );
      return [...lines.values()].map(({ participantId, currency, componentId, componentName, deals }) => {
        const changes = priors.get(accountKey({ participantId, currency })) ?? [];
        const change = changes.find(
          (one) => one.recalculatedRunId === runId && one.componentId === componentId,
        );
        const name = { participantId, currency, componentId, componentName };
        return { ...name, ...place, deals, delta: change?.delta ?? '0' };
      });
    },
  );
}

import type { Period } from '@attain/domain/base/period';
import { exchangeTable } from '@attain/domain/crediting/exchange';
import type {
  Earning,
  PayIn,
  PaymentInput,
  PaymentLimits,
  PriorPeriodDelta,
} from '@attain/domain/payments/payment';
import { priorPeriodDeltas } from '@attain/domain/payments/prior-periods';
import type { TenantTx } from '../../db/database.ts';
import {
  type AccountName,
  type OpenBalances,
  selectBalances,
  selectDraws,
  selectLimits,
  selectPayTo,
  selectRatesUpTo,
  takeAdjustments,
  takeClawbacks,
  takeReleases,
} from './balances-store.ts';
import { accountKey, PAY_ROUNDING, waitingForCustomers } from './receipts-of-payments.ts';
import {
  type PaidLine,
  type PaymentSource,
  selectDealsOnHold,
  selectOpenHolds,
  selectPaidLines,
} from './sources-store.ts';

/** Inputs of one payment, with the payee's name for the record. */
export interface PaymentAccount {
  readonly participantName: string;
  readonly input: PaymentInput;
}

/** All payees with something to pay or a balance, by participant and currency. Adds what it reads to the run. */
export async function paymentAccounts(
  tx: TenantTx,
  run: { id: string; period: Period },
  sources: readonly PaymentSource[],
): Promise<PaymentAccount[]> {
  const holds = await selectOpenHolds(tx, run.id);
  const releases = await takeReleases(tx, run.id);
  const clawbacks = byAccount(await takeClawbacks(tx, run.id));
  const adjustments = byAccount(await takeAdjustments(tx, { runId: run.id, lastDay: run.period.to }));
  const draws = byAccount(await selectDraws(tx, run.period.to));
  const limits = byAccount(await selectLimits(tx, run.period.to));
  const balances = await selectBalances(tx);
  const [carried, drawn, held] = [
    byAccount(balances.carried),
    byAccount(balances.draws),
    byAccount(balances.held),
  ];
  const { earnings, priors, names } = await earned(
    tx,
    sources,
    holds.flatMap(({ dealId }) => dealId ?? []),
  );
  const waiting = await waitingForCustomers(tx, run.period, { sources, adjustments });
  // a least is paid to who earned nothing too; a most limits only what there is
  const guaranteed = [...limits].flatMap(([key, [limit]]) => (limit?.minimum == null ? [] : [key]));
  const moved = [...waiting].flatMap(([key, one]) => (one.lines.length > 0 || one.isMoved ? [key] : []));
  const maps = [earnings, adjustments, priors, clawbacks, draws, carried, held];
  const due = [...maps.flatMap((map) => [...map.keys()]), ...moved];
  const keys = [...due, ...guaranteed];
  const accounts = [...new Set(keys)].sort().map((key) => JSON.parse(key) as [string, string]);
  const people = await selectPayTo(
    tx,
    accounts.map(([participantId]) => participantId),
  );
  const payIn = await payCurrencies(tx, run.period.to);
  return accounts.map(([participantId, currency]) => {
    const key = accountKey({ participantId, currency });
    const own = held.get(key) ?? [];
    const person = people.get(participantId);
    const customers = waiting.get(key);
    return {
      participantName: person?.name ?? names.get(participantId) ?? participantId,
      input: {
        participantId,
        period: run.period,
        currency,
        earnings: earnings.get(key) ?? [],
        adjustments: adjustments.get(key) ?? [],
        holds,
        releases,
        draws: draws.get(key) ?? [],
        clawbacks: clawbacks.get(key) ?? [],
        priorPeriods: priors.get(key) ?? [],
        limits: limitsOf(limits.get(key)?.[0]),
        ...(customers && { onReceipt: customers.lines, customerPaid: customers.paid }),
        opening: {
          ...carriedOf(carried.get(key)?.[0]),
          draws: drawn.get(key) ?? [],
          held: own,
          ...(customers && { onReceipt: customers.held }),
        },
        pay: payIn(currency, person?.currency ?? currency),
      },
    };
  });
}

function carriedOf(found: OpenBalances['carried'][number] | undefined) {
  return found === undefined ? { carried: '0' } : { carried: found.carried, carriedFrom: found.carriedFrom };
}

function limitsOf(found: PaymentLimits | undefined): PaymentLimits | null {
  return found === undefined ? null : { from: found.from, minimum: found.minimum, maximum: found.maximum };
}

/** Pay of the calculations, and changes by newer versions of closed ones, by account. */
async function earned(tx: TenantTx, sources: readonly PaymentSource[], dealsOnHold: readonly string[]) {
  const runIds = sources.flatMap(({ calculationId, originalId }) => [
    calculationId,
    originalId ?? calculationId,
  ]);
  const lines = await selectPaidLines(tx, [...new Set(runIds)]);
  const names = new Map(lines.map((line) => [line.participantId, line.participantName]));
  const byRun = Map.groupBy(lines, (line) => line.runId);
  const deals = Map.groupBy(await selectDealsOnHold(tx, runIds, dealsOnHold), lineKey);
  const earnings: (AccountName & Earning)[] = [];
  const priors: (AccountName & PriorPeriodDelta)[] = [];
  for (const source of sources) {
    const now = byRun.get(source.calculationId) ?? [];
    if (source.originalId === null)
      earnings.push(...now.map((line) => earningOf(line, source, deals.get(lineKey(line)))));
    else
      priors.push(...deltasOf(source, { original: byRun.get(source.originalId) ?? [], recalculated: now }));
  }
  return { earnings: byAccount(earnings), priors: byAccount(priors), names };
}

function earningOf(
  line: PaidLine,
  { planId, periodKey, days }: PaymentSource,
  deals: readonly { dealId: string; earned: string }[] = [],
): AccountName & Earning {
  const { participantName: _name, ...rest } = line;
  return { ...rest, planId, periodKey, days, deals: deals.map(({ dealId, earned }) => ({ dealId, earned })) };
}

function deltasOf(
  { planId, periodKey, calculationId, originalId }: PaymentSource,
  lines: { original: readonly PaidLine[]; recalculated: readonly PaidLine[] },
): (AccountName & PriorPeriodDelta)[] {
  const [original, recalculated] = [byAccount(lines.original), byAccount(lines.recalculated)];
  const keys = new Set([...recalculated.keys(), ...original.keys()]);
  return [...keys].flatMap((key) => {
    const [participantId, currency] = JSON.parse(key) as [string, string];
    const deltas = priorPeriodDeltas({
      periodKey,
      planId,
      currency,
      originalRunId: originalId ?? calculationId,
      recalculatedRunId: calculationId,
      original: original.get(key) ?? [],
      recalculated: recalculated.get(key) ?? [],
    });
    return deltas.map((delta) => ({ participantId, currency, ...delta }));
  });
}

/** How a currency is paid out in another: at the latest rate on or before the last day of the period (PAYM-15). */
async function payCurrencies(tx: TenantTx, lastDay: string): Promise<(from: string, to: string) => PayIn> {
  const rates = await selectRatesUpTo(tx, lastDay);
  const tables = new Map<string, ReturnType<typeof exchangeTable>>();
  return (from, to) => {
    if (from === to) return { currency: to, exchange: null, rounding: PAY_ROUNDING };
    const table = tables.get(to) ?? exchangeTable(rates, to);
    tables.set(to, table);
    return { currency: to, exchange: table.find(from, lastDay)?.shown ?? null, rounding: PAY_ROUNDING };
  };
}

function byAccount<T extends AccountName>(rows: readonly T[]): Map<string, T[]> {
  return Map.groupBy(rows, accountKey);
}

function lineKey(line: { runId: string; participantId: string; componentId: string }): string {
  return JSON.stringify([line.runId, line.participantId, line.componentId]);
}

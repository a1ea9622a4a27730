import type { Deal } from '@attain/domain/crediting/deal';
import type { PlanTest } from '@attain/domain/findings/plan-test';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import { messages } from './messages.ts';

/** Records of one type a test can hold (TEST-1). */
const maxRecords = 200;

/** Current pay of one of the payee's lines. */
export type PaidLine = { componentId: string; before: string };

/**
 * Creates a test from one payee's records in a period, expecting their current pay; fails with a message if there are too
 * many records. Roll-ups, leaves and earlier periods don't fit into a test; without them the test fails and shows the
 * difference.
 */
export function caseFromPayee(
  input: CalculationInput,
  lines: readonly PaidLine[],
): { ok: true; test: PlanTest } | { ok: false; message: string } {
  const { period, plan } = input;
  const payee = input.payeeIds?.[0] ?? '';
  const person = input.participants.find(({ id }) => id === payee);
  const deals = input.deals.filter((deal) => shareOf(deal, payee) !== null);
  const quotas = input.quotas.filter(
    (quota) => quota.participantId === payee && quota.from <= period.to && quota.to >= period.from,
  );
  const foreign = new Set(deals.flatMap(({ currency }) => (currency === plan.currency ? [] : [currency])));
  const rates = input.exchangeRates.filter(({ from, date }) => foreign.has(from) && date <= period.to);
  if (deals.length > maxRecords || quotas.length > maxRecords) {
    const message = messages.copy.tooMany(person?.name ?? payee, deals.length, period.key, maxRecords);
    return { ok: false, message };
  }
  const test: PlanTest = {
    name: messages.copy.name(person?.name ?? payee, period.key),
    period: period.key,
    payee: {
      ...(person?.targetVariableAnnual ? { targetVariableAnnual: person.targetVariableAnnual } : {}),
      ...(person?.commissionRatePercent ? { commissionRatePercent: person.commissionRatePercent } : {}),
      ...(person?.hiredOn ? { hiredOn: person.hiredOn } : {}),
      ...(person?.leftOn ? { leftOn: person.leftOn } : {}),
    },
    quotas: quotas.map(({ componentId, unit, from, to, amount, currency }) => ({
      ...(componentId === null ? {} : { componentId }),
      unit,
      from,
      to,
      amount,
      ...(currency === undefined ? {} : { currency }),
    })),
    deals: deals.map((deal) => testDeal(deal, payee)),
    // keep the newest ones
    exchangeRates: [...rates].sort((a, b) => (a.date < b.date ? 1 : -1)).slice(0, maxRecords),
    expect: { amounts: lines.map(({ componentId, before }) => ({ componentId, amount: before })) },
  };
  return { ok: true, test };
}

function testDeal(deal: Deal, payee: string): PlanTest['deals'][number] {
  const { amount, date, unit, currency, kind, product, territory, customer, approvedOn, ownFields } = deal;
  const share = shareOf(deal, payee) ?? '100';
  return {
    amount,
    date,
    unit,
    kind,
    ...(currency === null ? {} : { currency }),
    ...(product === null ? {} : { product }),
    ...(territory === null ? {} : { territory }),
    ...(customer === null ? {} : { customer }),
    ...(approvedOn ? { approvedOn } : {}),
    ...(ownFields ? { ownFields } : {}),
    ...(share === '100' ? {} : { sharePercent: share }),
  };
}

/** The payee's own share of a deal in percent, or null. */
function shareOf({ splits, participantId }: Deal, payee: string): string | null {
  if (splits.length === 0) return participantId === payee ? '100' : null;
  return splits.find((split) => split.participantId === payee)?.sharePercent ?? null;
}

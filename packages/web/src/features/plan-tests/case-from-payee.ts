import type { Deal } from '@attain/domain/crediting/deal';
import type { PlanTest } from '@attain/domain/findings/plan-test';
import type { CalculationInput } from '@attain/domain/payouts/payout';

/** The most records of a kind that a golden case holds (TEST-1). */
const maxRecords = 200;

/** What a line of the payee pays now. */
export type PaidLine = { componentId: string; before: string };

/**
 * A golden case out of one payee's records in a period, expecting what they are paid now. Texts say why when it cannot be
 * one: too many records. What a case has no place for (roll-ups, leaves, earlier periods) is left out; the case then fails,
 * and shows by how much it matters.
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
    const message = `${person?.name ?? payee} has ${deals.length} deals in ${period.key}; a case holds ${maxRecords}. Choose somebody with fewer, or a shorter period.`;
    return { ok: false, message };
  }
  const test: PlanTest = {
    name: `${person?.name ?? payee}, ${period.key}`,
    period: period.key,
    payee: {
      ...(person?.targetVariableAnnual ? { targetVariableAnnual: person.targetVariableAnnual } : {}),
      ...(person?.commissionRatePercent ? { commissionRatePercent: person.commissionRatePercent } : {}),
      ...(person?.hiredOn ? { hiredOn: person.hiredOn } : {}),
      ...(person?.leftOn ? { leftOn: person.leftOn } : {}),
    },
    quotas: quotas.map(({ componentId, unit, from, to, amount, currency }) => ({
      ...(componentId === null ? {} : { componentId }),
      ...{ unit, from, to, amount },
      ...(currency === undefined ? {} : { currency }),
    })),
    deals: deals.map((deal) => testDeal(deal, payee)),
    // the newest ones decide
    exchangeRates: [...rates].sort((a, b) => (a.date < b.date ? 1 : -1)).slice(0, maxRecords),
    expect: { amounts: lines.map(({ componentId, before }) => ({ componentId, amount: before })) },
  };
  return { ok: true, test };
}

function testDeal(deal: Deal, payee: string): PlanTest['deals'][number] {
  const { amount, date, unit, currency, kind, product, territory, customer, approvedOn, ownFields } = deal;
  const share = shareOf(deal, payee) ?? '100';
  return {
    ...{ amount, date, unit, kind },
    ...(currency === null ? {} : { currency }),
    ...(product === null ? {} : { product }),
    ...(territory === null ? {} : { territory }),
    ...(customer === null ? {} : { customer }),
    ...(approvedOn ? { approvedOn } : {}),
    ...(ownFields ? { ownFields } : {}),
    ...(share === '100' ? {} : { sharePercent: share }),
  };
}

/** The percent of a deal that is somebody's own; null: none of it. */
function shareOf({ splits, participantId }: Deal, payee: string): string | null {
  if (splits.length === 0) return participantId === payee ? '100' : null;
  return splits.find((split) => split.participantId === payee)?.sharePercent ?? null;
}

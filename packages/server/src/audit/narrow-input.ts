import { earlierDay } from '@attain/domain/base/day';
import { creditedBy } from '@attain/domain/crediting/credited-by';
import type { Deal, ExchangeRate } from '@attain/domain/crediting/deal';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import { Unverified } from '@attain/domain/proofs/unverified';
import type { Participant, Quota, ReportingLine } from '@attain/domain/quotas/participant';

/**
 * Prepares to reduce a calculation's input to one payee at a time, in one pass over the deals. The input for a payee
 * gives exactly that payee's lines: deals of measured days that credit the payee or, with team credit, the payee's
 * team; the payee's own record, quotas, plan dates and earlier pay; and the exchange rates in force. Throws
 * `Unverified` for someone who is not a participant.
 */
export function narrowInput(input: CalculationInput): (participantId: string) => CalculationInput {
  const { plan, period, completeFrom, reportingLines = [] } = input;
  const span = { from: earlierDay(period.from, completeFrom ?? period.from), to: period.to };
  const deals = new Map<string, Deal[]>();
  for (const deal of input.deals) {
    if (deal.date < span.from || deal.date > span.to) continue;
    for (const id of creditedBy(deal)) {
      const list = deals.get(id);
      if (list) list.push(deal);
      else deals.set(id, [deal]);
    }
  }
  const ofTeam = plan.components.some(({ credit }) => credit !== undefined && credit.of !== 'own');
  const participants = new Map(input.participants.map((one) => [one.id, one]));
  const quotas = Map.groupBy(input.quotas, (quota) => quota.participantId);
  const byDealDate = plan.exchange === undefined || plan.exchange.on === 'deal-date';
  const foreign = input.quotas.filter(({ currency = plan.currency }) => currency !== plan.currency);
  const rated = {
    from: foreign.reduce((first, quota) => earlierDay(first, quota.from), span.from),
    to: span.to,
  };
  const rates = byDealDate ? ratesInForce(input.exchangeRates, rated) : sorted(input.exchangeRates);
  const below = linesBelow(reportingLines);
  return (participantId) => {
    const payee = participants.get(participantId);
    if (!payee) throw new Unverified(`"${participantId}" is not among the participants of this calculation`);
    const lines = ofTeam ? below(participantId) : [];
    const reached = [participantId, ...lines.map((line) => line.participantId)];
    const own = [...new Set(reached.flatMap((id) => deals.get(id) ?? []))].sort(byDateAndId);
    const ownQuotas = (quotas.get(participantId) ?? []).toSorted(byPeriodAndComponent);
    return {
      plan,
      period,
      participants: [payee, ...colleagues(payee.id, own)],
      payeeIds: [participantId],
      quotas: ownQuotas,
      deals: own,
      exchangeRates: ratesFor([...own, ...ownQuotas], rates, plan.currency),
      ...(completeFrom !== undefined && { completeFrom }),
      ...(input.reportingLines !== undefined && { reportingLines: lines }),
      ...mine(input, participantId),
    };
  };
}

/** Other facts of one participant, by date; missing lists stay missing. */
function mine(input: CalculationInput, id: string): Partial<CalculationInput> {
  const own = <T extends { readonly participantId: string; readonly from: string }>(list: readonly T[]) =>
    list.filter(({ participantId }) => participantId === id).sort((a, b) => order(a.from, b.from));
  const { enrolments, leaves, ramps, payTerms, earlier: paid } = input;
  return {
    ...(enrolments !== undefined && { enrolments: own(enrolments) }),
    ...(leaves !== undefined && { leaves: own(leaves) }),
    ...(ramps !== undefined && { ramps: own(ramps) }),
    ...(payTerms?.some(({ participantId }) => participantId === id) && { payTerms: own(payTerms) }),
    ...(paid !== undefined && {
      earlier: own(paid).sort((a, b) => order(a.from, b.from) || order(a.componentId, b.componentId)),
    }),
  };
}

/** Prepares to find the reporting lines that lead up to a participant, on whatever day, directly or through others. */
export function linesBelow(lines: readonly ReportingLine[]): (id: string) => readonly ReportingLine[] {
  const byManager = Map.groupBy(lines, ({ managerId }) => managerId);
  return (id) => {
    const found = new Set<ReportingLine>();
    const open = [id];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const line of byManager.get(at) ?? []) {
        if (!found.has(line)) open.push(line.participantId);
        found.add(line);
      }
    }
    return [...found].sort(
      (a, b) =>
        order(a.participantId, b.participantId) || order(a.from, b.from) || order(a.managerId, b.managerId),
    );
  };
}

/** The engine must know everyone a deal names, but of colleagues only that they exist. */
function colleagues(payeeId: string, deals: readonly Deal[]): readonly Participant[] {
  const ids = new Set(deals.flatMap(creditedBy));
  ids.delete(payeeId);
  const unknown = { hiredOn: null, leftOn: null, targetVariableAnnual: null, commissionRatePercent: null };
  return [...ids].sort().map((id) => ({ id, name: id, ...unknown }));
}

/** Of each pair of currencies: the last rate on or before the period's first day, and all until its last. */
function ratesInForce(
  rates: readonly ExchangeRate[],
  period: { readonly from: string; readonly to: string },
): readonly ExchangeRate[] {
  const startOf = new Map<string, string>();
  for (const { from, to, date } of rates) {
    const pair = `${from}/${to}`;
    if (date <= period.from && date > (startOf.get(pair) ?? '')) startOf.set(pair, date);
  }
  const inForce = ({ from, to, date }: ExchangeRate) =>
    date <= period.to && date >= (startOf.get(`${from}/${to}`) ?? '');
  return sorted(rates.filter(inForce));
}

function sorted(rates: readonly ExchangeRate[]): readonly ExchangeRate[] {
  return rates.toSorted((a, b) => order(`${a.from}/${a.to} ${a.date}`, `${b.from}/${b.to} ${b.date}`));
}

/** The rates between the plan's currency and those the deals and quotas are in. */
function ratesFor(
  records: readonly (Deal | Quota)[],
  rates: readonly ExchangeRate[],
  into: string,
): readonly ExchangeRate[] {
  const foreign = new Set(
    records.map(({ currency = into }) => currency).filter((currency) => currency !== into),
  );
  return rates.filter(
    ({ from, to }) => (to === into && foreign.has(from)) || (from === into && foreign.has(to)),
  );
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byDateAndId = (a: Deal, b: Deal) => order(a.date, b.date) || order(a.id, b.id);
const byPeriodAndComponent = (a: Quota, b: Quota) =>
  order(a.from, b.from) || order(a.componentId ?? '', b.componentId ?? '');

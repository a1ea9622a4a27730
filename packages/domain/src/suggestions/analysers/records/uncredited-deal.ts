import { type Decimal, decimal, ZERO } from '../../../base/decimal.ts';
import { moneyIn } from '../../../base/figures.ts';
import type { Deal } from '../../../crediting/deal.ts';
import { calculateFigures } from '../../../payouts/kernel/lines/calculate-figures.ts';
import type { CalculationInput } from '../../../payouts/payout.ts';
import { type Condition, conditionMatcher } from '../../../plans/condition.ts';
import { lacksAmount } from '../../../plans/own-fields.ts';
import type { Component } from '../../../plans/plan.ts';
import { activeComponents } from '../../../plans/plan-checks.ts';
import { isInForceIn } from '../../../plans/terms.ts';
import type { RecordFinding } from './record-claim.ts';

const card = {
  key: 'uncredited-deal',
  version: '1',
  principle: 'A deal that misses pay by a single field is more often a typing error than a rule.',
  thresholds: [{ label: 'Fields that keep a component from counting it', value: 'exactly 1' }],
  limits: ['The field may be right: then the deal is meant not to count.'],
} as const;

/** The model card of A22. */
export const uncreditedDealCard = card;

/** Why a component does not count a deal; `fixed` is the deal with another value there, null where none is proposed. */
interface Miss {
  readonly words: string;
  readonly fixed: Deal | null;
}

/**
 * A22 (SGR-122): deals of the one payee of the input that no component counts, and one would but for a single field (product,
 * territory, date or approval). The gain is what the engine pays more with that field changed. `disputed`: deals of open disputes.
 */
export function uncreditedDeals(
  input: CalculationInput,
  disputed: ReadonlySet<string>,
): readonly RecordFinding[] {
  const payeeId = input.payeeIds?.[0];
  if (payeeId === undefined) return [];
  const components = componentsOf(input);
  const missed = input.deals.filter(
    (deal) =>
      isOwn(deal, payeeId) &&
      isWithin(deal, input) &&
      !disputed.has(deal.id) &&
      components.some((component) => onlyMiss(component, deal) !== null),
  );
  // most payees have none, and need not be paid to know it
  const base = missed.length === 0 ? null : calculateFigures(input);
  if (base === null || !base.ok) return [];
  const counted = new Set(base.value.lines.flatMap(({ credits }) => credits.deals.map(({ id }) => id)));
  const total = decimal(base.value.total);
  return missed
    .filter(({ id }) => !counted.has(id))
    .flatMap((deal) => {
      const best = bestMiss(input, { components, deal, total });
      return best === null ? [] : [findingOf({ input, payeeId, deal, ...best })];
    });
}

/** The single field that keeps a deal of the input from paying, and the deal as it would count with another value; null if no single field does. */
export function uncreditedDeal(
  input: CalculationInput,
  dealId: string,
): { readonly component: Component; readonly words: string; readonly fixed: Deal } | null {
  const deal = input.deals.find(({ id }) => id === dealId);
  const base = deal === undefined ? null : calculateFigures(input);
  if (deal === undefined || base === null || !base.ok) return null;
  if (base.value.lines.some(({ credits }) => credits.deals.some(({ id }) => id === dealId))) return null;
  return bestMiss(input, { components: componentsOf(input), deal, total: decimal(base.value.total) });
}

const componentsOf = ({ plan, period }: CalculationInput) =>
  activeComponents(plan).filter(({ effective }) => isInForceIn(effective, period));

/** Of the components that miss the deal by one field, the one that would pay most. */
function bestMiss(
  input: CalculationInput,
  {
    components,
    deal,
    total,
  }: { readonly components: readonly Component[]; readonly deal: Deal; readonly total: Decimal },
) {
  const found = components.flatMap((component) => {
    const miss = onlyMiss(component, deal);
    if (miss === null || miss.fixed === null) return [];
    const { fixed, words } = miss;
    const gain = gainOf(input, { deal, fixed, total });
    return gain === null || !gain.gt(ZERO) ? [] : [{ component, words, fixed, gain }];
  });
  return (
    found.toSorted((a, b) => b.gain.cmp(a.gain) || (a.component.id < b.component.id ? -1 : 1))[0] ?? null
  );
}

function findingOf(of: {
  readonly input: CalculationInput;
  readonly payeeId: string;
  readonly deal: Deal;
  readonly component: Component;
  readonly words: string;
  readonly gain: Decimal;
}): RecordFinding {
  const { input, payeeId, deal, component, words, gain } = of;
  const pay = moneyIn(gain, input.plan.currency);
  return {
    card,
    key: `${card.key}-${deal.id}-${payeeId}`,
    componentId: component.id,
    participantId: payeeId,
    title: `Deal ${deal.id} credits no component`,
    description: `${component.name} would count it, but ${words}.`,
    impact: `It would pay ${pay} more in ${input.period.key}.`,
    impactType: 'positive',
    seen: [
      `Deal ${deal.id}${deal.customer === null ? '' : ` of ${deal.customer}`}, ${deal.date}, is recorded and no component counts it.`,
    ],
    inputs: [
      {
        kind: 'records',
        label: `Deal ${deal.id}`,
        value: deal.currency === null ? deal.amount : moneyIn(decimal(deal.amount), deal.currency),
        savings: null,
      },
    ],
  };
}

function gainOf(
  input: CalculationInput,
  { deal, fixed, total }: { readonly deal: Deal; readonly fixed: Deal; readonly total: Decimal },
): Decimal | null {
  const deals = input.deals.map((one) => (one === deal ? fixed : one));
  const paid = calculateFigures({ ...input, deals });
  return paid.ok ? decimal(paid.value.total).minus(total) : null;
}

/** What alone keeps a component from counting a deal; null: nothing, more than one thing, or another unit. */
function onlyMiss({ measure, filter, approval, spiff }: Component, deal: Deal): Miss | null {
  if (measure.unit !== deal.unit) return null;
  const misses: Miss[] = filter.flatMap((condition) =>
    conditionMatcher(condition)(deal) ? [] : [missOf(condition, deal)],
  );
  if (lacksAmount(measure, deal)) misses.push({ words: `it has no number in ${measure.own}`, fixed: null });
  if (approval === 'required' && (deal.approvedOn ?? null) === null)
    misses.push({ words: 'it is not approved yet', fixed: { ...deal, approvedOn: deal.date } });
  if (spiff !== undefined && (deal.date < spiff.from || deal.date > spiff.to))
    misses.push({ words: `it is outside ${spiff.from} to ${spiff.to}`, fixed: null });
  const [only, ...more] = misses;
  return only === undefined || more.length > 0 ? null : only;
}

function missOf(condition: Condition, deal: Deal): Miss {
  const { field } = condition;
  if ('days' in condition && field === 'date') {
    const { from, to } = condition.days;
    const date = from !== undefined && deal.date < from ? from : (to ?? deal.date);
    return {
      words: `its date ${deal.date} is not within ${from ?? 'any day'} to ${to ?? 'any day'}`,
      fixed: { ...deal, date },
    };
  }
  if ((field === 'product' || field === 'territory') && ('in' in condition || 'notIn' in condition)) {
    const has = deal[field] === null ? `has no ${field}` : `has the ${field} ${deal[field]}`;
    if ('in' in condition)
      return {
        words: `it ${has}, not ${condition.in.join(' or ')}`,
        fixed: { ...deal, [field]: condition.in[0] ?? null },
      };
    return { words: `it ${has}`, fixed: { ...deal, [field]: null } };
  }
  return { words: `its ${field} is another one`, fixed: null };
}

function isOwn({ participantId, splits }: Deal, payeeId: string): boolean {
  return splits.length === 0
    ? participantId === payeeId
    : splits.some((one) => one.participantId === payeeId);
}

function isWithin({ date }: Deal, { period }: CalculationInput): boolean {
  return date >= period.from && date <= period.to;
}

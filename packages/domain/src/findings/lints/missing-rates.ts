import { type Decimal, decimal, isDecimal, plain, ZERO } from '../../base/decimal.ts';
import { counted } from '../../base/figures.ts';
import { periodContaining } from '../../base/period.ts';
import { dealMatcher } from '../../crediting/credit-deal.ts';
import { exchangeTable } from '../../crediting/exchange.ts';
import { type ExchangeFinder, exchangeFinder } from '../../crediting/exchange-policy.ts';
import type { Plan } from '../../plans/plan.ts';
import { measuredUnit } from '../../quotas/quota.ts';
import type { Finding } from '../finding.ts';
import type { History } from '../pay-history.ts';
import { type Lint, placedComponents } from './lint.ts';

interface Unrated {
  readonly ids: Set<string>;
  readonly payees: Set<string>;
  amount: Decimal;
}

/** LINT-9: foreign money the plan counts or asks for and, by its own policy of rates, has none for; the plan then pays nobody by it. */
export function missingRates(plan: Plan): Lint {
  const deals = new Map<string, Unrated>();
  const quotas = new Map<string, Unrated>();
  const takeDeals = dealsOf(plan, deals);
  const takeQuotas = quotasOf(plan, quotas);
  return {
    take: ({ history }) => {
      const { exchange: policy, calendar } = plan;
      const period = periodContaining(calendar, history.span.from);
      const table = exchangeTable(history.exchangeRates, plan.currency);
      const rates = exchangeFinder(table, { policy, calendar, period });
      takeDeals(history, rates);
      takeQuotas(history, rates);
    },
    findings: () => [
      ...inOrder(deals).map((one) => dealFinding(plan, ...one)),
      ...inOrder(quotas).map((one) => quotaFinding(plan, ...one)),
    ],
  };
}

function dealsOf(plan: Plan, found: Map<string, Unrated>) {
  const counts = placedComponents(plan)
    .filter(({ component }) => component.measure.of === 'amount')
    .map(({ component }) => dealMatcher(component));
  return (history: History, rates: ExchangeFinder) => {
    for (const deal of history.deals) {
      const { currency, date, amount } = deal;
      if (deal.unit !== '$' || currency === null || currency === plan.currency || !isDecimal(amount))
        continue;
      if (!counts.some((matches) => matches(deal)) || rates.find(currency, date) !== null) continue;
      const people = deal.splits.length === 0 ? [deal] : deal.splits;
      add(found, currency, { id: deal.id, amount, people: people.map((one) => one.participantId) });
    }
  };
}

function quotasOf(plan: Plan, found: Map<string, Unrated>) {
  const inMoney = placedComponents(plan).filter(({ component }) => measuredUnit(component) === '$');
  return (history: History, rates: ExchangeFinder) => {
    for (const { participantId, componentId, unit, from, to, amount, currency } of history.quotas) {
      if (unit !== '$' || currency === undefined || currency === plan.currency || !isDecimal(amount))
        continue;
      const asked = inMoney.some(({ component }) => componentId === null || componentId === component.id);
      if (!asked || rates.find(currency, from) !== null) continue;
      const id = JSON.stringify([participantId, componentId, from, to]);
      add(found, currency, { id, amount, people: [participantId] });
    }
  };
}

function add(
  found: Map<string, Unrated>,
  currency: string,
  { id, amount, people }: { id: string; amount: string; people: readonly string[] },
): void {
  const known = found.get(currency) ?? { ids: new Set(), payees: new Set(), amount: ZERO };
  // a shared deal comes with each of its payees, and is one deal all the same
  if (!known.ids.has(id)) known.amount = known.amount.plus(decimal(amount).abs());
  known.ids.add(id);
  for (const participantId of people) known.payees.add(participantId);
  found.set(currency, known);
}

function inOrder(found: ReadonlyMap<string, Unrated>): [string, Unrated][] {
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** On which days the plan looks for a rate (CREDIT-16). */
function whenOf({ exchange }: Plan, day: string): string {
  switch (exchange?.on) {
    case 'locked':
      return `on or before ${exchange.date}, to which the plan locks it`;
    case 'period-end':
      return 'on or before the last day of their period';
    case 'period-average':
      return 'in their period, for the average';
    default:
      return `on or before ${day}`;
  }
}

function fixOf(plan: Plan, currency: string, first: string): string {
  const rate = `Import a rate of ${currency} to ${plan.currency}`;
  switch (plan.exchange?.on) {
    case 'locked':
      return `${rate} from ${plan.exchange.date} or earlier.`;
    case 'period-average':
      return `${rate} for every period with such money.`;
    default:
      return `${rate} from before ${first}.`;
  }
}

function dealFinding(plan: Plan, currency: string, { ids, payees, amount }: Unrated): Finding {
  return {
    rule: 'LINT-9',
    severity: 'error',
    path: 'currency',
    message: `${counted(ids.size, 'deal')} in ${currency} ${ids.size === 1 ? 'has' : 'have'} no exchange rate to ${plan.currency} ${whenOf(plan, 'their day')}, so the credited payees can’t be paid.`,
    fix: fixOf(plan, currency, 'the first of these deals'),
    stake: {
      amount: plain(amount),
      currency,
      payees: payees.size,
      message: 'Amounts of these deals, in their own currency.',
    },
  };
}

function quotaFinding(plan: Plan, currency: string, { ids, payees, amount }: Unrated): Finding {
  return {
    rule: 'LINT-9',
    severity: 'error',
    path: 'currency',
    message: `${counted(ids.size, 'quota')} in ${currency} ${ids.size === 1 ? 'has' : 'have'} no exchange rate to ${plan.currency} ${whenOf(plan, 'the first day')}, so pay by attainment of ${ids.size === 1 ? 'it' : 'them'} can’t be calculated.`,
    fix: fixOf(plan, currency, 'the first day of these quotas'),
    stake: {
      amount: plain(amount),
      currency,
      payees: payees.size,
      message: 'These quotas, in their own currency.',
    },
  };
}

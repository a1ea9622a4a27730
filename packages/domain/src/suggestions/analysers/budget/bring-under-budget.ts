import { decimal } from '../../../base/decimal.ts';
import { counted, moneyIn } from '../../../base/figures.ts';
import { changePlan, type PlanChange } from '../../../plans/change-plan.ts';
import type { Plan } from '../../../plans/plan.ts';
import type { PayeePay } from '../../../simulations/payee-pay.ts';
import type { Benchmark } from '../../claim.ts';
import { type ChangeCosts, changeCosts } from '../../figures/change-costs.ts';
import type { Option } from '../claim-of.ts';
import type { AnalyserCard, Candidate, Lever } from '../lever.ts';
import { ALERT_PERCENT, type BudgetOutlook, outlookWith } from './budget-outlook.ts';

const card: AnalyserCard = {
  key: 'bring-under-budget',
  version: '1',
  principle: 'A plan that is forecast above its budget is changed while that still helps.',
  thresholds: [
    { label: 'Forecast of the year ÷ cost at target', value: `${ALERT_PERCENT}% or more` },
    { label: 'Past forecasts', value: '6 or more, with an error below what it is over' },
    { label: 'Suggestions together', value: 'at most 3' },
  ],
  limits: ['Periods to come are assumed to change as the replayed ones did, so the forecast may move.'],
};

/** The model card of A19. */
export const bringUnderBudgetCard = card;

/** Suggestions that save most; their sets are tried together. */
const MAX_SUGGESTIONS = 3;

/** Suggestions of one analysis, applied together. */
export interface JointChange {
  readonly parts: readonly Option[];
  readonly changes: readonly PlanChange[];
  readonly plan: Plan;
  /** What it pays each payee; of a single suggestion it is known already. */
  readonly pays: Map<string, PayeePay>;
}

/** The sets of at most three suggestions that save, the largest savings first. */
export function jointChanges(plan: Plan, options: readonly Option[]): readonly JointChange[] {
  const saving = options
    .filter(({ role, candidate, costs }) => role === 'suggested' && isChange(candidate) && costs.savings > 0n)
    .toSorted((a, b) =>
      a.costs.savings === b.costs.savings ? 0 : a.costs.savings > b.costs.savings ? -1 : 1,
    )
    .slice(0, MAX_SUGGESTIONS);
  return subsets(saving).flatMap((parts) => {
    const changes = parts.flatMap(({ candidate }) => candidate.changes);
    const changed = changePlan(plan, changes);
    const [only, ...more] = parts;
    const known = only !== undefined && more.length === 0 ? only.payees : [];
    const pays = new Map(known.map(({ participantId, after }) => [participantId, after]));
    return changed.ok ? [{ parts, changes, plan: changed.value, pays }] : [];
  });
}

const isChange = ({ changes, records, isFinding }: Candidate) =>
  isFinding !== true && records === undefined && changes.length > 0;

function subsets<T>(all: readonly T[]): readonly (readonly T[])[] {
  const sets: (readonly T[])[] = [];
  for (const one of all) sets.push([one], ...sets.map((set) => [...set, one]));
  return sets.toSorted((a, b) => a.length - b.length);
}

/** A set with what it costs all payees. */
export interface TriedJoint {
  readonly joint: JointChange;
  readonly costs: ChangeCosts;
  readonly payees: Option['payees'];
}

/** What sets cost on the payees that both plans can pay. */
export function triedJoints(
  joints: readonly JointChange[],
  payees: readonly { readonly participantId: string; readonly pay: PayeePay }[],
): readonly TriedJoint[] {
  return joints.map((joint) => {
    const changes = payees.flatMap(({ participantId, pay }) => {
      const after = joint.pays.get(participantId);
      return after === undefined ? [] : [{ participantId, before: pay, after }];
    });
    return { joint, costs: changeCosts(changes), payees: changes };
  });
}

/** The set with the fewest losers that brings the outlook under its budget (SGR-119); null: none does. */
export function chooseJoint(outlook: BudgetOutlook, tried: readonly TriedJoint[]): TriedJoint | null {
  const [best] = tried
    .filter(({ costs }) => outlookWith(outlook, costs).isUnder)
    .toSorted((a, b) => a.costs.losers - b.costs.losers || a.joint.parts.length - b.joint.parts.length);
  return best ?? null;
}

/** The suggestion about the budget: the set's changes together, or what was seen where no set is enough. */
export function budgetOption(
  { outlook, plan }: { readonly outlook: BudgetOutlook; readonly plan: Plan },
  chosen: TriedJoint | null,
  { overlays, scenarios }: Pick<Option, 'overlays' | 'scenarios'>,
): Option {
  const candidate = candidateOf(outlook, chosen);
  return {
    lever: LEVER,
    role: 'suggested',
    key: card.key,
    candidate,
    plan: chosen?.joint.plan ?? plan,
    costs: chosen?.costs ?? changeCosts([]),
    payees: chosen?.payees ?? [],
    agreed: null,
    observation: {
      seen: seenOf(outlook, chosen, plan.currency),
      benchmark: benchmarkOf(outlook, chosen, plan.currency),
      flipPoint: null,
    },
    overlays,
    scenarios,
  };
}

const LEVER: Lever = {
  card,
  key: card.key,
  field: 'budget',
  componentId: null,
  risks: ['TAIL', 'LOSERS', 'MIDYEAR', 'BEHAVIOUR'],
  atAnyAmount: true,
  summarise: () => null,
  candidates: () => [],
  propose: () => null,
  observe: () => ({ seen: [], benchmark: null, flipPoint: null }),
};

function candidateOf(outlook: BudgetOutlook, chosen: TriedJoint | null): Candidate {
  const { year, percent } = outlook;
  if (chosen === null)
    return {
      id: 'none',
      changes: [],
      title: `${year} is forecast at ${percent}% of its budget`,
      description: `No set of up to ${MAX_SUGGESTIONS} open suggestions brings it below ${ALERT_PERCENT}%. Review the budget, the quotas or the plan.`,
      isFinding: true,
    };
  const { parts, changes } = chosen.joint;
  const titles = parts.map(({ candidate }) => `“${candidate.title}”`);
  return {
    id: parts.map(({ key }) => key).join('+'),
    changes,
    title: `Bring ${year} under budget with ${counted(parts.length, 'suggestion')}`,
    description: `Apply ${titles.join(' and ')}${parts.length > 1 ? ' together' : ''}.`,
  };
}

function seenOf(outlook: BudgetOutlook, chosen: TriedJoint | null, currency: string): string[] {
  const { year, paid, expected, paidPeriods, openPeriods, budget, percent, origins, errorPercent } = outlook;
  const amount = (text: string) => moneyIn(decimal(text), currency);
  const total = moneyIn(decimal(paid).plus(decimal(expected)), currency);
  const parts = `${amount(paid)} for ${counted(paidPeriods, 'period')} and ${amount(expected)} expected for ${openPeriods} more`;
  const seen = [
    `${year} is forecast to cost ${total}, ${percent}% of its cost at target of ${amount(budget)}: ${parts}.`,
    `The last ${origins} such forecasts were off by ${errorPercent}% on average.`,
  ];
  if (chosen === null) return seen;
  const after = outlookWith(outlook, chosen.costs);
  return [
    ...seen,
    `With the change from now on it would cost ${moneyIn(after.total, currency)}, ${after.percent}%.`,
  ];
}

function benchmarkOf(outlook: BudgetOutlook, chosen: TriedJoint | null, currency: string): Benchmark {
  const { year, paid, expected, budget, percent, method } = outlook;
  const amount = (text: string) => moneyIn(decimal(text), currency);
  const after = chosen === null ? null : outlookWith(outlook, chosen.costs);
  return {
    title: `Cost of ${year} against its budget`,
    columns: ['', 'Amount', 'Of budget'],
    rows: [
      ['Cost at target', amount(budget), '100%'],
      ['Calculated so far', amount(paid), '—'],
      [`Expected (${method.replaceAll('-', ' ')})`, amount(expected), '—'],
      ['Forecast of the year', moneyIn(decimal(paid).plus(decimal(expected)), currency), `${percent}%`],
      ...(after === null ? [] : [['With the change', moneyIn(after.total, currency), `${after.percent}%`]]),
    ],
    source: null,
  };
}

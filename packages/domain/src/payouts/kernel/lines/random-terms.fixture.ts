import fc from 'fast-check';
import { plusDays } from '../../../base/day.ts';
import type { Period } from '../../../base/period.ts';
import type { Deal, ExchangeRate } from '../../../crediting/deal.ts';
import type { Condition } from '../../../plans/condition.ts';
import { asksAverage, type Gate } from '../../../plans/gate.ts';
import { type Component, isTargetBased, type Plan, type Rate } from '../../../plans/plan.ts';
import { hasHigherRates } from '../../../plans/rate-facts.ts';
import { sampleComponent } from '../../../plans/sample-plan.fixture.ts';
import type { Enrolment } from '../../../quotas/participant.ts';
import { sampleQuota } from '../../../quotas/sample-quota.fixture.ts';
import type { CalculationInput } from '../../payout.ts';
import { randomMatrix, randomSlidingRate } from '../../scenarios/random-input.fixture.ts';

const furtherRate: fc.Arbitrary<Rate | null> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: randomMatrix },
  { weight: 1, arbitrary: randomSlidingRate },
);

/** Terms that plans set now and then, drawn for one plan; each is used where it may stand. */
export const randomTerms = fc.record({
  rate: furtherRate,
  /** Scores and sales that somebody has to approve before they count. */
  approval: fc.constantFrom(false, false, true),
  filter: fc.constantFrom<Condition | null>(
    ...[null, null, null, { field: 'kind', in: ['SALE'] } as const],
    ...[
      { field: 'kind', notIn: ['renewal'] } as const,
      { field: 'amount', number: { atLeast: '12.5', lessThan: '4000' } } as const,
      { field: 'date', days: { from: '2024-02-02' } } as const,
    ],
  ),
  /** Quota and target of the whole quarter or year, in a window to date. */
  whole: fc.boolean(),
  /** The first component ends in the period, and another one follows it. */
  followed: fc.boolean(),
  prorationOf: fc.constantFrom('quota' as const, 'target' as const, 'both' as const, 'both' as const),
  /** The first component's gate asks for a third component too, or for an average with it, its own attainment perhaps among them. */
  gated: fc.constantFrom('once', 'with-third', 'average', 'average-with-own'),
  averageAt: fc.constantFrom('20', '66.67', '100'),
  countAtMostPercent: fc.constantFrom(undefined, '100', '150.5'),
  transferred: fc.boolean(),
  spiff: fc.constantFrom(false, false, true),
  /** The SPIFF is for two of them, not for everybody. */
  named: fc.boolean(),
  ownQuota: fc.constantFrom(false, false, true),
  lots: fc.array(fc.record({ approved: fc.boolean(), kind: fc.constantFrom('sale', 'sale', 'renewal') }), {
    minLength: 7,
    maxLength: 7,
  }),
});

/** What `randomTerms` draws. */
export type RandomTerms = typeof randomTerms extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** The plan's first component by a matrix or a rate that slides, without what does not stand beside it. */
export function atFurtherRate(plan: Plan, { rate }: RandomTerms): Plan {
  const [first, ...others] = plan.components;
  if (first === undefined || rate === null || (rate.kind === 'matrix' && others.length === 0)) return plan;
  const { decelerator: _, ...rest } = first;
  const limits = (first.limits ?? []).filter(
    ({ kind }) => kind === 'amount' || (kind === 'payout-percent' && isTargetBased(rate)),
  );
  const rated = { ...rest, rate, accelerator: null, limits };
  const gate =
    rated.gate?.closes === 'higher-rates' && !hasHigherRates(rated)
      ? { ...rated.gate, closes: 'everything' as const }
      : rated.gate;
  return { ...plan, components: [{ ...rated, gate }, ...others] };
}

/** The plan with approval, a filter, a component that follows another, and a SPIFF of the period's first days beside it. */
export function withTerms(plan: Plan, period: Period, terms: RandomTerms): Plan {
  const [first, ...others] = plan.components;
  if (first === undefined) return plan;
  const component: Component = {
    ...first,
    ...(terms.approval && { approval: 'required' as const }),
    ...(terms.filter !== null && { filter: [terms.filter] }),
  };
  const partly = plan.proration?.of === 'both' && first.effective === undefined && terms.followed;
  const spiff = sampleComponent({
    id: 'push',
    name: 'Push',
    weight: 0,
    rate: { kind: 'flat', ratePercent: '2.5' },
    spiff: {
      from: period.from,
      to: plusDays(period.from, 19),
      fund: null,
      ...(terms.named && { participants: ['ann', 'cid'] }),
    },
  });
  const mains = partly ? followed(component, plusDays(period.from, 9)) : [component];
  return { ...plan, components: [...mains, ...others, ...(terms.spiff ? [spiff] : [])] };
}

/**
 * The plan with a gate that asks for a third component as well, which counts deals and pays nothing, each at its percent or on
 * average; others stay as they are.
 */
export function gatedByMore(plan: Plan, terms: RandomTerms): Plan {
  const [first, ...others] = plan.components;
  if (terms.gated === 'once' || first === undefined || first.gate === null) return plan;
  const third = sampleComponent({
    id: 'third',
    name: 'Third',
    weight: 0,
    measure: { unit: '$', of: 'deals' },
    rate: { kind: 'flat', ratePercent: '0' },
  });
  const each = terms.gated === 'with-third' && !asksAverage(first.gate);
  const gate = each ? { ...first.gate, also: [THIRD_TOO] } : averaging(first, terms);
  return { ...plan, components: [{ ...first, gate }, ...others, third] };
}

const THIRD_TOO = { componentId: 'third', atLeastPercent: '66.67' };

function averaging({ id, gate }: Component, terms: RandomTerms): Gate {
  const { gated, averageAt, countAtMostPercent } = terms;
  const own = gated === 'average-with-own' ? [{ componentId: id, weightPercent: '33.3' }] : [];
  return {
    average: [
      ...own,
      { componentId: 'second', weightPercent: own.length > 0 ? '36.7' : '70' },
      { componentId: 'third', weightPercent: '30' },
    ],
    atLeastPercent: averageAt,
    ...(countAtMostPercent !== undefined && { countAtMostPercent }),
    ...(gate?.closes !== undefined && { closes: gate.closes }),
  };
}

/** A component that ends on a day, and the same as another one from the next day on. */
function followed(component: Component, last: string): readonly Component[] {
  return [
    { ...component, effective: { from: null, to: last } },
    {
      ...component,
      id: 'after',
      name: 'After',
      gate: gateOf('after', component),
      effective: { from: plusDays(last, 1), to: null },
    },
  ];
}

/** The gate of a component as another one has it: where its own attainment is averaged, that one's. */
function gateOf(id: string, component: Component): Gate | null {
  const { gate } = component;
  if (gate === null || !asksAverage(gate)) return gate;
  const average = gate.average.map((part) =>
    part.componentId === component.id ? { ...part, componentId: id } : part,
  );
  return { ...gate, average };
}

/** The deals, each approved or not and of some kind. */
export function dealsBy(deals: readonly Deal[], { lots }: RandomTerms): readonly Deal[] {
  return deals.map((deal, i) => {
    const { approved, kind } = lots[i % lots.length]!;
    return { ...deal, kind, approvedOn: approved ? deal.date : null };
  });
}

/** The first component's own quota, beside those of its unit, where it is drawn. */
export function ownQuotas(
  input: Pick<CalculationInput, 'plan' | 'quotas'>,
  { ownQuota }: RandomTerms,
): CalculationInput['quotas'] {
  const first = input.plan.components[0];
  if (!ownQuota || first === undefined) return input.quotas;
  const unit = first.measure.of === 'deals' ? 'Count' : first.measure.unit;
  const own = input.quotas.filter((quota) => quota.unit === unit && quota.participantId !== 'dee');
  return [
    ...input.quotas,
    ...own.map(({ participantId, from, to }) =>
      sampleQuota(unit === 'Count' ? '5' : '1234.56', {
        participantId,
        from,
        to,
        unit,
        componentId: first.id,
      }),
    ),
  ];
}

/** Who takes part when: always, or transferred away for five days in the middle of the period. */
export function enrolmentsOf(
  people: readonly string[],
  since: string,
  period: Period,
  { transferred }: RandomTerms,
): readonly Enrolment[] {
  const away = plusDays(period.from, 12);
  return people.flatMap((participantId) =>
    transferred && participantId === 'ann'
      ? [
          { participantId, from: since, to: plusDays(away, -1) },
          { participantId, from: plusDays(away, 5), to: null },
        ]
      : [{ participantId, from: since, to: null }],
  );
}

/** Euros quoted in the middle of every month around 2024, so that every period has a mean and an end. */
export function ratesTo(currency: string, long: string): readonly ExchangeRate[] {
  if (currency === 'EUR') return [];
  const months = Array.from({ length: 48 }, (_, i) => {
    const month = `${2022 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}`;
    return { from: 'EUR', to: currency, date: `${month}-15`, rate: `1.0${10 + i}`, source: 'ECB' };
  });
  return [{ from: 'EUR', to: currency, date: long, rate: '1.10453217', source: 'ECB' }, ...months];
}

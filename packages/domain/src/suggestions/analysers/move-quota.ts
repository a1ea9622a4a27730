import type { Deal } from '../../crediting/deal.ts';
import type { History } from '../../findings/pay-history.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { payeeOf } from '../../simulations/performance-point.ts';
import { type Analyser, type Candidate, type Lever, lever } from './lever.ts';
import { moneyComponent, overallOf, withScaledQuotas } from './quota-facts.ts';
import { median, shownNumber } from './statistics.ts';

const card = {
  key: 'move-quota',
  version: '1',
  principle: 'A territory’s share of the quota should be its share of what is sold.',
  thresholds: [
    {
      label: 'Difference between the shares of credit and quota',
      value: 'above 5 points',
      setting: 'territoryGap',
    },
    { label: 'Medians of the territories apart', value: '1.5 times, with 5 payees each' },
  ],
  limits: ['A territory may have had a good year; one span does not show what it can carry.'],
} as const;

const APART = 1.5;
const MIN_PAYEES = 5;
/** Mild first: so much of the gap is moved. */
const PARTS = [0.5, 1] as const;

/** One payee: the territory of most deals, what was credited there, and the quota. */
interface Place {
  readonly participantId: string;
  /** Null: none, or another one in the second half of the deals. */
  readonly territory: string | null;
  readonly credited: number;
  readonly quota: number;
  readonly reached: number | null;
}

interface Territory {
  readonly name: string;
  readonly credited: number;
  readonly quota: number;
  readonly median: number;
}

/** From a territory with too much quota to one with too little. */
interface Gap {
  readonly from: Territory;
  readonly to: Territory;
  /** In the unit of the quotas. */
  readonly amount: number;
}

/** A15 (SGR-115): territories whose quotas are out of balance with what they sell. */
export const moveQuota: Analyser = {
  card,
  levers: (plan, { territoryGap }) => {
    const component = moneyComponent(plan);
    return component === null ? [] : [lever(moveLever(component, plan, territoryGap / 100))];
  },
};

function moveLever(component: Component, { currency }: Plan, minGap: number): Lever<Place> {
  const gapOf = (all: readonly Place[]) => gapAmong(all, minGap);
  return {
    card,
    key: card.key,
    field: 'records/quotas',
    componentId: component.id,
    risks: ['QUOTA', 'LOSERS'],
    summarise: ({ lines, participantId }, { history }) => {
      const own = lines.filter(({ componentId }) => componentId === component.id);
      return {
        participantId,
        territory: steadyTerritory(history.deals),
        credited: own.reduce((sum, one) => sum + Math.max(0, one.credited), 0),
        quota: own.reduce((sum, one) => sum + (one.quota ?? 0), 0),
        reached: overallOf(own),
      };
    },
    candidates: (all) => {
      const gap = gapOf(all);
      if (gap === null) return [];
      // a replay may come without the deals
      const places = new Map(all.map(({ participantId, territory }) => [participantId, territory]));
      return PARTS.map((part) => candidateOf(component, { gap, part, currency, places }));
    },
    propose: (sample) => {
      const gap = gapOf(sample.map(({ summary }) => summary));
      return gap === null ? null : `${gap.from.name}/${gap.to.name}/1`;
    },
    observe: (all) => {
      const places = all.map(({ summary }) => summary);
      const gap = gapOf(places);
      const rows = territoriesOf(places);
      const total = totalsOf(rows);
      const percent = (part: number, whole: number) => `${shownNumber((part * 100) / (whole || 1), 1)}%`;
      return {
        seen: [
          `${gap?.to.name} sold ${percent(gap?.to.credited ?? 0, total.credited)} with ${percent(gap?.to.quota ?? 0, total.quota)} of the quota; ${gap?.from.name} ${percent(gap?.from.credited ?? 0, total.credited)} with ${percent(gap?.from.quota ?? 0, total.quota)}.`,
          'The total of all quotas stays the same.',
        ],
        benchmark: {
          title: 'Territories by credit and quota',
          columns: ['Territory', 'Share of credit', 'Share of quota', 'Median attainment'],
          rows: rows.map((one) => [
            one.name,
            percent(one.credited, total.credited),
            percent(one.quota, total.quota),
            `${shownNumber(one.median, 1)}%`,
          ]),
          source: null,
        },
        flipPoint: null,
      };
    },
  };
}

/** The territory of most deals; null if the two halves of the deals, by date, have different ones. */
function steadyTerritory(deals: readonly Deal[]): string | null {
  const sorted = deals.toSorted((a, b) =>
    a.date < b.date ? -1 : a.date > b.date ? 1 : a.id < b.id ? -1 : 1,
  );
  const half = Math.ceil(sorted.length / 2);
  const [before, after] = [commonest(sorted.slice(0, half)), commonest(sorted.slice(half))];
  return before === after ? before : null;
}

function commonest(deals: readonly Deal[]): string | null {
  const counts = new Map<string, number>();
  for (const { territory } of deals) {
    if (territory !== null) counts.set(territory, (counts.get(territory) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? null;
}

/** Territories of five payees or more, by name. */
function territoriesOf(all: readonly Place[]): readonly Territory[] {
  const groups = new Map<string | null, Place[]>();
  for (const place of all) {
    if (place.quota <= 0) continue;
    const own = groups.get(place.territory);
    if (own === undefined) groups.set(place.territory, [place]);
    else own.push(place);
  }
  return [...groups]
    .flatMap(([name, places]) => {
      if (name === null || places.length < MIN_PAYEES) return [];
      return [
        {
          name,
          credited: places.reduce((sum, one) => sum + one.credited, 0),
          quota: places.reduce((sum, one) => sum + one.quota, 0),
          median: median(places.flatMap(({ reached }) => (reached === null ? [] : [reached]))),
        },
      ];
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function totalsOf(rows: readonly Territory[]) {
  return {
    credited: rows.reduce((sum, one) => sum + one.credited, 0),
    quota: rows.reduce((sum, one) => sum + one.quota, 0),
  };
}

function gapAmong(all: readonly Place[], minGap: number): Gap | null {
  const rows = territoriesOf(all);
  const { credited, quota } = totalsOf(rows);
  if (rows.length < 2 || credited <= 0 || quota <= 0) return null;
  const off = rows
    .map((one) => ({ one, gap: one.credited / credited - one.quota / quota }))
    .toSorted((a, b) => a.gap - b.gap);
  const [from, to] = [off[0], off.at(-1)];
  if (from === undefined || to === undefined) return null;
  if (from.gap >= -minGap || to.gap <= minGap || to.one.median < from.one.median * APART) return null;
  return { from: from.one, to: to.one, amount: Math.min(-from.gap, to.gap) * quota };
}

function candidateOf(
  component: Component,
  of: {
    readonly gap: Gap;
    readonly part: number;
    readonly currency: string;
    readonly places: ReadonlyMap<string, string | null>;
  },
): Candidate {
  const { gap, part, currency, places } = of;
  const { from, to } = gap;
  const amount = Math.round(gap.amount * part);
  const [less, more] = [(1 - amount / from.quota).toFixed(6), (1 + amount / to.quota).toFixed(6)];
  return {
    id: `${from.name}/${to.name}/${part}`,
    changes: [],
    title: `Move quota from ${from.name} to ${to.name}`,
    description: `Quotas of ${from.name} fall by ${shownNumber((1 - Number(less)) * 100, 1)}%, those of ${to.name} rise by ${shownNumber((Number(more) - 1) * 100, 1)}%: ${amount} ${currency} move. Change the quotas with an import.`,
    records: {
      change: { kind: 'move-quota', fromTerritory: from.name, toTerritory: to.name, amount: String(amount) },
      apply: (history: History) => {
        const territory = places.get(payeeOf(history));
        const factor = territory === from.name ? less : territory === to.name ? more : null;
        return factor === null ? history : withScaledQuotas(history, component, factor);
      },
    },
  };
}

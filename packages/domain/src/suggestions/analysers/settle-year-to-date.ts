import { type Component, isTargetBased, type Plan } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import type { PeriodFigures } from '../../simulations/payee-pay.ts';
import type { PayeeFacts } from './facts.ts';
import { type Analyser, firstWord, type Lever, lever } from './lever.ts';
import { correlation, shownNumber } from './statistics.ts';

const card = {
  key: 'settle-year-to-date',
  version: '1',
  principle: 'Payees near quota should gain nothing by moving deals between periods.',
  thresholds: [
    { label: 'Credit in the last tenth of the days', value: 'above 40%' },
    { label: 'More of it for payees between 85 and 115% than for others', value: '10 points' },
    { label: 'Correlation of attainment with the period before', value: '−0.3 or below' },
  ],
  limits: ['A season at the end of every period looks alike for all payees; only the difference counts.'],
} as const;

const LATE_SHARE = 0.4;
const MORE = 0.1;
const MAX_CORRELATION = -0.3;
const LAST_PART = 0.1;
const YEAR_TO_DATE = 'year-to-date';
const DAY_MS = 86_400_000;

/** Credit in all and in the last tenth of the days, near quota and far from it, and attainments near it of neighboring periods. */
interface Timing {
  readonly near: readonly [late: number, all: number];
  readonly far: readonly [late: number, all: number];
  readonly pairs: readonly (readonly [before: number, after: number])[];
}

/** A13 (SGR-113): deals that wait for the end of the period. */
export const settleYearToDate: Analyser = { card, levers: (plan) => leversOf(plan) };

/** Settling by deduction excludes a plan cap and carried limits (TERM-3). */
function leversOf(plan: Plan) {
  if (plan.calendar.period === 'year' || plan.planCap !== undefined) return [];
  return activeComponents(plan)
    .filter(({ window, spiff, rate, limits = [] }) => {
      const carries = limits.some((one) => 'excess' in one && one.excess === 'carried');
      return window === undefined && spiff === undefined && !carries && isTargetBased(rate);
    })
    .map((one) => lever(windowLever(one, plan)));
}

function windowLever(component: Component, { calendar }: Plan): Lever<Timing> {
  const lateDays = new Map<string, string>();
  const lateIn = (period: Days) => {
    const day = lateDays.get(period.from) ?? lateFrom(period);
    lateDays.set(period.from, day);
    return day;
  };
  return {
    card,
    key: `${card.key}-${firstWord(component.id)}`,
    field: `${component.id}/window`,
    componentId: component.id,
    risks: ['BEHAVIOUR', 'SEASON', 'LOSERS'],
    summarise: (payee, { pays }) => timingOf(payee, { componentId: component.id, pays, lateIn }),
    candidates: (all) =>
      waits(all)
        ? [
            {
              id: YEAR_TO_DATE,
              changes: [
                { component: component.id, set: { window: { kind: YEAR_TO_DATE, settle: 'deduct' } } },
              ],
              title: `Settle ${component.name} year to date`,
              description: `${component.name} pays what the year so far is worth, less what its earlier ${calendar.period}s paid.`,
            },
          ]
        : [],
    propose: (sample) => (waits(sample.map(({ summary }) => summary)) ? YEAR_TO_DATE : null),
    observe: (all) => {
      const { near, far, r } = figuresOf(all.map(({ summary }) => summary));
      const percent = (of: number) => shownNumber(of * 100, 1);
      return {
        seen: [
          `Payees between 85 and 115% of quota closed ${percent(near)}% of their ${component.name} in the last tenth of the ${calendar.period}, others ${percent(far)}%.`,
          `A good ${calendar.period} follows a weak one: the correlation is ${shownNumber(r ?? 0, 2)}.`,
        ],
        benchmark: null,
        flipPoint: null,
      };
    },
  };
}

interface Days {
  readonly from: string;
  readonly to: string;
}

function timingOf(
  { lines }: PayeeFacts,
  given: {
    readonly componentId: string;
    readonly pays: readonly PeriodFigures[];
    readonly lateIn: (period: Days) => string;
  },
): Timing {
  const { componentId, pays, lateIn } = given;
  const near: [number, number] = [0, 0];
  const far: [number, number] = [0, 0];
  const own = lines.filter((one) => one.componentId === componentId);
  for (const { period, lines: paid } of pays) {
    const attainment = own.find((one) => one.period === period.key)?.attainment ?? null;
    if (attainment === null) continue;
    const sums = isNear(attainment) ? near : far;
    const from = lateIn(period);
    const credits = paid.find((one) => one.componentId === componentId)?.credits;
    for (const [i, { date }] of (credits?.deals ?? []).entries()) {
      const amount = Number(credits!.credited[i]);
      if (date >= from) sums[0] += amount;
      sums[1] += amount;
    }
  }
  const pairs = own.slice(1).flatMap(({ attainment: after }, i) => {
    const before = own[i]?.attainment ?? null;
    return isNear(before) && isNear(after) ? [[before, after] as const] : [];
  });
  return { near, far, pairs };
}

/** So near to quota that a deal decides whether it is reached. */
function isNear(attainment: number | null): attainment is number {
  return attainment !== null && attainment >= 85 && attainment <= 115;
}

/** The first of the last tenth of a period's days. */
function lateFrom({ from, to }: Days): string {
  const end = Date.parse(to);
  const days = Math.round((end - Date.parse(from)) / DAY_MS) + 1;
  return new Date(end - (Math.ceil(days * LAST_PART) - 1) * DAY_MS).toISOString().slice(0, 10);
}

function figuresOf(all: readonly Timing[]) {
  const share = (of: (one: Timing) => readonly [number, number]) => {
    const late = all.reduce((sum, one) => sum + of(one)[0], 0);
    const whole = all.reduce((sum, one) => sum + of(one)[1], 0);
    return { late, whole, share: whole > 0 ? late / whole : 0 };
  };
  const [near, far] = [share((one) => one.near), share((one) => one.far)];
  return {
    near: near.share,
    far: far.share,
    hasControl: far.whole > 0 && near.whole > 0,
    all: (near.late + far.late) / (near.whole + far.whole || 1),
    r: correlation(all.flatMap(({ pairs }) => pairs)),
  };
}

function waits(all: readonly Timing[]): boolean {
  const { near, far, hasControl, all: late, r } = figuresOf(all);
  if (!hasControl || r === null || r > MAX_CORRELATION) return false;
  return late > LATE_SHARE && near - far >= MORE;
}

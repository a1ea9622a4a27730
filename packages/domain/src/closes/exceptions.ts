import { type Decimal, decimal, HUNDRED, plain, ZERO } from '../base/decimal.ts';
import { money } from '../base/figures.ts';
import { parseCap } from '../plans/cap.ts';
import type { Plan } from '../plans/plan.ts';

export const exceptionRules = [
  'EXC-1',
  'EXC-2',
  'EXC-3',
  'EXC-4',
  'EXC-5',
  'EXC-6',
  'EXC-7',
  'EXC-8',
] as const;
export type ExceptionRule = (typeof exceptionRules)[number];

/** A line of a calculation as far as exceptions look at it; decimal strings. */
export interface CheckedLine {
  readonly participantId: string;
  readonly componentId: string;
  readonly credited: string;
  readonly attainmentPercent: string | null;
  readonly target: string | null;
  readonly amount: string;
}

/** A calculation of a plan's period with those of the periods before it. */
export interface CheckedPeriod {
  readonly plan: Pick<Plan, 'currency' | 'components'>;
  readonly lines: readonly CheckedLine[];
  /** Lines of up to six earlier periods of the plan, newest first. */
  readonly earlier: readonly (readonly CheckedLine[])[];
}

/** What looks odd in a calculation, and the figures it looks at: it stays cleared while these stay the same. */
export interface PayException {
  readonly rule: ExceptionRule;
  /** Null: the plan as a whole. */
  readonly participantId: string | null;
  readonly componentId: string | null;
  readonly message: string;
  /** The money it is about, in the plan's currency. */
  readonly amount: string;
  readonly figures: string;
}

/** Least number of earlier periods for EXC-3, and of earlier lines for EXC-6. */
const MIN_PERIODS = 3;
const MIN_LINES = 100;
const OFF_BY = decimal('500');

/** Everything odd about the lines of a period's calculation, largest amounts first (EXC-1 to EXC-6, EXC-8). */
export function lineExceptions(period: CheckedPeriod): readonly PayException[] {
  return largestFirst([
    ...period.lines.flatMap((line) => ofLine(line, period)),
    ...offOwnCourse(period),
    ...outsideRates(period),
    ...offTotal(period),
  ]);
}

/** EXC-7: a participant of the plan with deals in the period and no line. */
export function withoutLine(participantId: string): PayException {
  return {
    rule: 'EXC-7',
    participantId,
    componentId: null,
    message: 'Deals in the period, but no line.',
    amount: '0',
    figures: 'no line',
  };
}

export function largestFirst<E extends PayException>(found: readonly E[]): readonly E[] {
  return found.toSorted(
    (a, b) => decimal(b.amount).abs().cmp(decimal(a.amount).abs()) || (keyOf(a) < keyOf(b) ? -1 : 1),
  );
}

const keyOf = ({ rule, participantId, componentId }: PayException) =>
  [rule, participantId ?? '', componentId ?? ''].join(' ');

function ofLine(line: CheckedLine, { plan }: CheckedPeriod): readonly PayException[] {
  const [credited, amount] = [decimal(line.credited), decimal(line.amount)];
  const found: PayException[] = [];
  const add = (rule: ExceptionRule, message: string) =>
    found.push({
      rule,
      participantId: line.participantId,
      componentId: line.componentId,
      message,
      amount: line.amount,
      figures: [line.credited, line.attainmentPercent, line.amount].join(' '),
    });
  const paid = money(amount, plan.currency);
  if (amount.eq(ZERO) && credited.gt(ZERO)) add('EXC-1', 'Credit, but no pay.');
  if (!amount.eq(ZERO) && credited.eq(ZERO)) add('EXC-2', `Pay of ${paid} without credit.`);
  if (line.attainmentPercent !== null) {
    const attained = decimal(line.attainmentPercent);
    if (attained.gt(200) || attained.lt(ZERO)) add('EXC-4', `Attainment of ${plain(attained)}%.`);
  }
  const cap = plan.components.find(({ id }) => id === line.componentId)?.cap ?? null;
  const limit = cap === null ? null : parseCap(cap);
  if (limit?.ok && line.target !== null) {
    const max = decimal(line.target).times(limit.value.timesTarget);
    if (max.gt(ZERO) && amount.gte(max)) add('EXC-5', `The cap of ${cap} is reached: ${paid}.`);
  }
  return found;
}

/** EXC-3: pay that differs from the median of the payee's earlier periods by over three median deviations, and over 500. */
function offOwnCourse({ plan, lines, earlier }: CheckedPeriod): readonly PayException[] {
  const before = earlier.map(totals);
  return [...totals(lines)].flatMap(([participantId, pay]): PayException[] => {
    const own = before.flatMap((one) => one.get(participantId) ?? []);
    if (own.length < MIN_PERIODS) return [];
    const usual = median(own);
    const deviation = median(own.map((one) => one.minus(usual).abs()));
    const off = pay.minus(usual);
    if (off.abs().lte(deviation.times(3)) || off.abs().lte(OFF_BY)) return [];
    const [now, then] = [money(pay, plan.currency), money(usual, plan.currency)];
    return [
      {
        rule: 'EXC-3',
        participantId,
        componentId: null,
        message: `Pay of ${now}; the median of ${own.length} periods before is ${then}.`,
        amount: plain(off),
        figures: `${plain(pay)} ${plain(usual)}`,
      },
    ];
  });
}

/** A share of the difference of two rates that rounding alone may make. */
const ROUNDING = 1e-12;

/** EXC-6: pay ÷ credit outside what 98% of the component's earlier lines had. */
function outsideRates({ lines, earlier }: CheckedPeriod): readonly PayException[] {
  const known = new Map<string, Rate[]>();
  for (const rate of earlier.flat().flatMap((line) => rateOf(line) ?? [])) {
    const own = known.get(rate.line.componentId);
    if (own === undefined) known.set(rate.line.componentId, [rate]);
    else own.push(rate);
  }
  const bounds = new Map(
    [...known].map(([componentId, rates]) => {
      const sorted = rates.sort((a, b) => a.value - b.value);
      const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
      return [componentId, sorted.length < MIN_LINES ? null : { low: at(0.01), high: at(0.99) }] as const;
    }),
  );
  return lines.flatMap((line): PayException[] => {
    const [rate, bound] = [rateOf(line), bounds.get(line.componentId)];
    if (rate === null || !bound?.low || !bound.high) return [];
    const { low, high } = bound;
    const isBelow = low.value - rate.value > Math.abs(low.value) * ROUNDING;
    const isAbove = rate.value - high.value > Math.abs(high.value) * ROUNDING;
    if (!isBelow && !isAbove) return [];
    return [
      {
        rule: 'EXC-6',
        participantId: line.participantId,
        componentId: line.componentId,
        message: `Pays ${percentOf(rate)} of credit; usual are ${percentOf(low)} to ${percentOf(high)}.`,
        amount: line.amount,
        figures: [line.credited, line.amount].join(' '),
      },
    ];
  });
}

interface Rate {
  /** Pay ÷ credit, to compare; a million exact divisions would take seconds. */
  readonly value: number;
  readonly line: CheckedLine;
}

function rateOf(line: CheckedLine): Rate | null {
  const [credit, amount] = [Number(line.credited), Number(line.amount)];
  return credit <= 0 || amount === 0 ? null : { value: amount / credit, line };
}

function percentOf({ line }: Rate): string {
  return `${plain(decimal(line.amount).div(decimal(line.credited)).times(HUNDRED).round(2))}%`;
}

/** EXC-8: a total that differs from the period before by over 20%. */
function offTotal({ plan, lines, earlier }: CheckedPeriod): readonly PayException[] {
  const [last] = earlier;
  if (last === undefined) return [];
  const total = (all: readonly CheckedLine[]) =>
    all.reduce((sum, { amount }) => sum.plus(decimal(amount)), ZERO);
  const [now, then] = [total(lines), total(last)];
  const off = now.minus(then);
  if (then.eq(ZERO) || off.abs().lte(then.abs().times('0.2'))) return [];
  const percent = plain(off.abs().times(HUNDRED).div(then.abs()).round(1));
  const side = off.gt(ZERO) ? 'above' : 'below';
  return [
    {
      rule: 'EXC-8',
      participantId: null,
      componentId: null,
      message: `The total of ${money(now, plan.currency)} is ${percent}% ${side} that of the period before.`,
      amount: plain(off),
      figures: `${plain(now)} ${plain(then)}`,
    },
  ];
}

function totals(lines: readonly CheckedLine[]): ReadonlyMap<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const { participantId, amount } of lines)
    sums.set(participantId, (sums.get(participantId) ?? ZERO).plus(decimal(amount)));
  return sums;
}

function median(values: readonly Decimal[]): Decimal {
  const sorted = values.toSorted((a, b) => a.cmp(b));
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? ZERO, sorted[Math.floor(middle)] ?? ZERO];
  return low.plus(high).div(2);
}

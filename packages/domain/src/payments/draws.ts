import { type Decimal, decimal, HUNDREDTH, sum, ZERO } from '../base/decimal.ts';
import { bracketed, money, percent } from '../base/figures.ts';
import { roundMoney } from '../base/money.ts';
import { drawDue } from './draw-due.ts';
import type { Ledger } from './ledger.ts';
import type { Draw, LedgerLine, PaymentInput } from './payment.ts';

interface Payable {
  readonly componentIds: readonly string[] | null;
  readonly amount: Decimal;
}

/** What a draw adds to or takes from a period's pay. */
interface DrawMove {
  readonly kind: 'draw-guaranteed' | 'draw-advanced' | 'draw-recovered';
  readonly amount: Decimal;
  readonly rule: string;
  readonly message: string;
  readonly formula: string;
}

/**
 * Advances and recovers draws, in the order in which they start (PAYM-8): each counts the earnings of its components that
 * are payable now, after holds and releases and after the draws before it.
 */
export function settleDraws(input: PaymentInput, ledger: Ledger): void {
  const payable: Payable[] = ledger.lines.map((line) => ({
    componentIds: componentsOf(line),
    amount: decimal(line.amount),
  }));
  for (const draw of [...input.draws].sort(byStart)) {
    const earned = sum(
      payable.filter((one) => overlap(draw.componentIds, one.componentIds)).map((one) => one.amount),
    );
    const move = settle(draw, earned, input);
    if (move === null) continue;
    const recoverable = move.kind !== 'draw-guaranteed';
    ledger.write({
      ...move,
      references: { drawId: draw.id },
      ...(recoverable ? { moves: { balance: 'draw', by: move.amount } as const } : {}),
    });
    // what this draw gave or took belongs to its components, so that the next one does not count it twice
    payable.push({ componentIds: draw.componentIds, amount: move.amount });
  }
}

/** The component a line belongs to: an adjustment that overrides no line has none, so a draw on some components does not count it. */
function componentsOf({ kind, references: { componentId } }: LedgerLine): readonly string[] | null {
  if (kind === 'adjusted-earnings' && componentId === undefined) return [];
  return componentId === undefined ? null : [componentId];
}

function byStart(a: Draw, b: Draw): number {
  const [first, second] = [`${a.from} ${a.id}`, `${b.from} ${b.id}`];
  return first < second ? -1 : 1;
}

/** True when two lists of components share one; null means every component. */
export function overlap(a: readonly string[] | null, b: readonly string[] | null): boolean {
  return a === null || b === null || a.some((id) => b.includes(id));
}

function settle(draw: Draw, earned: Decimal, input: PaymentInput): DrawMove | null {
  const due = drawDue(draw, input.period, input.currency);
  const shown = (amount: Decimal) => money(amount, input.currency);
  if (due.gt(ZERO) && earned.lt(due)) {
    const amount = due.minus(earned);
    const formula = `${shown(due)} − ${bracketed(shown(earned))}`;
    if (draw.kind === 'non-recoverable') {
      const message = `Guaranteed ${shown(due)}: you earned less, the difference is yours to keep`;
      return { kind: 'draw-guaranteed', amount, rule: 'PAYM-5', message, formula };
    }
    const message = `Advanced up to your draw of ${shown(due)}; to be recovered from later earnings`;
    return { kind: 'draw-advanced', amount, rule: 'PAYM-6', message, formula };
  }
  return draw.kind === 'recoverable' ? recover(draw, { earned, due }, input) : null;
}

/** rec = min(B, E − D, E × percent, what may still be recovered at all), inside the recovery's days (PAYM-7). */
function recover(
  draw: Draw,
  { earned, due }: { earned: Decimal; due: Decimal },
  input: PaymentInput,
): DrawMove | null {
  const { from, to, earningsPercent, atMost } = draw.recovery ?? OPEN_RECOVERY;
  if ((from !== null && input.period.to < from) || (to !== null && input.period.from > to)) return null;
  const standing = input.opening.draws.find((one) => one.drawId === draw.id);
  if (standing === undefined) return null;
  const recovered = decimal(standing.recovered);
  const balance = decimal(standing.advanced).minus(recovered);
  const limits: (readonly [string, Decimal])[] = [
    ['balance', balance],
    ['earned above the draw', earned.minus(due)],
  ];
  if (earningsPercent !== null) {
    const part = earned.times(decimal(earningsPercent)).times(HUNDREDTH);
    limits.push([
      `${percent(decimal(earningsPercent))} of earnings`,
      roundMoney(part, input.currency, input.pay.rounding),
    ]);
  }
  if (atMost !== null) limits.push(['left of the most to recover', decimal(atMost).minus(recovered)]);
  const amount = limits.map(([, limit]) => limit).reduce((a, b) => (b.lt(a) ? b : a));
  if (!amount.gt(ZERO)) return null;
  const shown = (value: Decimal) => money(value, input.currency);
  const left = balance.minus(amount);
  const message = left.eq(ZERO)
    ? 'Recovered from your draw; all of it is paid back now'
    : `Recovered from your draw; ${shown(left)} of it is still to be recovered`;
  const formula = `the least of ${limits.map(([name, limit]) => `${shown(limit)} (${name})`).join(', ')}`;
  return { kind: 'draw-recovered', amount: amount.neg(), rule: 'PAYM-7', message, formula };
}

const OPEN_RECOVERY = { from: null, to: null, earningsPercent: null, atMost: null };

import { fraction } from '../../payouts/kernel/lines/fraction.ts';
import type { ExactLine, LineNumbers } from '../../payouts/kernel/lines/shape-pay.ts';
import type { MeasuredLine } from './read-lines.ts';

/** What is known of a line besides its numbers. */
export const HELD = {
  /** The payee has lines in the period. */
  present: 1,
  /** The component pays this payee. */
  theirs: 2,
  credits: 4,
  parts: 8,
  quotaFault: 16,
  targetFault: 32,
  quota: 64,
  target: 128,
  rate: 256,
} as const;

const numbers = [
  ...(['total', 'quota', 'unit', 'targetOver', 'targetUnder'] as const),
  ...(['shareOver', 'shareUnder', 'rateOver', 'rateUnder'] as const),
];

/**
 * The lines of all payees of one crediting plan over all periods of a span, in columns: payee after payee, period after period,
 * component after component. A component that is not in force in a period has a line with no numbers.
 */
export class LiveColumns implements LineNumbers {
  readonly periods: number;
  readonly components: number;
  total = new Float64Array(0);
  quota = new Float64Array(0);
  unit = new Float64Array(0);
  targetOver = new Float64Array(0);
  targetUnder = new Float64Array(0);
  shareOver = new Float64Array(0);
  shareUnder = new Float64Array(0);
  rateOver = new Float64Array(0);
  rateUnder = new Float64Array(0);
  held = new Uint16Array(0);
  /** Lines with a number that no binary float holds, by their place. */
  readonly #wide = new Map<number, ExactLine>();
  /** Payees whose lines could not be read. */
  readonly #unread = new Set<number>();
  #payees = 0;

  constructor(periods: number, components: number) {
    this.periods = periods;
    this.components = components;
  }

  get payees(): number {
    return this.#payees;
  }

  /** About how much memory they hold. */
  get bytes(): number {
    return this.held.length * (numbers.length * 8 + 2) + this.#wide.size * 400;
  }

  /** Whether a payee has columns at all. */
  isRead(payee: number): boolean {
    return !this.#unread.has(payee);
  }

  /** The place of a payee's first line in a period. */
  place(payee: number, period: number): number {
    return (payee * this.periods + period) * this.components;
  }

  /** Adds the next payee; null where the lines could not be read. */
  add(periods: readonly (readonly MeasuredLine[])[] | null): void {
    const payee = this.#payees;
    this.#payees += 1;
    const end = this.place(payee + 1, 0);
    if (end > this.held.length) this.#grow(Math.max(end, Math.ceil(this.held.length * 1.5), 1024));
    if (periods === null) {
      this.#unread.add(payee);
      return;
    }
    for (const [period, lines] of periods.entries()) {
      for (const line of lines) this.#set(this.place(payee, period) + line.component, line);
    }
  }

  /** A line in numbers of any size. */
  exact(at: number): ExactLine {
    const wide = this.#wide.get(at);
    if (wide !== undefined) return wide;
    const held = this.held[at]!;
    const whole = (column: Float64Array) => BigInt(column[at]!);
    return {
      total: whole(this.total),
      unit: whole(this.unit),
      quota: held & HELD.quota ? whole(this.quota) : null,
      target: held & HELD.target ? { over: whole(this.targetOver), under: whole(this.targetUnder) } : null,
      rate: held & HELD.rate ? { over: whole(this.rateOver), under: whole(this.rateUnder) } : null,
    };
  }

  #set(at: number, line: MeasuredLine): void {
    const { total, quota, unit, target, rate } = line;
    // a quota of nothing measures nothing (ATT-2)
    const measures = quota !== null && quota > 0n;
    this.held[at] =
      HELD.present |
      (line.isTheirs ? HELD.theirs : 0) |
      (line.hasCredits ? HELD.credits : 0) |
      (line.hasParts ? HELD.parts : 0) |
      (line.quotaFault ? HELD.quotaFault : 0) |
      (line.targetFault ? HELD.targetFault : 0) |
      (measures ? HELD.quota : 0) |
      (target === null ? 0 : HELD.target) |
      (rate === null ? 0 : HELD.rate);
    const share = target !== null && measures ? fraction(target.over, target.under * quota) : null;
    const values = [
      ...[total, measures ? quota : null, unit, target?.over ?? null, target?.under ?? null],
      ...[share?.over ?? null, share?.under ?? null, rate?.over ?? null, rate?.under ?? null],
    ];
    let isWide = false;
    for (const [i, value] of values.entries()) {
      const fits = value !== null && value <= LARGEST && value >= (i === 0 ? -LARGEST : 0n);
      this[numbers[i]!][at] = fits ? Number(value) : Number.NaN;
      if (value !== null && !fits) isWide = true;
    }
    if (isWide) this.#wide.set(at, { total, unit, quota: measures ? quota : null, target, rate });
  }

  #grow(length: number): void {
    for (const name of numbers) {
      const longer = new Float64Array(length).fill(Number.NaN);
      longer.set(this[name]);
      this[name] = longer;
    }
    const held = new Uint16Array(length);
    held.set(this.held);
    this.held = held;
  }
}

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

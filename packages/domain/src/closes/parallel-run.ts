import { type Decimal, decimal, HUNDREDTH, plain, sum, ZERO } from '../base/decimal.ts';

/** Pay that another system or a spreadsheet states for a payee and a period. */
export interface ParallelPay {
  readonly participantId: string;
  /** Name of the plan; '': every plan of the period together. */
  readonly plan: string;
  /** ID or name of the component; '': every component together. */
  readonly component: string;
  readonly amount: string;
  /** Null: the currency of the plan. */
  readonly currency: string | null;
}

/** A calculated line as far as a parallel run compares it. */
export interface ComparedLine {
  readonly runId: string;
  readonly planId: string;
  readonly planName: string;
  readonly participantId: string;
  readonly componentId: string;
  readonly componentName: string;
  readonly currency: string;
  readonly amount: string;
}

export const parallelStates = ['equal', 'rounding', 'different', 'not-calculated', 'not-stated'] as const;
export type ParallelState = (typeof parallelStates)[number];

/** Whether someone may sign a comparison off: also as its importer, no, or only because no one else can (CLOSE-13). */
export const signers = ['any', 'another', 'alone'] as const;
export type Signer = (typeof signers)[number];

/** One comparison: what the file states, what the lines pay, and the lines that were compared. */
export interface Comparison {
  readonly participantId: string;
  readonly planName: string | null;
  readonly componentName: string | null;
  readonly currency: string | null;
  /** Null: the file states nothing. */
  readonly stated: string | null;
  /** Null: no line was calculated. */
  readonly calculated: string | null;
  /** Calculated minus stated. */
  readonly difference: string;
  readonly state: ParallelState;
  readonly lines: readonly ComparedLine[];
}

/**
 * Compares stated with calculated pay, largest differences first (CLOSE-9 to CLOSE-11). Each line is compared once: with the row that
 * names its component, else its plan, else its payee alone.
 */
export function compareParallel(
  stated: readonly ParallelPay[],
  lines: readonly ComparedLine[],
): readonly Comparison[] {
  const open = new Map<string, ComparedLine[]>();
  for (const line of lines) {
    const own = open.get(line.participantId);
    if (own) own.push(line);
    else open.set(line.participantId, [line]);
  }
  const claim = (row: ParallelPay) => {
    const own = open.get(row.participantId) ?? [];
    open.set(
      row.participantId,
      own.filter((line) => !isOf(row, line)),
    );
    return own.filter((line) => isOf(row, line));
  };
  const compared = stated
    .toSorted((a, b) => precision(b) - precision(a))
    .map((row) => comparison(row, claim(row)));
  const scopes = scopesOf(stated);
  const left = [...open.values()]
    .flat()
    .filter((line) => !decimal(line.amount).eq(ZERO) && scopes.some((scope) => isWithin(scope, line)))
    .map(notStated);
  return [...compared, ...left].sort(
    (a, b) => decimal(b.difference).abs().cmp(decimal(a.difference).abs()) || (keyOf(a) < keyOf(b) ? -1 : 1),
  );
}

const precision = ({ plan, component }: ParallelPay) => (component === '' ? 0 : 2) + (plan === '' ? 0 : 1);

const keyOf = ({ participantId, planName, componentName }: Comparison) =>
  [participantId, planName ?? '', componentName ?? ''].join('\0');

const like = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** True if the row states pay of this plan, alone or with others. */
export function statesPlan({ plan }: Pick<ParallelPay, 'plan'>, name: string): boolean {
  return plan === '' || like(plan, name);
}

type Scope = Pick<ParallelPay, 'plan' | 'currency'>;

/** The plans and currencies that the file states, each pair once: a file has many rows and few of them. */
function scopesOf(stated: readonly ParallelPay[]): readonly Scope[] {
  return [
    ...new Map(stated.map(({ plan, currency }) => [`${plan}\0${currency}`, { plan, currency }])).values(),
  ];
}

function isWithin(scope: Scope, { planName, currency }: ComparedLine): boolean {
  return statesPlan(scope, planName) && (scope.currency === null || scope.currency === currency);
}

function isOf(row: ParallelPay, line: ComparedLine): boolean {
  const { component } = row;
  return (
    isWithin(row, line) &&
    (component === '' || like(component, line.componentId) || like(component, line.componentName))
  );
}

function comparison(row: ParallelPay, lines: readonly ComparedLine[]): Comparison {
  const amount = decimal(row.amount);
  const calculated = sum(lines.map((line) => decimal(line.amount)));
  const difference = calculated.minus(amount);
  return {
    participantId: row.participantId,
    planName: row.plan || only(lines.map(({ planName }) => planName)),
    componentName: row.component === '' ? null : (lines[0]?.componentName ?? row.component),
    currency: row.currency ?? only(lines.map(({ currency }) => currency)),
    stated: plain(amount),
    calculated: lines.length === 0 ? null : plain(calculated),
    difference: plain(difference),
    state: stateOf(difference, lines),
    lines,
  };
}

function stateOf(difference: Decimal, lines: readonly ComparedLine[]): ParallelState {
  if (difference.eq(ZERO)) return 'equal';
  if (lines.length === 0) return 'not-calculated';
  return difference.abs().lte(HUNDREDTH) ? 'rounding' : 'different';
}

function notStated(line: ComparedLine): Comparison {
  return {
    participantId: line.participantId,
    planName: line.planName,
    componentName: line.componentName,
    currency: line.currency,
    stated: null,
    calculated: line.amount,
    difference: line.amount,
    state: 'not-stated',
    lines: [line],
  };
}

/** The one value all have; null for several or none. */
function only(values: readonly string[]): string | null {
  const [first, ...others] = new Set(values);
  return first !== undefined && others.length === 0 ? first : null;
}

import { parseCap } from '../../plans/cap.ts';
import { type Component, isTargetBased, type Plan } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import { isUnderPlanCap } from '../../plans/terms.ts';
import { type Analyser, type Candidate, firstWord, type Lever, lever, type Tried } from './lever.ts';
import { fewestWithout, percentile, shownNumber } from './statistics.ts';

const card = {
  key: 'add-cap',
  version: '1',
  principle: 'A component without a cap whose highest lines pay far above target should have one.',
  thresholds: [
    { label: 'P95 of pay in percent of target', value: '150%' },
    { label: 'Share of the cost above 1.2x', value: '2%', setting: 'tailPercent' },
    { label: 'Most lines a cap may cut', value: '25%' },
    { label: 'Most a payee may lose in a year', value: '10%' },
  ],
  limits: ['The replay assumes that people sell the same under a cap.'],
} as const;

/** Mild first. */
const CAPS = ['3', '2.5', '2', '1.5', '1.2'] as const;
const TAIL_PERCENT = 150;
const MAX_CUT = 0.25;
const MAX_LOSS = 10n;
/** Who alone earns more than this share of what is above the lowest cap is a windfall, not a tail. */
const ONE_PAYEE = 0.5;

/** One payee's lines, and what decides of them. */
interface Tail {
  /** Pay and target in minor units. */
  readonly lines: readonly (readonly [pay: number, target: number])[];
  readonly cost: number;
  /** What is paid above 1.2 times target. */
  readonly above: number;
  /** Lines that reach 150 % of target. */
  readonly high: number;
}

function tailOf(lines: Tail['lines']): Tail {
  let [cost, above, high] = [0, 0, 0];
  for (const [pay, target] of lines) {
    cost += pay;
    above += Math.max(0, pay - 1.2 * target);
    if ((pay * 100) / target >= TAIL_PERCENT) high += 1;
  }
  return { lines, cost, above, high };
}

/** A2 (SGR-102): components nothing limits, with a tail far above target. */
export const addCap: Analyser = {
  card,
  levers: (plan, { tailPercent }) =>
    activeComponents(plan)
      .filter((one) => isOpen(one, plan))
      .map((one) => lever(capLever(one, tailPercent / 100))),
};

function isOpen(component: Component, plan: Plan): boolean {
  const { cap, limits = [], spiff, weight, rate } = component;
  if (cap !== null || limits.length > 0 || spiff !== undefined || weight === 0 || !isTargetBased(rate))
    return false;
  return plan.planCap === undefined || !isUnderPlanCap(component);
}

function capLever(component: Component, minAbove: number): Lever<Tail> {
  const isTail = (columns: Columns, positions: Int32Array) => isTailFrom(minAbove, columns, positions);
  return {
    card,
    key: `${card.key}-${firstWord(component.id)}`,
    field: `${component.id}/cap`,
    componentId: component.id,
    risks: ['LOSERS', 'TAIL', 'SINGLE'],
    summarise: ({ lines }) =>
      tailOf(
        lines.flatMap(({ componentId, pay, target }) =>
          componentId === component.id && target !== null && target > 0 ? [[pay, target] as const] : [],
        ),
      ),
    candidates: (all) =>
      isTail(columnsOf(all), everyone(all.length)) ? CAPS.map((times) => candidateOf(component, times)) : [],
    propose: (sample, candidates) => proposeOn(sample, { candidates, isTail })(everyone(sample.length)),
    proposeOn: (all, candidates) => proposeOn(all, { candidates, isTail }),
    observe: (all, chosen) => observation(component, all, { chosen, isTail }),
  };
}

function candidateOf(component: Component, times: string): Candidate {
  const cap = `${times}x`;
  return {
    id: cap,
    changes: [{ component: component.id, set: { cap } }],
    title: `Cap ${component.name} at ${cap}`,
    description: `${component.name} pays at most ${cap} of its target in a period.`,
  };
}

function everyone(count: number): Int32Array {
  const positions = new Int32Array(count);
  for (let i = 0; i < count; i += 1) positions[i] = i;
  return positions;
}

/** What decides, payee by payee: resamples read few columns instead of many objects. */
interface Columns {
  readonly lines: Float64Array;
  readonly cost: Float64Array;
  readonly above: Float64Array;
  readonly high: Float64Array;
}

type TailRule = (columns: Columns, positions: Int32Array) => boolean;

function columnsOf(all: readonly Tail[]): Columns {
  const column = () => new Float64Array(all.length);
  const columns = { lines: column(), cost: column(), above: column(), high: column() };
  for (let i = 0; i < all.length; i += 1) put(columns, i, all[i]!);
  return columns;
}

function put(columns: Columns, at: number, { lines, cost, above, high }: Tail): void {
  columns.lines[at] = lines.length;
  columns.cost[at] = cost;
  columns.above[at] = above;
  columns.high[at] = high;
}

/** The 95th percentile of pay reaches 150 % of target, and this share of the cost is above 1.2 times target. */
function isTailFrom(minAbove: number, columns: Columns, positions: Int32Array): boolean {
  let [lines, cost, total, high, largest] = [0, 0, 0, 0, 0];
  for (let i = 0; i < positions.length; i += 1) {
    const at = positions[i]!;
    const above = columns.above[at]!;
    lines += columns.lines[at]!;
    cost += columns.cost[at]!;
    total += above;
    high += columns.high[at]!;
    if (above > largest) largest = above;
  }
  if (lines === 0) return false;
  // the nearest rank of the 95th percentile is among the high ones
  if (high <= lines - Math.ceil((95 * lines) / 100) || total < cost * minAbove) return false;
  return largest <= total * ONE_PAYEE;
}

/** How a cap treats payees: their lines it cuts, and 1 where it leaves them less than 90 % of their year. */
interface Treated {
  readonly id: string;
  readonly cuts: Float64Array;
  readonly unfair: Uint8Array;
}

function treatedBy(id: string, all: readonly Tried<Tail>[]): Treated | null {
  const parsed = parseCap(id);
  if (!parsed.ok) return null;
  const times = parsed.value.timesTarget.toNumber();
  const [cuts, unfair] = [new Float64Array(all.length), new Uint8Array(all.length)];
  for (const [at, { summary, before, after }] of all.entries()) {
    for (const [pay, target] of summary.lines) if (pay > times * target) cuts[at]! += 1;
    const paid = after(id);
    if (paid !== null && (before - paid) * 100n > before * MAX_LOSS) unfair[at] = 1;
  }
  return { id, cuts, unfair };
}

/** The last cap that cuts at most a quarter of the lines, and no payee's year by more than 10 %; null: none, or no tail. */
function proposeOn(
  all: readonly Tried<Tail>[],
  { candidates, isTail }: { readonly candidates: readonly Candidate[]; readonly isTail: TailRule },
) {
  const columns = columnsOf(all.map(({ summary }) => summary));
  const caps = candidates.flatMap(({ id }) => treatedBy(id, all) ?? []);
  return (positions: Int32Array): string | null => {
    if (!isTail(columns, positions)) return null;
    const lines = sumOf(columns.lines, positions);
    const bearable = caps.findLast(({ cuts, unfair }) => {
      const cut = sumOf(cuts, positions);
      return cut > 0 && cut <= lines * MAX_CUT && sumOf(unfair, positions) === 0;
    });
    return bearable?.id ?? null;
  };
}

function sumOf(column: Float64Array | Uint8Array, positions: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < positions.length; i += 1) sum += column[positions[i]!]!;
  return sum;
}

function observation(
  component: Component,
  all: readonly Tried<Tail>[],
  { chosen, isTail }: { readonly chosen: Candidate; readonly isTail: TailRule },
) {
  const lines = all.flatMap(({ summary }) => summary.lines);
  const ratios = lines.map(([pay, target]) => (pay * 100) / target);
  const times = Number(chosen.id.replace('x', ''));
  const cut = lines.filter(([pay, target]) => pay > times * target).length;
  return {
    seen: [
      `Nothing limits ${component.name}: the highest twentieth of its ${lines.length} lines paid ${shownNumber(percentile(ratios, 95), 1)}% of target or more.`,
      `A cap of ${chosen.id} cuts ${cut} of ${lines.length} lines, the lowest that cuts at most a quarter of them and no payee’s year by more than 10%.`,
    ],
    benchmark: {
      title: `Pay of ${component.name} in percent of target`,
      columns: ['From', 'To', 'Lines'],
      rows: [0, 50, 80, 100, 120, 150, 200].map((from, i, steps) => {
        const to = steps[i + 1] ?? Number.POSITIVE_INFINITY;
        const inside = ratios.filter((one) => one >= from && one < to).length;
        return [`${from}%`, to === Number.POSITIVE_INFINITY ? '' : `${to}%`, `${inside}`];
      }),
      source: null,
    },
    flipPoint: flipPoint(
      all.map(({ summary }) => summary),
      isTail,
    ),
  };
}

/** Takes the highest lines away until there is no tail. */
function flipPoint(all: readonly Tail[], isTail: TailRule): string | null {
  const highest = all
    .flatMap(({ lines }, payee) => lines.map(([pay, target], line) => ({ ratio: pay / target, payee, line })))
    .toSorted((a, b) => b.ratio - a.ratio);
  const columns = columnsOf(all);
  const positions = everyone(all.length);
  const removed = fewestWithout(highest.length, (count) => {
    const bound = highest[count - 1]!.ratio;
    let end = count;
    while (end < highest.length && highest[end]!.ratio === bound) end += 1;
    // of all lines that reach the bound, the first ones by payee
    const taken = highest
      .slice(0, end)
      .toSorted((a, b) => a.payee - b.payee || a.line - b.line)
      .slice(0, count);
    const gone = new Map<number, Set<number>>();
    for (const { payee, line } of taken) gone.set(payee, (gone.get(payee) ?? new Set()).add(line));
    for (const [payee, lines] of gone)
      put(columns, payee, tailOf(all[payee]!.lines.filter((_, line) => !lines.has(line))));
    const holds = isTail(columns, positions);
    for (const payee of gone.keys()) put(columns, payee, all[payee]!);
    return holds;
  });
  return removed === null
    ? null
    : `It would not be suggested without the ${removed} highest of ${highest.length} lines.`;
}

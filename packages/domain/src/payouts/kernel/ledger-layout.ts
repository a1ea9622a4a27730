import { encodePrograms, type PayProgram } from './pay-program.ts';

/** How large a ledger is, and by how many threads it will be paid. */
export interface LedgerShape {
  /** Room for so many rows. */
  readonly rows: number;
  readonly payees: number;
  /** The component of a row is a number below this; one program each. */
  readonly programs: readonly PayProgram[];
  /** The period (from 0) that each day belongs to; days are numbered from 0, and those of a period are neighbours. */
  readonly periodOfDay: readonly number[];
  readonly threads: number;
  /** How many (group, day) slots a block may have; left out: what fits the cache. Changes speed only. */
  readonly maxSlots?: number;
}

/** Where everything stands in the one memory that all threads share; places are in bytes. */
export interface LedgerLayout {
  readonly bytes: number;
  readonly rows: number;
  readonly payees: number;
  readonly components: number;
  readonly periods: number;
  readonly groups: number;
  /** A block is `1 << shift` payees. */
  readonly shift: number;
  readonly blocks: number;
  /** Keys of two neighbouring groups are so far apart; a power of two when rows are sorted in two passes. */
  readonly stride: number;
  /** Whether a block has too few rows for slots of (group, day). */
  readonly twoPasses: boolean;
  readonly threads: number;
  readonly at: LedgerPlaces;
}

/** The columns of the input, what each group needs and gets, and what the phases hand to each other. */
export interface LedgerPlaces {
  readonly header: number;
  readonly payee: number;
  readonly component: number;
  readonly day: number;
  readonly amount: number;
  readonly dayKey: number;
  readonly counts: number;
  readonly cursors: number;
  readonly pairs: number;
  readonly earned: number;
  readonly quota: number;
  readonly target: number;
  readonly cap: number;
  readonly payout: number;
  readonly credited: number;
  readonly flags: number;
  readonly attained: number;
  readonly programs: number;
  readonly programAt: number;
  readonly blockStart: number;
  readonly control: number;
  /** Per thread: slots or the tables of two passes, then the sorted rows, then the pieces of the line at hand. */
  readonly scratch: readonly ThreadScratch[];
}

/** What one thread alone writes to. */
export interface ThreadScratch {
  readonly work: number;
  readonly sorted: number;
  readonly pieces: number;
}

/** A block's slots should fit the second-level cache beside its rows. */
const MAX_SLOTS = 40_000;

/** Plans the memory. Nothing is reserved yet; what is never touched costs no memory on systems that give pages lazily. */
export function ledgerLayout(shape: LedgerShape): LedgerLayout {
  const { rows, payees, threads } = shape;
  const components = shape.programs.length;
  const days = longestPeriod(shape.periodOfDay);
  const periods = Math.max(...shape.periodOfDay) + 1;
  const perPayee = components * periods * days;
  const shift = Math.max(0, Math.floor(Math.log2((shape.maxSlots ?? MAX_SLOTS) / perPayee)));
  const blocks = Math.ceil(payees / 2 ** shift);
  const slots = 2 ** shift * perPayee;
  const twoPasses = rows / blocks < slots / 2 && 2 ** shift * components * periods < 4096;
  const stride = twoPasses ? 2 ** Math.ceil(Math.log2(days)) : days;
  const groups = payees * components * periods;
  const localGroups = 2 ** shift * components * periods;
  const place = placer();
  const programWords = encodePrograms(shape.programs).words.length;
  const tables = twoPasses ? (stride + localGroups) * 4 + 8 + rows * 8 : localGroups * stride * 4;
  const at: LedgerPlaces = {
    header: place(128),
    control: place(64),
    payee: place(rows * 4),
    component: place(rows),
    day: place(rows * 2),
    amount: place(rows * 4),
    dayKey: place(shape.periodOfDay.length * 4),
    counts: place(threads * blocks * 4),
    cursors: place(threads * blocks * 4),
    blockStart: place((blocks + 1) * 4),
    pairs: place(rows * 8),
    earned: place(rows * 4),
    quota: place(groups * 8),
    target: place(groups * 8),
    cap: place(groups * 8),
    payout: place(groups * 8),
    credited: place(groups * 8),
    attained: place(groups * 8),
    flags: place(groups),
    programs: place(programWords * 8),
    programAt: place(components * 4),
    scratch: Array.from({ length: threads }, () => ({
      work: place(tables),
      sorted: place(rows * 8),
      pieces: place(256),
    })),
  };
  const bytes = place(0);
  return { bytes, rows, payees, components, periods, groups, shift, blocks, stride, twoPasses, threads, at };
}

/** Writes what is the same for every run: the header for the compiled kernel, the calendar and the programs. */
export function writeFixedParts(memory: ArrayBufferLike, layout: LedgerLayout, shape: LedgerShape): void {
  const { at } = layout;
  const { words, starts } = encodePrograms(shape.programs);
  new Float64Array(memory, at.programs, words.length).set(words);
  new Uint32Array(memory, at.programAt, starts.length).set(starts.map((start) => start * 8));
  const firstDay = new Map<number, number>();
  for (const [day, period] of shape.periodOfDay.entries())
    if (!firstDay.has(period)) firstDay.set(period, day);
  const keys = shape.periodOfDay.map(
    (period, day) => period * layout.stride + day - (firstDay.get(period) ?? 0),
  );
  new Uint32Array(memory, at.dayKey, keys.length).set(keys);
  new Uint32Array(memory, at.header, 32).set([
    ...[at.payee, at.component, at.day, at.amount, at.dayKey, at.counts, at.cursors, at.pairs, at.earned],
    ...[at.quota, at.target, at.cap, at.payout, at.credited, at.flags, at.attained],
    ...[at.programs, at.programAt, at.blockStart],
    ...[layout.components, layout.periods, layout.shift, layout.blocks, layout.stride, layout.payees],
  ]);
}

/** Gives out places one behind the other, each at a multiple of 64 bytes, so that no two threads share a cache line. */
function placer(): (bytes: number) => number {
  let next = 64;
  return (bytes) => {
    const at = next;
    next = Math.ceil((next + bytes) / 64) * 64;
    return at;
  };
}

function longestPeriod(periodOfDay: readonly number[]): number {
  const lengths = new Map<number, number>();
  for (const period of periodOfDay) lengths.set(period, (lengths.get(period) ?? 0) + 1);
  return Math.max(...lengths.values());
}

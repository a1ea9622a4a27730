import type { LedgerLayout } from './ledger-layout.ts';

/** Called for each group of a block in turn, with its first and past-the-last row as places of 4 bytes. */
export type OnGroup = (from: number, to: number) => void;

/**
 * Sorts the rows of a block by group and day, stable, and hands the groups over. A sorted row is two words: the amount, and
 * the place (in bytes) of its answer; the answers of a block lie where its pairs began, in their order.
 */
export function groupSort(words: Int32Array, layout: LedgerLayout, thread: number) {
  const { at, blocks, payees, shift, components, periods } = layout;
  const scratch = at.scratch[thread]!;
  const starts = (at.blockStart >> 2) >>> 0;
  const sorted = scratch.sorted / 4;
  const work = scratch.work / 4;
  const sort = layout.twoPasses ? twoPasses : slots;
  return (block: number, onGroup: OnGroup) => {
    if (block >= blocks) throw new RangeError(`There is no block ${block}.`);
    const first = words[starts + block]! >>> 0;
    const count = (words[starts + block + 1]! >>> 0) - first;
    const groups = Math.min(payees - (block << shift), 1 << shift) * components * periods;
    sort(
      words,
      { pairs: at.pairs / 4 + 2 * first, count, groups, stride: layout.stride, work, sorted },
      onGroup,
    );
  };
}

interface BlockRows {
  /** Places of 4 bytes: the pairs of the block, this thread's tables, and where the sorted rows go. */
  readonly pairs: number;
  readonly work: number;
  readonly sorted: number;
  readonly count: number;
  readonly groups: number;
  readonly stride: number;
}

/** One counting sort over (group, day) slots. */
function slots(words: Int32Array, block: BlockRows, onGroup: OnGroup): void {
  const { pairs, work, sorted, count, groups, stride } = block;
  const end = pairs + 2 * count;
  words.fill(0, work, work + groups * stride);
  for (let at = pairs; at < end; at += 2) words[work + words[at]!] = words[work + words[at]!]! + 2;
  startFrom(words, work, { count: groups * stride, start: sorted });
  let answer = pairs * 4;
  for (let at = pairs; at < end; at += 2) {
    const slot = work + words[at]!;
    const to = words[slot]!;
    words[slot] = to + 2;
    words[to] = words[at + 1]!;
    words[to + 1] = answer;
    answer += 4;
  }
  handOver(words, { ends: work + stride - 1, step: stride, sorted, groups }, onGroup);
}

/** Two stable passes, by day and then by group, for blocks too thin for slots; `stride` is a power of two. */
function twoPasses(words: Int32Array, block: BlockRows, onGroup: OnGroup): void {
  const { pairs, work, sorted, count, groups, stride } = block;
  const end = pairs + 2 * count;
  const byGroup = work + stride;
  const middle = byGroup + groups + ((byGroup + groups) & 1);
  const dayBits = 31 - Math.clz32(stride);
  words.fill(0, work, byGroup + groups);
  for (let at = pairs; at < end; at += 2) {
    const key = words[at]!;
    const one = work + (key & (stride - 1));
    const other = byGroup + (key >>> dayBits);
    words[one] = words[one]! + 2;
    words[other] = words[other]! + 2;
  }
  startFrom(words, work, { count: stride, start: middle });
  startFrom(words, byGroup, { count: groups, start: sorted });
  // Between the passes a row is its group and its position in one word, and its amount.
  const bits = 32 - Math.clz32(count | 1);
  for (let at = pairs, position = 0; at < end; at += 2, position++) {
    const key = words[at]!;
    const place = work + (key & (stride - 1));
    const to = words[place]!;
    words[place] = to + 2;
    words[to] = ((key >>> dayBits) << bits) | position;
    words[to + 1] = words[at + 1]!;
  }
  const past = middle + 2 * count;
  for (let at = middle; at < past; at += 2) {
    const word = words[at]!;
    const place = byGroup + (word >>> bits);
    const to = words[place]!;
    words[place] = to + 2;
    words[to] = words[at + 1]!;
    words[to + 1] = pairs * 4 + ((word & ((1 << bits) - 1)) << 2);
  }
  handOver(words, { ends: byGroup, step: 1, sorted, groups }, onGroup);
}

/** Turns lengths (in words) into the places where each begins. */
function startFrom(
  words: Int32Array,
  at: number,
  of: { readonly count: number; readonly start: number },
): void {
  let sum = of.start;
  for (let i = at; i < at + of.count; i++) {
    const own = words[i]!;
    words[i] = sum;
    sum += own;
  }
}

/** After a counting sort each counter stands at the end of its rows. */
function handOver(
  words: Int32Array,
  of: { readonly ends: number; readonly step: number; readonly sorted: number; readonly groups: number },
  onGroup: OnGroup,
): void {
  let from = of.sorted;
  for (let group = 0, at = of.ends; group < of.groups; group++, at += of.step) {
    const to = words[at]!;
    onGroup(from, to);
    from = to;
  }
}

// The four phases over a ledger in input order, and the single pass over one that is kept clustered (KERNEL-1 … KERNEL-6).
// AssemblyScript; compiled by tools/compile-kernel.mjs. Everything stands in one memory whose places `setup` is told;
// ../block-phases.ts is the same in TypeScript, and a test holds the two equal, row for row.

/** A group whose pay was left to whole numbers of any size. */
const LEFT: u8 = 1;
/** A group with an amount that fits no int32; the caller sets it. */
const WIDE: u8 = 2;

import { fillPieces } from './pieces';
import { creditOfRows, payOfRows, payRows } from './rows';

let payee: usize = 0, component: usize = 0, day: usize = 0, amount: usize = 0;
let dayKey: usize = 0, counts: usize = 0, cursors: usize = 0, pairs: usize = 0, earned: usize = 0, blockStart: usize = 0;
let quota: usize = 0, target: usize = 0, cap: usize = 0, payout: usize = 0, credited: usize = 0, flags: usize = 0;
let attained: usize = 0, programs: usize = 0, programAt: usize = 0;
let components: u32 = 0, periods: u32 = 0, shift: u32 = 0, blocks: u32 = 0, stride: u32 = 0, payees: u32 = 0;

/** Tells this instance where everything stands: the words of the header that ../ledger-layout.ts writes. */
export function setup(header: usize): void {
  payee = load<u32>(header); component = load<u32>(header, 4); day = load<u32>(header, 8); amount = load<u32>(header, 12);
  dayKey = load<u32>(header, 16); counts = load<u32>(header, 20); cursors = load<u32>(header, 24); pairs = load<u32>(header, 28);
  earned = load<u32>(header, 32); quota = load<u32>(header, 36); target = load<u32>(header, 40); cap = load<u32>(header, 44);
  payout = load<u32>(header, 48); credited = load<u32>(header, 52); flags = load<u32>(header, 56); attained = load<u32>(header, 60);
  programs = load<u32>(header, 64); programAt = load<u32>(header, 68); blockStart = load<u32>(header, 72);
  components = load<u32>(header, 76); periods = load<u32>(header, 80); shift = load<u32>(header, 84);
  blocks = load<u32>(header, 88); stride = load<u32>(header, 92); payees = load<u32>(header, 96);
}

/** Phase 1: how many rows of this thread's range each block of payees has. */
export function histogram(thread: u32, from: u32, to: u32): void {
  const own = counts + (<usize>(thread * blocks) << 2), by = shift;
  memory.fill(own, 0, <usize>blocks << 2);
  const end = payee + (<usize>to << 2);
  for (let at = payee + (<usize>from << 2); at < end; at += 4) {
    const place = own + (<usize>(load<u32>(at) >> by) << 2);
    store<u32>(place, load<u32>(place) + 1);
  }
}

/** Phase 2: a stable partition into (key, amount) pairs; one write stream a block. `cursors` are addresses to write at. */
export function partition(thread: u32, from: u32, to: u32): void {
  const own = cursors + (<usize>(thread * blocks) << 2), by = shift, keys = dayKey;
  const mask: u32 = (1 << shift) - 1;
  const perPayee = components * periods * stride, perComponent = periods * stride;
  let payeeAt = payee + (<usize>from << 2), componentAt = component + from, dayAt = day + (<usize>from << 1);
  let amountAt = amount + (<usize>from << 2);
  const end = payee + (<usize>to << 2);
  while (payeeAt < end) {
    const who = load<u32>(payeeAt);
    const key = (who & mask) * perPayee + <u32>load<u8>(componentAt) * perComponent + load<u32>(keys + (<usize>load<u16>(dayAt) << 2));
    const place = own + (<usize>(who >> by) << 2);
    const at = load<u32>(place);
    store<u32>(place, at + 8);
    store<u32>(at, key);
    store<u32>(at, load<u32>(amountAt), 4);
    payeeAt += 4; componentAt += 1; dayAt += 2; amountAt += 4;
  }
}

/** Phase 4: what each row earned, back in the order of the input. `cursors` are the addresses to read at. */
export function gather(thread: u32, from: u32, to: u32): void {
  const own = cursors + (<usize>(thread * blocks) << 2), by = shift, ahead = earned - payee;
  const end = payee + (<usize>to << 2);
  for (let row = payee + (<usize>from << 2); row < end; row += 4) {
    const place = own + (<usize>(load<u32>(row) >> by) << 2);
    const at = load<u32>(place);
    store<u32>(place, at + 4);
    store<u32>(row + ahead, load<u32>(at));
  }
}

/** Phase 3 with one counting sort over (group, day) slots; for blocks with at least half as many rows as slots. */
export function paySlots(block: u32, slots: usize, sorted: usize, halfUp: bool): void {
  const first = load<u32>(blockStart + (<usize>block << 2)), count = load<u32>(blockStart + (<usize>block << 2), 4) - first;
  const from = pairs + (<usize>first << 3), end = from + (<usize>count << 3);
  const groups = groupsOf(block);
  memory.fill(slots, 0, <usize>(groups * stride) << 2);
  for (let at = from; at < end; at += 8) {
    const slot = slots + (<usize>load<u32>(at) << 2);
    store<u32>(slot, load<u32>(slot) + 8);
  }
  const past = slots + (<usize>(groups * stride) << 2);
  let sum: u32 = <u32>sorted;
  for (let slot = slots; slot < past; slot += 4) {
    const own = load<u32>(slot);
    store<u32>(slot, sum);
    sum += own;
  }
  // The answers of a block lie where its pairs began, 4 bytes a row; the position carried along is that address.
  let position: u32 = <u32>from;
  for (let at = from; at < end; at += 8) {
    const slot = slots + (<usize>load<u32>(at) << 2);
    const to = load<u32>(slot);
    store<u32>(slot, to + 8);
    store<u32>(to, load<u32>(at, 4));
    store<u32>(to, position, 4);
    position += 4;
  }
  payGroups(block, groups, sorted, slots + (<usize>stride << 2) - 4, stride << 2, halfUp);
}

/** Phase 3 with two stable passes, by day and then by group; for blocks that are too thin for slots. */
export function payTwoPasses(block: u32, work: usize, sorted: usize, halfUp: bool): void {
  const first = load<u32>(blockStart + (<usize>block << 2)), count = load<u32>(blockStart + (<usize>block << 2), 4) - first;
  const from = pairs + (<usize>first << 3), end = from + (<usize>count << 3);
  const groups = groupsOf(block);
  const byDay = work, byGroup = work + (<usize>stride << 2), between = byGroup + (<usize>groups << 2);
  memory.fill(work, 0, between - work);
  for (let at = from; at < end; at += 8) {
    const key = load<u32>(at);
    const one = byDay + (<usize>(key & (stride - 1)) << 2), other = byGroup + (<usize>(key / stride) << 2);
    store<u32>(one, load<u32>(one) + 8);
    store<u32>(other, load<u32>(other) + 8);
  }
  const middle = (between + 7) & ~7;
  startFrom(byDay, byGroup, <u32>middle);
  startFrom(byGroup, between, <u32>sorted);
  // Between the passes a row is its group and its position in one word, and its amount.
  const bits = <u32>32 - <u32>clz<u32>(count | 1);
  let position: u32 = 0;
  const byDayBits = <u32>ctz<u32>(stride);
  for (let at = from; at < end; at += 8) {
    const key = load<u32>(at);
    const place = byDay + (<usize>(key & (stride - 1)) << 2);
    const to = load<u32>(place);
    store<u32>(place, to + 8);
    store<u32>(to, ((key >> byDayBits) << bits) | position);
    store<u32>(to, load<u32>(at, 4), 4);
    position++;
  }
  const mask: u32 = (1 << bits) - 1;
  const past = middle + (<usize>count << 3);
  for (let at = middle; at < past; at += 8) {
    const word = load<u32>(at);
    const place = byGroup + (<usize>(word >> bits) << 2);
    const to = load<u32>(place);
    store<u32>(place, to + 8);
    store<u32>(to, load<u32>(at, 4));
    store<u32>(to, <u32>from + ((word & mask) << 2), 4);
  }
  payGroups(block, groups, sorted, byGroup, 4, halfUp);
}

@inline
function startFrom(from: usize, to: usize, start: u32): void {
  let sum = start;
  for (let at = from; at < to; at += 4) {
    const own = load<u32>(at);
    store<u32>(at, sum);
    sum += own;
  }
}

@inline
function groupsOf(block: u32): u32 {
  const left = payees - (block << shift), full: u32 = 1 << shift;
  return (left < full ? left : full) * components * periods;
}

/** Every group of a block in turn; its rows end where `ends` says, one word every `step` bytes. */
@inline
function payGroups(block: u32, groups: u32, sorted: usize, ends: usize, step: usize, halfUp: bool): void {
  let group = (block << shift) * components * periods;
  const last = group + groups, perProgram = periods, programsEnd = programAt + (<usize>components << 2);
  let at = sorted, programPlace = programAt;
  while (group < last) {
    const program = programs + load<u32>(programPlace);
    for (const past = group + perProgram; group < past; group++) {
      const end: usize = load<u32>(ends);
      if (halfUp) paySorted(group, program, at, end, true);
      else paySorted(group, program, at, end, false);
      at = end;
      ends += step;
    }
    programPlace += 4;
    if (programPlace == programsEnd) programPlace = programAt;
  }
}

@inline
function paySorted(group: u32, program: usize, from: usize, end: usize, halfUp: bool): void {
  if (!fillGroup(group, program) || !payRows(load<f64>(cap + (<usize>group << 3)), from, end, 0, true, halfUp)) giveUp(group, from, end);
  else finish(group);
}

/** A group whose numbers leave the proven range: its rows earn nothing here and are paid in whole numbers of any size later. */
function giveUp(group: u32, from: usize, end: usize): void {
  for (let at = from; at < end; at += 8) store<u32>(load<u32>(at, 4), 0);
  store<u8>(flags + group, load<u8>(flags + group) | LEFT);
}

/** The same for a run of a clustered ledger. */
function leaveRun(group: u32, from: usize, end: usize): void {
  memory.fill(from, 0, end - from);
  store<u8>(flags + group, load<u8>(flags + group) | LEFT);
}

/** Turns to a group; false when it must be paid in whole numbers of any size. */
@inline
function fillGroup(group: u32, program: usize): bool {
  const flag = load<u8>(flags + group) & WIDE;
  store<u8>(flags + group, flag);
  if (flag != 0) return false;
  const at = <usize>group << 3;
  return fillPieces(program, load<f64>(quota + at), load<f64>(target + at), load<f64>(cap + at));
}

@inline
function finish(group: u32): void {
  const at = <usize>group << 3;
  store<f64>(credited + at, creditOfRows);
  // Nothing is added, so that a rounded −0.3 is 0 and not −0.
  store<f64>(payout + at, payOfRows + 0);
  const asked = load<f64>(quota + at), reached = 10000 * creditOfRows;
  store<f64>(attained + at, asked > 0 ? nearest(reached / asked) + 0 : 0);
  if (abs(reached) > 1125899906842624) store<u8>(flags + group, load<u8>(flags + group) | LEFT);
}

/** The single pass over a ledger that is kept clustered by group, in order of day and id: `starts[group]` is its first row. */
export function payClustered(starts: usize, amounts: usize, answers: usize, group: u32, last: u32, halfUp: bool): void {
  if (halfUp) for (; group < last; group++) payRun(starts, amounts, answers, group, true);
  else for (; group < last; group++) payRun(starts, amounts, answers, group, false);
}

@inline
function payRun(starts: usize, amounts: usize, answers: usize, group: u32, halfUp: bool): void {
  const place = starts + (<usize>group << 2);
  const from = amounts + (<usize>load<u32>(place) << 2), end = amounts + (<usize>load<u32>(place, 4) << 2);
  const ahead = answers - amounts;
  const program = programs + load<u32>(programAt + (<usize>((group / periods) % components) << 2));
  if (!fillGroup(group, program) || !payRows(load<f64>(cap + (<usize>group << 3)), from, end, ahead, false, halfUp))
    leaveRun(group, from + ahead, end + ahead);
  else finish(group);
}

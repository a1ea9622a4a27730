// Rows of deals as text, straight into columns (KERNEL-7): digits "," payee "," component "," yyyy-mm-dd "," whole amount, and
// a line feed, with a carriage return before it or not. Strict: whatever else stands there ends the reading at its row.

/** The limits a row must keep, and where the columns stand; words as ../read-deals.ts writes them. */
@unmanaged
class Reading {
  payee: u32 = 0;
  component: u32 = 0;
  day: u32 = 0;
  amount: u32 = 0;
  /** First day of each month from `firstYear` on, u16; 65535 where the calendar has none. */
  months: u32 = 0;
  /** How many days each of them has, u8. */
  lengths: u32 = 0;
  monthCount: u32 = 0;
  firstYear: u32 = 0;
  payees: u32 = 0;
  components: u32 = 0;
  /** Past the last row there is room for. */
  room: u32 = 0;
  /** Answer: where reading ended; at the end of the text unless a row could not be read. */
  ended: u32 = 0;
}

@inline
function digit(at: usize): u32 {
  return <u32>load<u8>(at) - 48;
}

/** Reads whole rows from `at` up to `end` (which stands past a line feed) into columns from `row` on; how many were read. */
export function readRows(reading: usize, at: usize, end: usize, row: u32): u32 {
  const own = changetype<Reading>(reading);
  const payeeColumn: usize = own.payee, componentColumn: usize = own.component, dayColumn: usize = own.day, amountColumn: usize = own.amount;
  const months: usize = own.months, lengths: usize = own.lengths, monthCount = own.monthCount, firstYear = own.firstYear;
  const payees = own.payees, components = own.components, room = own.room;
  const first = row;
  while (at < end) {
    const start = at;
    own.ended = <u32>start;
    while (digit(at) < 10) at++;
    if (at == start || load<u8>(at) != 44 || row >= room) break;
    let payee: u32 = 0, component: u32 = 0, d: u32 = 0;
    const payeeAt = ++at;
    while ((d = digit(at)) < 10) { payee = payee * 10 + d; at++; }
    if (at == payeeAt || at - payeeAt > 9 || load<u8>(at) != 44 || payee >= payees) break;
    const componentAt = ++at;
    while ((d = digit(at)) < 10) { component = component * 10 + d; at++; }
    if (at == componentAt || at - componentAt > 3 || load<u8>(at) != 44 || component >= components) break;
    at++;
    const y1 = digit(at), y2 = digit(at + 1), y3 = digit(at + 2), y4 = digit(at + 3), m1 = digit(at + 5), m2 = digit(at + 6), d1 = digit(at + 8), d2 = digit(at + 9);
    const isDate = (y1 < 10) & (y2 < 10) & (y3 < 10) & (y4 < 10) & (m1 < 10) & (m2 < 10) & (d1 < 10) & (d2 < 10) & (load<u8>(at, 4) == 45) & (load<u8>(at, 7) == 45) & (load<u8>(at, 10) == 44);
    const m = m1 * 10 + m2 - 1, dayOfMonth = d1 * 10 + d2 - 1;
    const month = (y1 * 1000 + y2 * 100 + y3 * 10 + y4 - firstYear) * 12 + m;
    if (!isDate || m >= 12 || month >= monthCount || dayOfMonth >= <u32>load<u8>(lengths + month)) break;
    const monthStart = <u32>load<u16>(months + (<usize>month << 1));
    if (monthStart == 65535) break;
    at += 11;
    const negative = load<u8>(at) == 45;
    if (negative) at++;
    const amountAt = at;
    let amount: u64 = 0;
    while ((d = digit(at)) < 10) { amount = amount * 10 + d; at++; }
    if (at == amountAt || at - amountAt > 10 || amount > 2147483647) break;
    if (load<u8>(at) == 13) at++;
    if (load<u8>(at) != 10) break;
    at++;
    store<u32>(payeeColumn + (<usize>row << 2), payee);
    store<u8>(componentColumn + row, <u8>component);
    store<u16>(dayColumn + (<usize>row << 1), <u16>(monthStart + dayOfMonth));
    store<i32>(amountColumn + (<usize>row << 2), negative ? -<i32>amount : <i32>amount);
    row++;
    own.ended = <u32>at;
  }
  return row - first;
}

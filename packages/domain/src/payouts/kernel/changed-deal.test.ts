import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changingLedger } from './changed-deal.ts';
import { compiledEngine } from './compiled-engine.ts';
import { sharedMemory } from './compiled-kernel.ts';
import { ledgerLayout, writeFixedParts } from './ledger-layout.ts';
import { payExactly } from './pay-program.ts';

const program = {
  scale: 100n,
  divisor: { fixed: 10_000n, perQuota: 0n },
  timesTarget: false,
  pieces: [
    { from: { fixed: 0n, perQuota: 0n }, base: { fixed: 0n, perQuota: 0n }, slope: 5n },
    { from: { fixed: 0n, perQuota: 100n }, base: { fixed: 0n, perQuota: -1000n }, slope: 15n },
  ],
};
const GROUPS = 6;
const QUOTA = 50_000;

describe('a changed deal', () => {
  test('[KERNEL-9] pays its line again, and leaves the ledger as a full calculation would', () => {
    const amount = fc.integer({ min: -90_000, max: 90_000 });
    const groups = fc.array(fc.array(amount, { maxLength: 6 }), { minLength: GROUPS, maxLength: GROUPS });
    const changes = fc.array(fc.tuple(fc.nat(), amount), { minLength: 1, maxLength: 12 });
    const property = fc.property(groups, changes, (written, changed) => {
      const ledger = keep(written);
      const rows = written.flat();
      fc.pre(rows.length > 0);
      const groupOf = written.flatMap((own, group) => own.map(() => group));
      for (const [where, now] of changed) {
        const position = where % rows.length;
        const group = groupOf[position]!;
        const before = ledger.payout[group];
        const line = ledger.change(group, position, now);
        rows[position] = now;
        const own = rows.filter((_, at) => groupOf[at] === group);
        const credit = own.reduce((sum, one) => sum + one, 0);
        const paid = payOf(credit);
        expect(line).toMatchObject({
          group,
          paidBefore: before,
          paidAfter: paid,
          credited: credit,
          left: false,
          x: 100 * credit,
          piece: 100 * credit >= 100 * QUOTA ? 1 : 0,
        });
      }
      expect(ledger.everything()).toEqual(
        keep(written.map((_, group) => rows.filter((_, at) => groupOf[at] === group))).everything(),
      );
    });
    fc.assert(property, { numRuns: 200 });
  });
});

function payOf(credit: number): number {
  const line = { quota: BigInt(QUOTA), target: 0n, cap: null };
  return Number(payExactly(program, line, { credit: BigInt(credit), mode: 'HALF_UP' }));
}

/** A ledger of one payee a group, clustered and paid once. */
function keep(written: readonly (readonly number[])[]) {
  const amounts = written.flat();
  const shape = {
    rows: Math.max(1, amounts.length),
    payees: GROUPS,
    programs: [program],
    periodOfDay: [0],
    threads: 1,
  };
  const layout = ledgerLayout(shape);
  const places = {
    starts: layout.bytes,
    amounts: layout.bytes + 64,
    earned: layout.bytes + 64 + shape.rows * 4,
  };
  const memory = sharedMemory(places.earned + shape.rows * 4);
  const { buffer } = memory;
  writeFixedParts(buffer, layout, shape);
  let next = 0;
  const starts = written.map((own) => {
    next += own.length;
    return next - own.length;
  });
  new Uint32Array(buffer, places.starts, GROUPS + 1).set([...starts, next]);
  new Int32Array(buffer, places.amounts, amounts.length).set(amounts);
  new Float64Array(buffer, layout.at.quota, GROUPS).fill(QUOTA);
  new Float64Array(buffer, layout.at.cap, GROUPS).fill(Number.POSITIVE_INFINITY);
  const engine = compiledEngine(memory, layout, { thread: 0, mode: 'HALF_UP' });
  engine.payClustered(places, 0, GROUPS);
  const payout = new Float64Array(buffer, layout.at.payout, GROUPS);
  return {
    payout,
    change: changingLedger(engine, buffer, { layout, places }).change,
    everything: () => ({
      payout: [...payout],
      credited: [...new Float64Array(buffer, layout.at.credited, GROUPS)],
      earned: [...new Int32Array(buffer, places.earned, amounts.length)],
    }),
  };
}

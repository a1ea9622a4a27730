import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { payInColumns, payKept, payPlainly, type WrittenLedger } from './ledger.fixture.ts';
import type { PayProgram } from './pay-program.ts';

const whole = (size: bigint) => fc.bigInt({ min: -size, max: size });
const digits = fc.nat({ max: 20 }).chain((count) => whole(10n ** BigInt(count)));

/** Any straight pieces at all: with jumps, falling, mirrored or not, in quotas or in fixed numbers. */
const program: fc.Arbitrary<PayProgram> = fc
  .record({
    scale: fc.constantFrom(1n, 100n, 10_000n),
    under: fc.constantFrom(1n, 2n, 3n, 100n, 1_000_000n, 999_983n, 10n ** 13n),
    byQuota: fc.boolean(),
    timesTarget: fc.boolean(),
    pieces: fc.array(fc.tuple(fc.nat(300), fc.oneof(whole(5_000n), digits), whole(2_500n)), {
      minLength: 1,
      maxLength: 6,
    }),
  })
  .map(({ scale, under, byQuota, timesTarget, pieces }) => ({
    scale,
    timesTarget,
    divisor: byQuota ? { fixed: 1n, perQuota: under } : { fixed: under, perQuota: 0n },
    pieces: pieces
      .sort(([a], [b]) => a - b)
      .map(([from, base, slope]) => ({
        from: byQuota ? { fixed: 0n, perQuota: BigInt(from) } : { fixed: BigInt(from * 1000), perQuota: 0n },
        base: from % 2 === 0 ? { fixed: base, perQuota: 0n } : { fixed: 0n, perQuota: base },
        slope,
      })),
  }));

const row = fc.record({
  payee: fc.nat(6),
  component: fc.nat(1),
  day: fc.nat(8),
  amount: fc.oneof(
    { weight: 8, arbitrary: whole(2_000_000n) },
    { weight: 1, arbitrary: whole(2n ** 31n - 1n) },
  ),
});

const ledger = (wide: boolean): fc.Arbitrary<WrittenLedger> =>
  fc
    .record({
      programs: fc.tuple(program, program),
      mode: fc.constantFrom('HALF_UP' as const, 'HALF_EVEN' as const),
      rows: fc.array(wide ? fc.oneof(row, fc.record({ ...rowParts(), amount: digits })) : row, {
        maxLength: 60,
      }),
      quotas: fc.array(fc.nat(wide ? Number.MAX_SAFE_INTEGER : 3_000_000), { minLength: 5, maxLength: 5 }),
      caps: fc.array(fc.option(fc.nat(4_000_000)), { minLength: 3, maxLength: 3 }),
      target: fc.nat(90_000),
    })
    .map(({ programs, mode, rows, quotas, caps, target }) => ({
      payees: 7,
      programs,
      periodOfDay: [0, 0, 0, 1, 1, 2, 2, 2, 2],
      mode,
      rows,
      line: (group: number) => {
        const cap = caps[group % 3] ?? null;
        return {
          quota: BigInt(quotas[group % 5]!),
          target: BigInt(target),
          cap: cap === null ? null : BigInt(cap),
        };
      },
    }));

/** Most rows in few lines, so that a line has rows enough to be paid four at a time, and crosses its pieces up and down. */
const fewLines: fc.Arbitrary<WrittenLedger> = fc
  .tuple(ledger(false), fc.array(row, { minLength: 30, maxLength: 150 }))
  .map(([one, further]) => ({
    ...one,
    rows: [...one.rows, ...further.map((own) => ({ ...own, payee: own.payee % 2, day: own.day % 4 }))],
  }));

function rowParts() {
  return { payee: fc.nat(6), component: fc.nat(1), day: fc.nat(8) };
}

const SLOTS = { room: 40_000, threads: 1, maxSlots: 40_000 };
const TWO_PASSES = { room: 100, threads: 1, maxSlots: 40_000 };
const ENGINES = ['typescript', 'compiled'] as const;

describe('a ledger in columns', () => {
  test.each(ENGINES)('[KERNEL-1] [KERNEL-2] [KERNEL-3] pays every row as the rules do: %s', (engine) => {
    const property = fc.property(ledger(false), (written) => {
      expect(payInColumns(written, { engine, ...SLOTS })).toEqual(payPlainly(written));
    });
    fc.assert(property, { numRuns: 500 });
  });

  test.each(ENGINES)('[KERNEL-4] [KERNEL-5] numbers of any size are paid exactly too: %s', (engine) => {
    const property = fc.property(ledger(true), (written) => {
      expect(payInColumns(written, { engine, ...TWO_PASSES })).toEqual(payPlainly(written));
    });
    fc.assert(property, { numRuns: 500 });
  });

  test.each(ENGINES)('[KERNEL-6] the division of work changes nothing: %s', (engine) => {
    const division = fc.record({
      engine: fc.constant(engine),
      room: fc.constantFrom(60, 1_000, 40_000),
      threads: fc.integer({ min: 1, max: 4 }),
      maxSlots: fc.constantFrom(1, 24, 50, 100, 40_000),
    });
    const property = fc.property(ledger(true), division, (written, divided) => {
      expect(payInColumns(written, divided)).toEqual(payPlainly(written));
    });
    fc.assert(property, { numRuns: 500 });
  });

  test.each(ENGINES)(
    '[KERNEL-1] [KERNEL-2] lines of many rows too, sorted or kept clustered: %s',
    (engine) => {
      const found = { left: 0, paid: 0 };
      const property = fc.property(fewLines, (written) => {
        const exact = payPlainly(written);
        expect(payInColumns(written, { engine, ...SLOTS })).toEqual(exact);
        const kept = payKept(written, engine);
        for (const [at, earned] of kept.earned.entries()) {
          found[kept.isLeft(at) ? 'left' : 'paid'] += 1;
          expect(earned).toBe(kept.isLeft(at) ? 0n : exact.earned[at]);
        }
        for (const [group, payout] of exact.payout.entries()) {
          if (kept.left.includes(group)) continue;
          expect([kept.payout[group], kept.credited[group]]).toEqual([payout, exact.credited[group]]);
        }
      });
      fc.assert(property, { numRuns: 120 });
      expect(Math.min(...Object.values(found))).toBeGreaterThan(300);
    },
  );

  test('[KERNEL-6] the same lines are left by either engine', () => {
    const property = fc.property(fewLines, (written) => {
      expect(payKept(written, 'compiled').left).toEqual(payKept(written, 'typescript').left);
    });
    fc.assert(property, { numRuns: 100 });
  });

  test.each(ENGINES)(
    '[KERNEL-5] a quota below zero turns the bounds around, and is paid by the rules: %s',
    (engine) => {
      const at = (perQuota: bigint) => ({ fixed: 0n, perQuota });
      const pieces = [
        { from: at(0n), base: at(0n), slope: 1n },
        { from: at(50n), base: at(7n), slope: 3n },
        { from: at(100n), base: at(-9n), slope: 8n },
      ];
      const divisor = { fixed: 100n, perQuota: 0n };
      const written: WrittenLedger = {
        payees: 1,
        periodOfDay: [0],
        mode: 'HALF_UP',
        programs: [{ scale: 1n, divisor, timesTarget: false, pieces }],
        rows: [-400n, -300n, 90n, 2_000n, -1_000n, 5n].map((amount) => ({
          payee: 0,
          component: 0,
          day: 0,
          amount,
        })),
        line: () => ({ quota: -10n, target: 0n, cap: null }),
      };
      expect(payInColumns(written, { engine, ...SLOTS })).toEqual(payPlainly(written));
    },
  );

  test.each(ENGINES)(
    '[KERNEL-4] pay that only its cap brings into range is paid, also where nothing is credited: %s',
    (engine) => {
      const fixed = (value: bigint) => ({ fixed: value, perQuota: 0n });
      for (const base of [-(2n ** 31n), -(2n ** 30n), 2n ** 30n, 3n * 2n ** 31n]) {
        const written: WrittenLedger = {
          payees: 1,
          periodOfDay: [0],
          mode: 'HALF_UP',
          programs: [
            {
              scale: 1n,
              divisor: fixed(1n),
              timesTarget: false,
              pieces: [{ from: fixed(0n), base: fixed(base), slope: 0n }],
            },
          ],
          rows: [0n, 0n, 0n, 0n, 5n, -5n, 0n, 0n, 0n].map((amount) => ({
            payee: 0,
            component: 0,
            day: 0,
            amount,
          })),
          line: () => ({ quota: 0n, target: 0n, cap: 7n }),
        };
        const exact = payPlainly(written);
        expect(exact.payout).toEqual([base < 0n ? -7n : 7n]);
        expect(payInColumns(written, { engine, ...SLOTS })).toEqual(exact);
      }
    },
  );
});

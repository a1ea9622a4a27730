import { describe, expect, test } from 'vitest';
import { checkDraw, checkHold, drawsClash } from './check-payment.ts';
import { makePayment } from './make-payment.ts';
import type { PaymentInput } from './payment.ts';
import {
  movePayment,
  openPaymentMoves,
  PAYMENT_MOVES,
  type PaymentMove,
  type PaymentStatus,
} from './payment-moves.ts';
import { priorPeriodDeltas } from './prior-periods.ts';
import {
  sampleDraw,
  sampleEarning,
  sampleHold,
  samplePayment,
  sampleRecovery,
} from './sample-payment.fixture.ts';

function made(special: Partial<PaymentInput>) {
  const result = makePayment(samplePayment(special));
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

function rejectedPaths(special: Partial<PaymentInput>) {
  const result = makePayment(samplePayment(special));
  return result.ok ? [] : result.problems.map((problem) => `${problem.rule} ${problem.path}`);
}

describe('sentences for a rep', () => {
  test('[PAYM-7] a recovery states the remaining balance and the reason for its amount', () => {
    const payment = made({
      earnings: [sampleEarning('2375.00')],
      draws: [sampleDraw({ recovery: sampleRecovery({ earningsPercent: '50' }) })],
      opening: { carried: '0', draws: [{ drawId: 'draw', advanced: '500', recovered: '0' }], held: [] },
    });
    expect(payment.ledger.at(-1)).toMatchObject({
      message: 'Recovered from your draw; 125.00 of it is still to be recovered',
      formula: 'the least of 500.00 (balance), 375.00 (earned above the draw), 1,187.50 (50% of earnings)',
      rule: 'PAYM-7',
      references: { drawId: 'draw' },
      before: { draw: '500.00' },
      after: { draw: '125.00' },
    });
  });

  test('[PAYM-13] a change of a closed period shows original, recalculated and Δ, and names both runs', () => {
    const [delta] = priorPeriodDeltas({
      periodKey: '2023-12',
      planId: 'plan',
      currency: 'USD',
      originalRunId: 'v1',
      recalculatedRunId: 'v2',
      original: [{ componentId: 'sales', componentName: 'Sales', amount: '1500.00' }],
      recalculated: [{ componentId: 'sales', componentName: 'Sales', amount: '1620.50' }],
    });
    const line = made({ priorPeriods: [delta!] }).ledger[0];
    expect(line).toMatchObject({
      amount: '120.50',
      message: 'Sales of 2023-12 was recalculated: it was 1,500.00 and is 1,620.50',
      references: { originalRunId: 'v1', runId: 'v2', original: '1500.00', recalculated: '1620.50' },
    });
  });

  test('[PAYM-13] a line that is new, and one that fell away', () => {
    const deltas = priorPeriodDeltas({
      periodKey: '2023-12',
      planId: 'plan',
      currency: 'USD',
      originalRunId: 'v1',
      recalculatedRunId: 'v2',
      original: [{ componentId: 'old', componentName: 'Old', amount: '10.00' }],
      recalculated: [{ componentId: 'new', componentName: 'New', amount: '7.00' }],
    });
    expect(deltas.map(({ componentId, delta }) => `${componentId} ${delta}`)).toEqual([
      'new 7.00',
      'old -10.00',
    ]);
  });

  test('[PAYM-15] the payment shows rate, day and source', () => {
    const payment = made({
      earnings: [sampleEarning('100.00'), sampleEarning('0.03', { componentId: 'bonus' })],
      pay: {
        currency: 'EUR',
        exchange: { rate: '0.91', date: '2024-01-31', source: 'ECB' },
        rounding: 'HALF_UP',
      },
    });
    expect(payment.paid).toEqual({
      currency: 'EUR',
      amount: '91.03',
      exchange: { rate: '0.91', date: '2024-01-31', source: 'ECB' },
      message: '100.03 USD × 0.91 = 91.03 EUR, rate of 2024-01-31 by ECB',
    });
  });

  test('[PAYM-14] a payment below zero states the carried balance', () => {
    expect(made({ earnings: [sampleEarning('-20.00')] }).ledger.at(-1)).toMatchObject({
      kind: 'carried-out',
      message: 'Nothing is paid; 20.00 is carried to the next payment',
      after: { carried: '20.00' },
    });
  });
});

describe('[PAYM-16] invalid payments', () => {
  test.each<[string, Partial<PaymentInput>, string[]]>([
    ['a third of a cent', { earnings: [sampleEarning('0.003')] }, ['PAYM-16 earnings[0].amount']],
    ['no number', { earnings: [sampleEarning('1e5')] }, ['PAYM-16 earnings[0].amount']],
    ['a line given twice', { earnings: [sampleEarning('1'), sampleEarning('2')] }, ['PAYM-16 earnings']],
    [
      'a hold until no day',
      { holds: [sampleHold({ dealId: 'd', releaseEvent: 'day' })] },
      ['PAYM-16 holds[hold].releaseOn'],
    ],
    [
      'a hold until no real day',
      { holds: [sampleHold({ dealId: 'd', releaseEvent: 'day', releaseOn: '2024-02-30' })] },
      ['PAYM-16 holds[hold].releaseOn'],
    ],
    [
      'a day for a hold that waits for the cash',
      { holds: [sampleHold({ dealId: 'd', releaseEvent: 'cash-received', releaseOn: '2024-02-20' })] },
      ['PAYM-16 holds[hold].releaseOn'],
    ],
    ['a hold on everything', { holds: [sampleHold({})] }, ['PAYM-16 holds[hold].']],
    [
      'a release of 101 percent',
      { releases: [{ id: 'r', holdId: 'h', percent: '101', reason: '' }] },
      ['PAYM-16 releases[r].percent'],
    ],
    ['the most below the least', { limits: { minimum: '10', maximum: '9' } }, ['PAYM-16 limits.maximum']],
    [
      'more recovered than advanced',
      { opening: { carried: '0', held: [], draws: [{ drawId: 'd', advanced: '1', recovered: '2' }] } },
      ['PAYM-16 opening.draws[d]'],
    ],
    [
      'a currency that is none',
      { currency: 'QQQ', pay: { currency: 'QQQ', exchange: null, rounding: 'HALF_UP' } },
      ['PAYM-16 currency', 'PAYM-16 pay.currency'],
    ],
    [
      'two currencies without a rate',
      { pay: { currency: 'EUR', exchange: null, rounding: 'HALF_UP' } },
      ['PAYM-15 pay.exchange'],
    ],
    [
      'a rate of zero',
      {
        pay: {
          currency: 'EUR',
          exchange: { rate: '0', date: '2024-01-31', source: 'ECB' },
          rounding: 'HALF_UP',
        },
      },
      ['PAYM-15 pay.exchange.rate'],
    ],
  ])('%s', (_, special, paths) => {
    expect(rejectedPaths(special)).toEqual(paths);
  });

  test.each([
    [{ amount: '0' }, 'amount'],
    [{ to: '2023-12-31' }, 'to'],
    [{ from: '2024-13-01' }, 'from'],
    [{ componentIds: [] }, 'componentIds'],
    [{ kind: 'non-recoverable' as const, recovery: sampleRecovery({}) }, 'recovery'],
    [{ recovery: sampleRecovery({ from: '2024-05-01', to: '2024-04-01' }) }, 'recovery.to'],
    [{ recovery: sampleRecovery({ earningsPercent: '0' }) }, 'recovery.earningsPercent'],
    [{ recovery: sampleRecovery({ atMost: '-1' }) }, 'recovery.atMost'],
  ])('a draw with %j', (special, path) => {
    expect(checkDraw(sampleDraw(special), 'USD').map((problem) => problem.path)).toEqual([path]);
  });

  test('a component without its plan cannot be held', () => {
    expect(checkHold(sampleHold({ componentId: 'sales' })).map((problem) => problem.path)).toEqual([
      'planId',
    ]);
  });

  test('[PAYM-8] two draws at once for the same component clash, one after the other do not', () => {
    const first = sampleDraw({ to: '2024-06-30', componentIds: ['sales', 'team'] });
    expect(drawsClash(sampleDraw({ from: '2024-06-30' }), first)?.path).toBe('from');
    expect(drawsClash(sampleDraw({ from: '2024-07-01' }), first)).toBeNull();
    expect(drawsClash(sampleDraw({ componentIds: ['bonus'] }), first)).toBeNull();
    expect(drawsClash(sampleDraw({ componentIds: ['team'] }), first)?.rule).toBe('PAYM-16');
  });
});

describe('[PAYM-17] how payments move', () => {
  const hands = { mover: 'fin', maker: 'ops', approver: 'cfo', adjusted: false, isPaid: false };
  const standings: PaymentStatus[] = ['calculated', 'approved', 'posted', 'paid', 'finalized', 'withdrawn'];
  const moves = Object.keys(PAYMENT_MOVES) as PaymentMove[];

  test.each(standings.flatMap((status) => moves.map((move) => [status, move] as const)))(
    '%s by %s',
    (status, move) => {
      const open = PAYMENT_MOVES[move].from.includes(status);
      const result = movePayment(status, move, hands);
      expect(result.ok ? result.value : null).toBe(open ? PAYMENT_MOVES[move].to : null);
      expect(openPaymentMoves(status).includes(move)).toBe(open);
    },
  );

  test('[PAYM-24] the approver is not creator, adjuster or payee, and does not post or pay', () => {
    const barred = (status: PaymentStatus, move: PaymentMove, special: object) => {
      const moved = movePayment(status, move, { ...hands, ...special });
      return moved.ok ? null : moved.problems.map(({ rule, path }) => `${rule} ${path}`).join();
    };
    for (const special of [{ maker: 'fin' }, { adjusted: true }, { isPaid: true }]) {
      expect(barred('calculated', 'approve', special)).toBe('PAYM-24 mover');
      for (const [status, move] of [
        ['approved', 'post'],
        ['posted', 'pay'],
        ['approved', 'withdraw'],
      ] as const)
        expect(barred(status, move, special), move).toBeNull();
    }
    expect(barred('approved', 'post', { approver: 'fin' })).toBe('PAYM-24 mover');
    expect(barred('posted', 'pay', { approver: 'fin' })).toBe('PAYM-24 mover');
    expect(barred('paid', 'finalize', { approver: 'fin' })).toBeNull();
    expect(openPaymentMoves('running')).toEqual([]);
  });
});

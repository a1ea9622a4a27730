import { parsePeriod } from '../base/period.ts';
import type { Adjustment, Draw, Earning, Hold, Opening, PaymentInput, Recovery } from './payment.ts';

export const NOTHING_OWED: Opening = { carried: '0', draws: [], held: [] };

/** Ann's payment of January 2024 in dollars, with nothing earned; what is special about it is handed in. */
export function samplePayment(special: Partial<PaymentInput> = {}): PaymentInput {
  return {
    participantId: 'ann',
    period: periodOf('2024-01'),
    currency: 'USD',
    earnings: [],
    adjustments: [],
    holds: [],
    releases: [],
    draws: [],
    clawbacks: [],
    priorPeriods: [],
    limits: null,
    opening: NOTHING_OWED,
    pay: { currency: 'USD', exchange: null, rounding: 'HALF_UP' },
    ...special,
  };
}

export function periodOf(key: string) {
  const parsed = parsePeriod(key);
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
}

export function sampleEarning(amount: string, special: Partial<Earning> = {}): Earning {
  const componentId = special.componentId ?? 'sales';
  return {
    runId: 'run-1',
    planId: 'plan',
    componentId,
    componentName: componentId,
    periodKey: '2024-01',
    amount,
    deals: [],
    ...special,
  };
}

export function sampleAdjustment(special: Partial<Adjustment> = {}): Adjustment {
  return {
    id: 'adjustment',
    kind: 'bonus',
    amount: '100',
    countsAs: 'earnings',
    dealId: null,
    reason: 'as agreed',
    ...special,
  };
}

export function sampleHold(special: Partial<Hold>): Hold {
  return {
    id: 'hold',
    participantId: null,
    planId: null,
    componentId: null,
    dealId: null,
    periodKey: null,
    percent: '100',
    reason: 'cash not in yet',
    ...special,
  };
}

export function sampleDraw(special: Partial<Draw> = {}): Draw {
  return {
    id: 'draw',
    kind: 'recoverable',
    amount: '2000',
    per: 'month',
    from: '2024-01-01',
    to: null,
    componentIds: null,
    recovery: null,
    ...special,
  };
}

export function sampleRecovery(special: Partial<Recovery>): Recovery {
  return { from: null, to: null, earningsPercent: null, atMost: null, ...special };
}

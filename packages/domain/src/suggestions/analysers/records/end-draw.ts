import { type Decimal, decimal, plain, sum, ZERO } from '../../../base/decimal.ts';
import { counted, moneyIn } from '../../../base/figures.ts';
import type { Thresholds } from '../../configurations/assistant-settings.ts';
import type { RecordFinding } from './record-claim.ts';

/** A recoverable draw with what each posted payment advanced and recovered, oldest first; recovered is above zero. */
export interface DrawCourse {
  readonly drawId: string;
  readonly participantId: string;
  readonly participantName: string;
  readonly currency: string;
  /** First day of recovery by its terms; null: from the start. */
  readonly recoverFrom: string | null;
  readonly payments: readonly {
    readonly period: string;
    readonly to: string;
    readonly advanced: string;
    readonly recovered: string;
    /** A leave or a ramp covers a day of the period. */
    readonly eased: boolean;
  }[];
}

const card = {
  key: 'end-draw',
  version: '1',
  principle:
    'A draw is an advance on pay that is earned later; one that never recovers is a salary no one agreed to.',
  thresholds: [
    { label: 'Payments without a lower balance', value: '2' },
    { label: 'Balance ÷ mean recovered per payment', value: 'above 12', setting: 'drawPayments' },
  ],
  limits: [
    'The exposure is what was advanced and not recovered. It is no saving: ending a draw does not bring it back.',
  ],
} as const;

/** The model card of A17. */
export const endDrawCard = card;

const STUCK_PAYMENTS = 2;

/** A17 (SGR-117): draws that are not being recovered; null: none. */
export function endDraw(
  draws: readonly DrawCourse[],
  given: { readonly endOn: string; readonly thresholds: Thresholds },
): RecordFinding | null {
  const maxPayments = given.thresholds.drawPayments;
  const stuck = draws
    .filter((one) => isStuck(one, maxPayments))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  if (stuck.length === 0) return null;
  const exposure = totals(stuck);
  const amount = [...exposure].map(([currency, all]) => moneyIn(all, currency)).join(' and ');
  return {
    card,
    key: card.key,
    title: `End ${counted(stuck.length, 'draw')} that ${stuck.length === 1 ? 'is' : 'are'} not being recovered`,
    description: `The ${stuck.length === 1 ? 'draw ends' : 'draws end'} on ${given.endOn}; what is open stays a balance to recover.`,
    impact: `${amount} is advanced and not recovered. This is an exposure, not a saving.`,
    impactType: 'other',
    seen: [
      `${counted(stuck.length, 'balance')} did not fall in the last ${STUCK_PAYMENTS} payments and would take more than ${maxPayments} to recover.`,
    ],
    change: { kind: 'end-draw', draws: stuck.map(({ drawId }) => drawId), on: given.endOn },
    benchmark: {
      title: 'Draws that are not being recovered',
      columns: ['Payee', 'Balance', 'Recovered in all', 'Payments'],
      rows: stuck.map((one) => [
        one.participantName,
        moneyIn(balanceAfter(one, one.payments.length), one.currency),
        moneyIn(recovered(one), one.currency),
        String(one.payments.length),
      ]),
      source: null,
    },
  };
}

function isStuck(draw: DrawCourse, maxPayments: number): boolean {
  const { payments, recoverFrom } = draw;
  const recent = payments.slice(-STUCK_PAYMENTS);
  if (recent.length < STUCK_PAYMENTS) return false;
  if (recent.some(({ to, eased }) => eased || (recoverFrom !== null && to < recoverFrom))) return false;
  const now = balanceAfter(draw, payments.length);
  if (!now.gt(ZERO)) return false;
  const falls = recent.some((_, i) => {
    const at = payments.length - STUCK_PAYMENTS + i;
    return balanceAfter(draw, at + 1).lt(balanceAfter(draw, at));
  });
  if (falls) return false;
  // mean recovered per payment × the most payments < balance
  return recovered(draw)
    .times(String(maxPayments))
    .lt(now.times(String(payments.length)));
}

function balanceAfter({ payments }: DrawCourse, count: number): Decimal {
  return sum(payments.slice(0, count).map((one) => decimal(one.advanced).minus(decimal(one.recovered))));
}

function recovered({ payments }: DrawCourse): Decimal {
  return sum(payments.map((one) => decimal(one.recovered)));
}

function totals(draws: readonly DrawCourse[]): ReadonlyMap<string, Decimal> {
  const all = new Map<string, Decimal>();
  for (const one of draws) {
    const before = all.get(one.currency) ?? decimal('0');
    all.set(one.currency, before.plus(decimal(plain(balanceAfter(one, one.payments.length)))));
  }
  return all;
}

const keyOf = ({ participantName, drawId }: DrawCourse) => `${participantName} ${drawId}`;

import { type Decimal, decimal, sum } from '../../../base/decimal.ts';
import { counted, moneyIn } from '../../../base/figures.ts';
import { type RecordPlace, recordPlaces } from '../../claim.ts';
import type { RecordFinding } from './record-claim.ts';

/** Deals that money is carried by, in one currency. */
export interface CarriedMoney {
  readonly currency: string;
  readonly deals: number;
  readonly amount: string;
}

/** What keeps pay from being computed. */
export interface MissingRecords {
  /** Payees whose pay can't be computed, each with the rules of its problems and the money of their deals. */
  readonly unpaid: readonly {
    readonly participantId: string;
    readonly rules: readonly string[];
    readonly money: readonly CarriedMoney[];
  }[];
  /** Deals of the plan's payees on days on which no plan has them. */
  readonly uncovered: readonly (CarriedMoney & { readonly participantId: string })[];
}

const card = {
  key: 'complete-records',
  version: '1',
  principle: 'Pay that can’t be computed is wrong pay, whatever the plan says.',
  thresholds: [{ label: 'Records missing for pay', value: '1 or more' }],
  limits: [
    'The money is that of the deals concerned; what they will pay is known once the records are complete.',
  ],
} as const;

/** The model card of A18. */
export const completeRecordsCard = card;

/** What the rule of a problem misses, and where; no one is named, because readers of suggestions may see no one's pay. */
function missingBy(rule: string): { readonly reason: string; readonly place: RecordPlace } {
  if (rule === 'CREDIT-6' || rule === 'QUOTA-16')
    return { reason: 'an exchange rate is missing', place: 'exchange-rates' };
  if (rule === 'QUOTA-5') return { reason: 'a target variable pay is missing', place: 'payees' };
  if (rule === 'PAY-2') return { reason: 'a commission rate is missing', place: 'payees' };
  if (rule.startsWith('QUOTA-')) return { reason: 'a quota is missing or wrong', place: 'quotas' };
  return { reason: 'a record is missing or wrong', place: 'deals' };
}

/** A18 (SGR-118): records without which pay can't be computed; null: none are missing. */
export function completeRecords({ unpaid: all, uncovered }: MissingRecords): RecordFinding | null {
  const unpaid = all.filter(({ rules }) => rules.length > 0);
  const uncoveredDeals = uncovered.reduce((all, { deals }) => all + deals, 0);
  if (unpaid.length === 0 && uncoveredDeals === 0) return null;
  const reasons = new Map<string, number>();
  for (const { rules } of unpaid)
    for (const reason of new Set(rules.map((rule) => missingBy(rule).reason)))
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const seen = [
    ...[...reasons]
      .toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
      .map(([reason, count]) => `${counted(count, 'payee')} can’t be paid: ${reason}.`),
    ...(uncoveredDeals > 0
      ? [
          `${counted(uncoveredDeals, 'deal')} ${uncoveredDeals === 1 ? 'is' : 'are'} on days on which the payee has no plan.`,
        ]
      : []),
  ];
  const places = new Set([
    ...unpaid.flatMap(({ rules }) => rules.map((rule) => missingBy(rule).place)),
    ...(uncoveredDeals > 0 ? ['assignments' as const] : []),
  ]);
  const money = totalsOf([...unpaid.flatMap((one) => one.money), ...uncovered]);
  return {
    card,
    key: card.key,
    title: titleOf(unpaid.length, uncoveredDeals),
    description: 'Import or correct these records, then calculate again. The plan stays as it is.',
    impact: money === null ? 'Pay can’t be calculated yet.' : `Deals of ${money} are not in anyone’s pay.`,
    impactType: 'other',
    seen,
    missingIn: recordPlaces.filter((place) => places.has(place)),
  };
}

const ownCard = {
  ...card,
  key: 'own-records',
  limits: ['The money is that of the deals; what they pay is known once the records are complete.'],
} as const;

/** The model card of A18 for the payee concerned. */
export const ownRecordsCard = ownCard;

/** The same for each payee concerned, by id: what is missing of their own records, and never whose else (SGR-118). */
export function ownRecords({ unpaid, uncovered }: MissingRecords): readonly RecordFinding[] {
  const payees = new Set([
    ...unpaid.filter(({ rules }) => rules.length > 0).map(({ participantId }) => participantId),
    ...uncovered.map(({ participantId }) => participantId),
  ]);
  return [...payees].toSorted().map((participantId) => {
    const own = unpaid.filter((one) => one.participantId === participantId);
    const outside = uncovered.filter((one) => one.participantId === participantId);
    const reasons = [
      ...new Set(own.flatMap(({ rules }) => rules.map((rule) => missingBy(rule).reason))),
      ...(outside.length > 0 ? ['deals are on days without a plan'] : []),
    ];
    const money = totalsOf([...own.flatMap((one) => one.money), ...outside]);
    return {
      card: ownCard,
      key: `${ownCard.key}-${participantId}`,
      participantId,
      title: 'Records for this pay are missing',
      description: 'Compensation administrators see this too. Ask them to complete the records.',
      impact: money === null ? 'This pay can’t be calculated yet.' : `Deals of ${money} are not in this pay.`,
      impactType: 'other',
      seen: reasons.map((reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`),
    };
  });
}

function titleOf(payees: number, deals: number): string {
  if (payees === 0) return `Assign a plan to the payees of ${counted(deals, 'deal')}`;
  return `Complete the records of ${counted(payees, 'payee')}`;
}

/** The money of deals by currency; null without deals. */
function totalsOf(all: readonly CarriedMoney[]): string | null {
  const byCurrency = new Map<string, Decimal[]>();
  for (const { currency, amount } of all)
    byCurrency.set(currency, [...(byCurrency.get(currency) ?? []), decimal(amount)]);
  if (byCurrency.size === 0) return null;
  return [...byCurrency]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, amounts]) => moneyIn(sum(amounts), currency))
    .join(' and ');
}

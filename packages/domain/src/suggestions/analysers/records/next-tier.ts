import { decimal, ZERO } from '../../../base/decimal.ts';
import { figure, moneyIn } from '../../../base/figures.ts';
import type { Thresholds } from '../../configurations/assistant-settings.ts';
import type { RecordFinding } from './record-claim.ts';

/** A line of a period that is not over, with what its next tier asks. */
export interface OpenLine {
  readonly participantId: string;
  readonly participantName: string;
  readonly componentId: string;
  readonly componentName: string;
  readonly currency: string;
  readonly quota: string | null;
  readonly amount: string;
  readonly nextTier: { readonly needed: string; readonly wouldPay: string; readonly message: string } | null;
}

const card = {
  key: 'next-tier',
  version: '1',
  principle: 'People should know in time when a little more reaches the next tier.',
  thresholds: [
    { label: 'Credit missing to the next tier', value: '10% of quota or less', setting: 'tierGapPercent' },
    { label: 'Days left in the period', value: '10 or more', setting: 'tierDays' },
  ],
  limits: ['It is computed on the deals recorded so far; returns and later deals change it.'],
} as const;

/** The model card of A21. */
export const nextTierCard = card;

/** A21 (SGR-121): payees a small part of quota from their next tier, the largest gain first. */
export function nextTiers(
  lines: readonly OpenLine[],
  {
    period,
    daysLeft,
    thresholds: { tierGapPercent, tierDays },
  }: { readonly period: string; readonly daysLeft: number; readonly thresholds: Thresholds },
): readonly RecordFinding[] {
  if (daysLeft < tierDays) return [];
  return lines
    .flatMap((line) => {
      const { nextTier, quota, amount } = line;
      if (nextTier === null || quota === null) return [];
      const gain = decimal(nextTier.wouldPay).minus(decimal(amount));
      const needed = decimal(nextTier.needed);
      const isNear = needed.gt(ZERO) && needed.times('100').lte(decimal(quota).times(String(tierGapPercent)));
      return isNear && gain.gt(ZERO) ? [{ line, gain, needed, message: nextTier.message }] : [];
    })
    .toSorted((a, b) => b.gain.cmp(a.gain) || (keyOf(a.line) < keyOf(b.line) ? -1 : 1))
    .map(({ line, gain, needed, message }) => ({
      card,
      key: `${card.key}-${keyOf(line)}`,
      componentId: line.componentId,
      participantId: line.participantId,
      title: `${figure(needed)} more credit reaches the next tier of ${line.componentName}`,
      description: message,
      impact: `${moneyIn(gain, line.currency)} more pay in ${period}.`,
      impactType: 'positive',
      seen: [
        `${tierGapPercent}% of the quota or less is missing, and ${tierDays} days or more of ${period} are left.`,
      ],
      inputs: [
        {
          kind: 'component',
          label: line.componentName,
          value: moneyIn(decimal(line.amount), line.currency),
          savings: null,
        },
      ],
    }));
}

const keyOf = ({ participantId, componentId }: OpenLine) => `${participantId}-${componentId}`;

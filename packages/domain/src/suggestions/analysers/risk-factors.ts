import { decimal, plain } from '../../base/decimal.ts';
import type { ChangeFigures, RiskFactor } from '../claim.ts';
import type { ChangeCosts } from '../figures/change-costs.ts';
import type { LeverRisk } from './lever.ts';

const MAX_FACTORS = 4;
const SINGLE_PERCENT = 25;
const THIN_PAYEES = 30;
const FULL_YEAR = 12;
/** A tail that counts in full costs so much more than the mean (SIM-7). */
const FULL_TAIL_PERCENT = 25;

/** A risk with its size from 0 to 1, by which they are ranked. */
interface Sized extends RiskFactor {
  readonly size: number;
}

/** What a claim's risks are read from. */
export interface RiskyChange {
  readonly risks: readonly LeverRisk[];
  readonly figures: ChangeFigures;
  readonly costs: ChangeCosts;
  readonly months: number;
  readonly isActive: boolean;
}

/** At most four risks that the figures show, the largest first (SGR-13). */
export function riskFactors(change: RiskyChange): readonly RiskFactor[] {
  return [...figuredRisks(change), ...scopeRisks(change)]
    .toSorted((a, b) => b.size - a.size)
    .slice(0, MAX_FACTORS)
    .map(({ key, message }) => ({ key, message }));
}

function figuredRisks({ risks, figures, costs }: RiskyChange): Sized[] {
  const { losers, payees, greatestLossPercent, risk } = figures;
  const single = costs.largestSharePercent;
  const found: Sized[] = [];
  if (risks.includes('LOSERS') && losers > 0) {
    const message = `${losers} of ${payees} payees earn more than 1% less, one of them ${greatestLossPercent}%.`;
    found.push({ key: 'LOSERS', message, size: losers / payees });
  }
  if (risks.includes('TAIL') && risk !== null) {
    const tail = Number(risk.parts.tail);
    const more = plain(decimal((tail * FULL_TAIL_PERCENT).toFixed(1)));
    const message = `In the costliest twentieth of redrawn years the plan costs ${more}% more than on average.`;
    found.push({ key: 'TAIL', message, size: tail * 0.4 });
  }
  if (risks.includes('SINGLE') && single?.gt(SINGLE_PERCENT)) {
    const share = plain(single.round(0, 1));
    found.push({
      key: 'SINGLE',
      message: `${share}% of the amount comes from one payee.`,
      size: single.toNumber() / 100,
    });
  }
  return found;
}

function scopeRisks({ risks, figures, months, isActive }: RiskyChange): Sized[] {
  const found: Sized[] = [];
  if (months < FULL_YEAR || figures.payees < THIN_PAYEES) {
    const message = `It rests on ${months} months and ${figures.payees} payees.`;
    found.push({ key: 'THIN', message, size: 0.5 });
  }
  if (isActive) {
    const message = 'The plan is active, so the change comes in the middle of the year.';
    found.push({ key: 'MIDYEAR', message, size: 0.3 });
  }
  return [...found, ...Object.entries(SENTENCES).flatMap(([key, message]) => fixed(risks, key, message))];
}

/** Risks without a figure of their own. */
const SENTENCES = {
  BEHAVIOUR: 'The figure assumes that people sell the same after the change.',
  QUOTA: 'It depends on quotas that are set again every period.',
  FX: 'Exchange rates may move the other way.',
  SEASON: 'The span may not repeat its season.',
} as const;

function fixed(risks: readonly LeverRisk[], key: string, message: string): Sized[] {
  const found = risks.find((risk) => risk === key);
  return found === undefined ? [] : [{ key: found, message, size: 0.05 }];
}

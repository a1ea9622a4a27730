import { riskBand } from '@attain/domain/suggestions/risk-band';
import type { Meaning } from '../../ui/badge.tsx';

type State = Extract<Meaning, 'ok' | 'warn' | 'bad'>;

/** The color of a risk score, 0 to 100. */
export function riskMeaning(score: number): State {
  return ({ low: 'ok', medium: 'warn', high: 'bad' } as const)[riskBand(score)];
}

/** The color of a confidence in percent. */
export function confidenceMeaning(percent: number): State {
  return percent >= 80 ? 'ok' : percent >= 60 ? 'warn' : 'bad';
}

/** The text color of a meaning, for figures without a badge. */
export const textOf = { ok: 'text-ok-text', warn: 'text-warn-text', bad: 'text-bad-text' } as const;

/** The fill of a bar with a meaning. */
export const fillOf = { ok: 'bg-ok', warn: 'bg-warn', bad: 'bg-bad' } as const;

/** Whether the bar counts a confidence: above 70, and 70 is not above. */
export function countsInBar(percent: number): boolean {
  return percent > 70;
}

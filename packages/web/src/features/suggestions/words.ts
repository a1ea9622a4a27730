import { formatSentence } from '../../api/format-sentence.ts';
import { formatMoney } from '../../base/format-money.ts';
import type { Meaning } from '../../ui/badge.tsx';
import { messages } from './messages.ts';
import type { Shown } from './shown.ts';

/** What a suggestion does to cost, or what a finding is about, in words and with its color; null without a figure. */
export function impactWords(
  of: Pick<Shown, 'projectedSavings' | 'currency'> &
    Partial<Pick<Shown, 'analyser' | 'impact' | 'impactType'>>,
): { text: string; tone: string } | null {
  const { projectedSavings: savings, currency } = of;
  if (savings === null) return foundWords(of);
  const amount = formatMoney(savings.replace(/^-/, ''), { currency });
  if (/^-?0*(\.0*)?$/.test(savings)) return { text: messages.card.neutral, tone: 'text-fg-2' };
  return savings.startsWith('-')
    ? { text: messages.card.costs(amount), tone: 'text-bad-text' }
    : { text: messages.card.saves(amount), tone: 'text-ok-text' };
}

/** The first sentence about a finding that names a figure. */
function foundWords({
  analyser = null,
  impact = '',
  impactType,
}: Partial<Pick<Shown, 'analyser' | 'impact' | 'impactType'>>): { text: string; tone: string } | null {
  if (analyser === null || !/\d/.test(impact)) return null;
  const [text = ''] = formatSentence(impact).split(/\.(?=\s|$)/);
  return { text, tone: impactType === 'positive' ? 'text-ok-text' : 'text-fg' };
}

/** Colors of the statuses. */
export const statusMeaning: Readonly<Record<Shown['status'], Meaning>> = {
  open: 'ai',
  applied: 'ok',
  overridden: 'warn',
  rejected: 'neutral',
  superseded: 'neutral',
};

/** Verified is green, Alert red, anything else amber. */
export function trustMeaning(trust: string): Extract<Meaning, 'ok' | 'warn' | 'bad'> {
  return trust === 'Verified' ? 'ok' : trust === 'Alert' ? 'bad' : 'warn';
}

/** Colors of policy and compliance checks. */
export const checkMeaning = { OK: 'ok', Warning: 'warn', Violation: 'bad' } as const;

/** The first of a list, and how many more there are. */
export function firstOf<One>(all: readonly One[], shown = 3): { first: readonly One[]; more: number } {
  return { first: all.slice(0, shown), more: Math.max(0, all.length - shown) };
}

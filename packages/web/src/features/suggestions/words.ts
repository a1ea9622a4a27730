import { formatMoney } from '../../base/format-money.ts';
import type { Meaning } from '../../ui/badge.tsx';
import { messages } from './messages.ts';
import type { Shown } from './shown.ts';

/** What a suggestion does to cost, in words and with its color; null without a figure. */
export function impactWords({
  projectedSavings: savings,
  currency,
}: Pick<Shown, 'projectedSavings' | 'currency'>): { text: string; tone: string } | null {
  if (savings === null) return null;
  const amount = formatMoney(savings.replace(/^-/, ''), { currency });
  if (/^-?0*(\.0*)?$/.test(savings)) return { text: messages.card.neutral, tone: 'text-fg-2' };
  return savings.startsWith('-')
    ? { text: messages.card.costs(amount), tone: 'text-bad-text' }
    : { text: messages.card.saves(amount), tone: 'text-ok-text' };
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

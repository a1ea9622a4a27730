import type { AnswerFact } from '@attain/contract/questions';
import type { Scope } from '@attain/domain/access/permissions';
import { decimal, plain, sum } from '@attain/domain/base/decimal';
import { moneyInWords } from '../../base/money-in-words.ts';
import { messages } from './answer-words.ts';

/** A sentence with its facts. */
export interface Answer {
  readonly message: string;
  readonly facts: readonly AnswerFact[];
  /** Texts of records in the message besides the labels and notes of the facts; a language model gets none of them (SGR-88). */
  readonly names?: readonly string[];
}

interface Amount {
  readonly amount: string;
  readonly currency: string;
}

/** Sums by currency, the largest number of amounts first; written as one text (ASK-5). */
export function totalText(amounts: readonly Amount[]): string {
  const byCurrency = new Map<string, string[]>();
  for (const { amount, currency } of amounts)
    byCurrency.set(currency, [...(byCurrency.get(currency) ?? []), amount]);
  return [...byCurrency]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([currency, some]) => moneyInWords(plain(sum(some.map(decimal))), currency))
    .join(' and ');
}

/** Note on the scope of an answer that compares people; empty for everyone (ASK-10). */
export function scopeNote(scope: Scope): string {
  return messages.scope[scope];
}

/** " in 2025-Q4", or empty without a period. */
export function periodPhrase(period: string | undefined): string {
  return period === undefined ? '' : messages.inPeriod(period);
}

/** Note at the end of an answer whose list was cut (ASK-8). */
export function cutOffNote(cut: boolean, of: string): string {
  return cut ? messages.cut(of) : '';
}

import { dayInWords } from '@attain/domain/base/day-in-words';
import { rewriteFigures } from '@attain/domain/base/sentence-figures';
import { attainmentInWords } from './figures-in-words.ts';
import { exactMoneyInWords } from './money-in-words.ts';

const known = new Set(Intl.supportedValuesOf('currency'));
const writing = {
  money: (amount: string, currency: string) =>
    known.has(currency) ? exactMoneyInWords(amount, currency) : null,
  percent: attainmentInWords,
  day: dayInWords,
};

/** A stored sentence with its figures written as on screen. `currency` is that of amounts without a code. */
export function sentenceInWords(message: string, currency: string): string {
  return rewriteFigures(message, writing, currency);
}

const figure = '−?\\d[\\d,]*(?:\\.\\d+)?';
const amounts = new RegExp(`(${figure}) ([A-Z]{3})\\b`, 'g');
const targets = new RegExp(`(${figure})(?= target\\b)`, 'g');
const percents = new RegExp(`(${figure})%`, 'g');
const days = /(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])/g;

/** How figures are written where a sentence is read; amounts and percentages arrive as plain decimals. */
export interface FigureWriting {
  /** Null leaves the words as they are: the code is no currency. */
  money(amount: string, currency: string): string | null;
  percent(value: string): string;
  day(day: string): string;
}

/**
 * A stored sentence with its figures written for reading (`16,063.07 USD`, `112.7233%`, `2026-11-22`). The stored
 * text is hashed and stays unchanged. `currency` applies to amounts without a code: a line's target.
 */
export function rewriteFigures(message: string, writing: FigureWriting, currency?: string): string {
  const money = (written: string, code: string, whole: string) =>
    writing.money(plain(written), code) ?? whole;
  return message
    .replace(amounts, (whole, written: string, code: string) => money(written, code, whole))
    .replace(targets, (written) => (currency === undefined ? written : money(written, currency, written)))
    .replace(percents, (_whole, written: string) => writing.percent(plain(written)))
    .replace(days, (day) => writing.day(day));
}

/** `−1,250.00` as `-1250.00`. */
const plain = (written: string) => written.replaceAll(',', '').replace('−', '-');

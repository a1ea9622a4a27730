import { decimal, HUNDRED } from '@attain/domain/base/decimal';
import { isCurrency } from '@attain/domain/base/money';
import type { Fail, ReadText } from './read-text.ts';

const PLAIN = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,20})?$/;
const MAX_INTEGER = 1_000_000_000_000_000n;
const EXPONENT = /^[-+]?[\d.,]+e[-+]?\d+$/i;

/**
 * Reads exact decimals as people and programs write them under one decimal sign: `1,234.56`, `1 234.56`, `(12.00)`,
 * `12.00-`, `$12`,
 * `USD 12`. Canonical: `-1234.56`. Up to 10^15 and 20 decimals, every digit kept. `onCurrency` receives the currency next to it.
 */
export function numberReader(sign: '.' | ',', onCurrency?: (currency: string) => void): ReadText {
  return (text, fail) => {
    if (sign === '.' && PLAIN.test(text)) return text;
    const { amount, currency } = splitCurrency(text);
    if (currency !== null) onCurrency?.(currency);
    return readLoose({ text, amount }, sign, fail);
  };
}

const CODE_BEFORE = /^([-+(]?)\s?([A-Z]{3})\s?(?=[-+(\u2212]?[$€£\d.,])/;
const CODE_BEHIND = /(?<=[\d)-])\s?([A-Z]{3})(\)?)$/;
const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', US$: 'USD' };

/** An amount without the code written next to it, and its currency; null: none, or a dollar sign, which can be several. */
export function splitCurrency(text: string): { amount: string; currency: string | null } {
  const [all = '', sign = '', before = ''] = CODE_BEFORE.exec(text) ?? [];
  if (isCurrency(before)) return { amount: sign + text.slice(all.length), currency: before };
  const [, behind = '', bracket = ''] = CODE_BEHIND.exec(text) ?? [];
  if (isCurrency(behind))
    return { amount: text.replace(CODE_BEHIND, '').trimEnd() + bracket, currency: behind };
  const mark = /US\$|[€£]/.exec(text)?.[0] ?? '';
  return { amount: text.replace('US$', '$'), currency: SIGNS[mark] ?? null };
}

/** A pay mix or any other ratio: `60/40`, `60:40`. */
const MIX = /^\d+([.,]\d+)?%?\s*[/:]\s*\d+([.,]\d+)?%?$/;

/** Reads percents: `1.2`, `1.2%`, or as a fraction `.012`; canonical is the percent, `1.2`. Between 0 and 100. */
export function percentReader(sign: '.' | ',', as: 'percent' | 'fraction'): ReadText {
  const read = numberReader(sign);
  return (text, fail) => {
    if (MIX.test(text)) {
      return fail(
        'The cell has two numbers instead of one percentage.',
        'Enter one percentage: for a pay mix of 60/40 the variable share is 40.',
      );
    }
    const marked = text.endsWith('%');
    const value = read(marked ? text.slice(0, -1).trimEnd() : text, fail);
    if (value === '') return '';
    const percent = as === 'fraction' && !marked ? hundredfold(value) : value;
    if (decimal(percent).lt(0) || decimal(percent).gt(HUNDRED)) {
      return fail(
        `${percent}% is not between 0% and 100%.`,
        as === 'fraction'
          ? 'The column is mapped as a fraction. If it has percentages, map it as percent.'
          : 'Enter a percentage from 0 to 100.',
      );
    }
    return percent;
  };
}

function readLoose({ text, amount }: { text: string; amount: string }, sign: '.' | ',', fail: Fail): string {
  if (EXPONENT.test(text)) {
    return fail(
      'The number is in scientific notation and has lost digits.',
      'Format the column as a number in the spreadsheet and export it again.',
    );
  }
  let body = amount.replace(/^\((.*)\)$/, '-$1').replace(/^(.*[^-+])-$/, '-$1');
  body = body
    .replace(/^([-+]?)\s*[$€£]\s*/, '$1')
    .replace(/\s*[$€£]$/, '')
    .replace(/^([$€£]?)[\u2212]/, '-');
  const group = sign === '.' ? ',' : '.';
  const negative = body.startsWith('-');
  body = body.replace(/^[-+]\s*/, '');
  const [whole = '', fraction, ...more] = body.split(sign);
  const parts = whole
    .split(/[\u0020\u00a0\u202f'\u2019]/)
    .join(group)
    .split(group);
  if (
    more.length > 0 ||
    fraction === '' ||
    !isGrouped(parts) ||
    (fraction !== undefined && !/^\d+$/.test(fraction))
  ) {
    return fail(...faultOf(text, sign, group));
  }
  if (parts.join('') === '' && fraction === undefined) return fail(...faultOf(text, sign, group));
  const digits = parts.join('').replace(/^0+(?=\d)/, '') || '0';
  if (digits.length > 15 && BigInt(digits) > MAX_INTEGER)
    return fail('The number is larger than 10^15.', 'Check the value.');
  if (fraction !== undefined && fraction.length > 20)
    return fail('The number has more than 20 decimals.', 'Round it in the source.');
  return `${negative ? '-' : ''}${digits}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** Thousands groups hold three digits each, the first one to three; a lone part is just digits, or nothing before a point. */
function isGrouped(parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  if (others.length === 0) return /^\d*$/.test(first);
  return /^\d{1,3}$/.test(first) && others.every((part) => /^\d{3}$/.test(part));
}

function faultOf(text: string, sign: '.' | ',', group: '.' | ','): [string, string] {
  const swapped = sign === '.' ? /^[-+(]?[\d.\s]*,\d+\)?-?$/ : /^[-+(]?[\d,\s]*\.\d+\)?-?$/;
  if (swapped.test(text)) {
    const names = { '.': 'point', ',': 'comma' } as const;
    return [
      `The number has a decimal ${names[group]}, but the file is read with a decimal ${names[sign]}.`,
      `Use a decimal ${names[sign]} in the whole file, or change the decimal sign in the mapping.`,
    ];
  }
  return [
    'This is not a number.',
    `Use digits with a decimal ${sign === '.' ? 'point, like 1234.56' : 'comma, like 1234,56'}.`,
  ];
}

/** The decimal point two places to the right, exactly: 0.0120 → 1.20. */
function hundredfold(value: string): string {
  const negative = value.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? value.slice(1) : value).split('.');
  const padded = fraction.padEnd(2, '0');
  const digits = (whole + padded.slice(0, 2)).replace(/^0+(?=\d)/, '');
  const rest = padded.slice(2);
  return `${negative ? '-' : ''}${digits}${rest === '' ? '' : `.${rest}`}`;
}

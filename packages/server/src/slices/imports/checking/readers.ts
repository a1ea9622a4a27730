import { isCurrency } from '@attain/domain/base/money';
import { ENTERED_KINDS } from '@attain/domain/payments/payment';
import { parseAccelerator } from '@attain/domain/plans/accelerator';
import { parseCap } from '@attain/domain/plans/cap';
import type { FieldType } from '../kinds/kind.ts';
import { type DateLimits, dateReader } from './dates.ts';
import { numberReader, percentReader } from './numbers.ts';
import type { Fail, ReadText } from './read-text.ts';
import { readOverlays, readSplits } from './splits.ts';

/** How the values of one field are written in this file. */
export interface ValueStyle extends DateLimits {
  readonly decimal: '.' | ',';
  readonly date: 'iso' | 'dmy' | 'mdy';
  readonly as: 'percent' | 'fraction';
  /** Receives the currency next to an amount. */
  readonly onCurrency?: (currency: string) => void;
}

const MAX_TEXT = 1000;
const MAX_ID = 200;

/** The reader of a field type under the styles of a file. */
export function readerOf(type: FieldType, style: ValueStyle): ReadText {
  switch (type) {
    case 'id':
    case 'participant':
      return (text, fail) =>
        text.length <= MAX_ID
          ? text
          : fail(`The ID has more than ${MAX_ID} characters.`, 'Use the short ID of the source system.');
    case 'text':
      return (text, fail) =>
        text.length <= MAX_TEXT
          ? text
          : fail(`The text has more than ${MAX_TEXT} characters.`, 'Shorten it, or don’t map this column.');
    case 'email':
      return (text, fail) =>
        /^[^\s@]+@[^\s@]+$/.test(text)
          ? text
          : fail('This is not an email address.', 'Use the format ann@example.com, or leave it blank.');
    case 'date':
      return dateReader(style.date, style);
    case 'number':
      return numberReader(style.decimal, style.onCurrency);
    case 'positive':
      return positive(numberReader(style.decimal, style.onCurrency));
    case 'percent':
      return percentReader(style.decimal, style.as);
    case 'currency':
      return readCurrency;
    case 'unit':
      return readUnit;
    case 'splits':
      return readSplits;
    case 'overlays':
      return readOverlays;
    case 'months':
      return (text, fail) =>
        /^[1-9]\d{0,3}$/.test(text)
          ? text
          : fail('This is not a number of months.', 'Enter a whole number of at least 1, such as 12.');
    case 'period':
      return readPeriod;
    case 'span':
      return oneOf(['week', 'month', 'quarter', 'year']);
    case 'weight':
      return (text, fail) =>
        /^(?:100|\d{1,2})\s*%?$/.test(text)
          ? String(Number.parseInt(text, 10))
          : fail('The weight is not a whole percentage from 0 to 100.', 'Enter a number such as 60.');
    case 'cap':
      return readCap;
    case 'accelerator':
      return readAccelerator;
    case 'status':
      return oneOf(['Active', 'Draft', 'Inactive']);
    case 'outcome':
      return oneOf(['open', 'won', 'lost']);
    case 'reason-code':
      return oneOf(ENTERED_KINDS);
    case 'counts-as':
      return oneOf(['earnings', 'payment']);
  }
}

function positive(read: ReadText): ReadText {
  return (text, fail) => {
    const value = read(text, fail);
    return value.startsWith('-') ? fail('The number is negative.', 'Enter zero or more.') : value;
  };
}

// codes of national currencies that were replaced, still found in historical series of rates
const FORMER = new Set(
  'ATS BEF DEM ESP FIM FRF GRD IEP ITL LUF NLG PTE EEK LTL LVL SIT SKK CYP MTL HRK VEB VEF ROL TRL USS'.split(
    ' ',
  ),
);

function readCurrency(text: string, fail: Fail): string {
  if (isCurrency(text) || FORMER.has(text)) return text;
  const upper = text.toUpperCase();
  if (isCurrency(upper) || FORMER.has(upper)) return upper;
  const symbol = { '€': 'EUR', '£': 'GBP', US$: 'USD' }[text];
  return (
    symbol ?? fail('This is not a currency code.', 'Use a three-letter ISO 4217 code, such as USD or EUR.')
  );
}

const UNITS: Readonly<Record<string, string>> = Object.assign(Object.create(null) as object, {
  $: '$',
  money: '$',
  amount: '$',
  currency: '$',
  score: 'Score',
  points: 'Score',
  count: 'Count',
  number: 'Count',
  '%': '%',
  percent: '%',
});

function readUnit(text: string, fail: Fail): string {
  return UNITS[text.toLowerCase()] ?? fail('This is not a unit.', 'Use $, Score, Count or %.');
}

function oneOf(words: readonly string[]): ReadText {
  return (text, fail) => {
    const word = words.find((candidate) => candidate.toLowerCase() === text.toLowerCase());
    return (
      word ?? fail('This value is not allowed.', `Use ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`)
    );
  };
}

function readPeriod(text: string, fail: Fail): string {
  const key = text
    .toUpperCase()
    .replace(/^Q([1-4])[\s/-]*(\d{4})$/, '$2-Q$1')
    .replace(/^(\d{4})[\s/]?Q([1-4])$/, '$1-Q$2')
    .replace(/^(\d{4})[/.](\d{2})$/, '$1-$2')
    .replace(/^W(\d{1,2})[\s/-]*(\d{4})$/, '$2-W$1')
    .replace(
      /^(\d{4})[\s/-]?W(\d{1,2})$/,
      (_, year: string, week: string) => `${year}-W${week.padStart(2, '0')}`,
    );
  if (PERIOD.test(key)) return key;
  const year = /^(\d{4})-W\d+$/.exec(key)?.[1];
  return year === undefined
    ? fail('This is not a period.', 'Write 2024, 2024-Q1, 2024-01, 2024-P01 or 2024-W03.')
    : fail(`Week does not exist in ${year}.`, 'A year has 52 or 53 weeks, W01 to W53.');
}

/** Format of a period key; the plan's calendar decides whether it exists. */
const PERIOD =
  /^(?:19|2[01])\d\d(?:-Q[1-4]|-(?:0[1-9]|1[0-2])|-P(?:0[1-9]|1[0-3])|-W(?:0[1-9]|[1-4]\d|5[0-3]))?$/;

function readCap(text: string, fail: Fail): string {
  const read = parseCap(text);
  return read.ok
    ? text
    : fail(
        `The cap is not valid: at character ${read.at + 1}, ${read.why}.`,
        'Use the format 2x, or leave it blank.',
      );
}

function readAccelerator(text: string, fail: Fail): string {
  const read = parseAccelerator(text);
  if (read.ok) return text;
  return fail(
    `The accelerator is not valid: at character ${read.at + 1}, ${read.why}.`,
    'Use the format >120% @ 1.2x, or leave it blank.',
  );
}

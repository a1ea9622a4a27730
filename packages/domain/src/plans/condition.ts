import { parseDay } from '../base/day.ts';
import { decimal, isDecimal } from '../base/decimal.ts';
import { type OwnField, ownNameOf, ownValue } from './own-fields.ts';

export const TEXT_FIELDS = ['product', 'territory', 'customer', 'kind', 'currency'] as const;
export const NUMBER_FIELDS = ['amount', 'termMonths'] as const;
export const DATE_FIELDS = ['date', 'approvedOn'] as const;

export type TextField = (typeof TEXT_FIELDS)[number];
type NumberField = (typeof NUMBER_FIELDS)[number];
type DateField = (typeof DATE_FIELDS)[number];

interface TextTerms {
  readonly field: TextField | OwnField;
  /** Tells "Won" from "won". Left out: upper and lower case are the same. */
  readonly matchCase?: boolean;
}

/** Is one of: `{ field: 'product', in: ['Bikes'] }`. */
export interface IsOneOf extends TextTerms {
  readonly in: readonly string[];
}

/** Is none of; true for an empty field. */
export interface IsNoneOf extends TextTerms {
  readonly notIn: readonly string[];
}

/** Bounds of a number, at least one of them: `{ atLeast: '1000', lessThan: '5000' }`. */
export interface NumberBounds {
  readonly atLeast?: string;
  readonly moreThan?: string;
  readonly atMost?: string;
  readonly lessThan?: string;
}

/**
 * The deal's own amount, or the length of its contract in months, between bounds: a return is compared by its size. An own field
 * is compared as it stands, where its text is a number.
 */
export interface NumberWithin {
  readonly field: NumberField | OwnField;
  readonly number: NumberBounds;
}

/** A day from the first to the last of these, both included; at least one of them. */
export interface DateWithin {
  readonly field: DateField | OwnField;
  readonly days: { readonly from?: string; readonly to?: string };
}

/** A condition on a deal's field. */
export type Condition = IsOneOf | IsNoneOf | NumberWithin | DateWithin;

export type ConditionField = Condition['field'];

type KnownField = Exclude<ConditionField, OwnField>;

/** What of a deal a filter looks at. */
export type ConditionFacts = {
  readonly [Field in 'product' | 'territory' | 'customer' | 'currency']: string | null;
} & {
  readonly unit: string;
  readonly kind: string;
  readonly amount: string;
  readonly date: string;
  readonly termMonths?: number | null;
  readonly approvedOn?: string | null;
  readonly ownFields?: Readonly<Record<string, string>>;
};

/** The condition as a question asked of deals (CREDIT-18). */
export function conditionMatcher(condition: Condition): (deal: ConditionFacts) => boolean {
  if ('number' in condition) return numberMatcher(condition);
  if ('days' in condition) return dateMatcher(condition);
  const { field, matchCase } = condition;
  const asked = 'in' in condition ? condition.in : condition.notIn;
  const values = new Set(matchCase ? asked : asked.flatMap((value) => [value, foldCase(value)]));
  const wanted = 'in' in condition;
  const read = fieldReader(field);
  return (deal) => {
    const value = read(deal);
    const found = value !== null && (values.has(value) || (!matchCase && values.has(foldCase(value))));
    return found === wanted;
  };
}

/** What a deal has in a field, as text; null where it is empty. */
export function fieldReader(field: ConditionField): (deal: ConditionFacts) => string | null {
  const name = ownNameOf(field);
  if (name !== null) return (deal) => ownValue(deal.ownFields, name);
  const known = field as KnownField;
  return (deal) => {
    const value = deal[known] ?? null;
    return typeof value === 'number' ? `${value}` : value;
  };
}

/** A text without the difference of upper and lower case. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}

function numberMatcher({ field, number }: NumberWithin): (deal: ConditionFacts) => boolean {
  const bound = (text: string | undefined) => (text === undefined || !isDecimal(text) ? null : decimal(text));
  const [atLeast, moreThan] = [bound(number.atLeast), bound(number.moreThan)];
  const [atMost, lessThan] = [bound(number.atMost), bound(number.lessThan)];
  const read = fieldReader(field);
  const isOwn = ownNameOf(field) !== null;
  return (deal) => {
    const text = read(deal);
    if (text === null || !isDecimal(text)) return false;
    const size = isOwn ? decimal(text) : decimal(text).abs();
    return (
      (atLeast === null || size.gte(atLeast)) &&
      (moreThan === null || size.gt(moreThan)) &&
      (atMost === null || size.lte(atMost)) &&
      (lessThan === null || size.lt(lessThan))
    );
  };
}

function dateMatcher({ field, days: { from, to } }: DateWithin): (deal: ConditionFacts) => boolean {
  const read = fieldReader(field);
  const isOwn = ownNameOf(field) !== null;
  return (deal) => {
    const day = read(deal);
    if (day === null || (isOwn && parseDay(day) === null)) return false;
    return (from === undefined || day >= from) && (to === undefined || day <= to);
  };
}

/** Whether it looks at more than texts, so that deals that differ in amount or day cannot be summed up before. */
export function looksAtFigures(condition: Condition): boolean {
  return 'number' in condition || 'days' in condition;
}

const FIELD_WORDS: Readonly<Record<KnownField, string>> = {
  product: 'product',
  territory: 'territory',
  customer: 'customer',
  kind: 'kind',
  currency: 'currency',
  amount: 'amount',
  termMonths: 'contract months',
  date: 'date',
  approvedOn: 'approval date',
};

/** What people call the field of a condition: `product`, `contract months`; an own field by its name. */
export function fieldWords(field: ConditionField): string {
  return ownNameOf(field) ?? FIELD_WORDS[field as KnownField];
}

/** The condition in a few words: `kind renewal`, `product not Bikes`, `amount at least 1000 and less than 5000`, `date from 2024-01-01`. */
export function conditionWords(condition: Condition): string {
  const field = fieldWords(condition.field);
  if ('number' in condition) return `${field} ${boundsWords(condition.number)}`;
  if ('days' in condition) {
    const { from, to } = condition.days;
    const words = [from === undefined ? '' : `from ${from}`, to === undefined ? '' : `to ${to}`];
    return `${field} ${words.filter((text) => text !== '').join(' ')}`;
  }
  return 'in' in condition
    ? `${field} ${valuesWords(condition.in)}`
    : `${field} not ${valuesWords(condition.notIn)}`;
}

function boundsWords({ atLeast, moreThan, atMost, lessThan }: NumberBounds): string {
  const words = [
    ['at least', atLeast],
    ['more than', moreThan],
    ['at most', atMost],
    ['less than', lessThan],
  ];
  return words.flatMap(([word, bound]) => (bound === undefined ? [] : [`${word} ${bound}`])).join(' and ');
}

/** As many values of a condition are named; of more, only how many. */
const NAMED = 3;

function valuesWords(values: readonly string[]): string {
  const more = values.length - NAMED;
  return more > 0
    ? `${values.slice(0, NAMED).join(', ')} or one of ${more} more`
    : [values.slice(0, -1).join(', '), ...values.slice(-1)].filter((text) => text !== '').join(' or ');
}

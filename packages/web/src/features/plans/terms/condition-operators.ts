import {
  type Condition,
  type ConditionField,
  type DateWithin,
  fieldWords,
  type IsOneOf,
  type NumberBounds,
  type NumberWithin,
} from '@attain/domain/plans/condition';
import { type OwnField, ownNameOf } from '@attain/domain/plans/own-fields';

const FIELDS: readonly ConditionField[] = [
  ...(['product', 'territory', 'customer', 'kind', 'currency'] as const),
  ...(['amount', 'termMonths', 'date', 'approvedOn'] as const),
];

/** The fields a condition may look at, as options of a list: what every deal has, then the customer's own by their names. */
export function fieldOptions(own: readonly string[]) {
  const known = FIELDS.map((value) => ({ value, label: labelOf(value) }));
  const options = own.map((name) => ({ value: `own:${name}`, label: name }));
  return options.length === 0 ? known : [...known, { heading: 'Own fields', options }];
}

function labelOf(field: ConditionField): string {
  const words = field === 'kind' ? 'kind of deal' : fieldWords(field);
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

const TEXT = [
  { value: 'is', label: 'is one of' },
  { value: 'is-not', label: 'is not' },
  { value: 'is-exactly', label: 'is one of (match case)' },
  { value: 'is-not-exactly', label: 'is not (match case)' },
];
const NUMBER = [
  { value: 'atLeast', label: 'at least' },
  { value: 'moreThan', label: 'more than' },
  { value: 'atMost', label: 'at most' },
  { value: 'lessThan', label: 'less than' },
  { value: 'between', label: 'between' },
];
const DATE = [
  { value: 'from', label: 'on or after' },
  { value: 'to', label: 'on or before' },
  { value: 'between-days', label: 'between days' },
];

/** How the condition's field can be compared, as options of a list. */
export function operatorsFor(condition: Condition) {
  const current = operatorOf(condition);
  const all = isOwn(condition)
    ? [...TEXT, ...NUMBER, ...DATE]
    : 'number' in condition
      ? NUMBER
      : 'days' in condition
        ? DATE
        : TEXT;
  // bounds written by hand may be combined in ways that no option names
  return all.some(({ value }) => value === current) ? all : [...all, { value: current, label: 'within' }];
}

function isOwn({ field }: Condition): boolean {
  return ownNameOf(field) !== null;
}

/** Which of the options the condition is. */
export function operatorOf(condition: Condition): string {
  if ('number' in condition) {
    const { atLeast, atMost } = condition.number;
    const names = Object.keys(condition.number);
    if (names.length === 2 && atLeast !== undefined && atMost !== undefined) return 'between';
    return names.length === 1 ? (names[0] ?? '') : 'within';
  }
  if ('days' in condition) {
    const { from, to } = condition.days;
    return from !== undefined && to !== undefined ? 'between-days' : to === undefined ? 'from' : 'to';
  }
  const is = 'in' in condition ? 'is' : 'is-not';
  return condition.matchCase ? `${is}-exactly` : is;
}

/** The condition on another field, keeping what can be kept. */
export function withField(condition: Condition, field: ConditionField): Condition {
  switch (field) {
    case 'amount':
    case 'termMonths':
      return 'number' in condition ? { ...condition, field } : { field, number: { atLeast: '' } };
    case 'date':
    case 'approvedOn':
      return 'days' in condition ? { ...condition, field } : { field, days: { from: '' } };
    case 'product':
    case 'territory':
    case 'customer':
    case 'kind':
    case 'currency':
      return 'in' in condition || 'notIn' in condition ? { ...condition, field } : { field, in: [] };
    // an own field may be compared in every way
    default:
      return { ...condition, field };
  }
}

/** The condition compared in another way, keeping what was typed. */
export function withOperator(condition: Condition, operator: string): Condition {
  const own = ownNameOf(condition.field);
  if (own !== null) return ownWithOperator(condition, `own:${own}`, operator);
  return withSameKind(condition, operator);
}

/** Texts, numbers and days are three kinds of condition: what was typed for one is nothing to another. */
function ownWithOperator(condition: Condition, field: OwnField, operator: string): Condition {
  const offers = (all: readonly { value: string }[]) => all.some(({ value }) => value === operator);
  if (offers(NUMBER)) return withBounds('number' in condition ? condition : { field, number: {} }, operator);
  if (offers(DATE)) return withDays('days' in condition ? condition : { field, days: {} }, operator);
  const isText = 'in' in condition || 'notIn' in condition;
  return withSameKind(isText || operator === 'within' ? condition : { field, in: [] }, operator);
}

function withSameKind(condition: Condition, operator: string): Condition {
  if ('number' in condition) return withBounds(condition, operator);
  if ('days' in condition) return withDays(condition, operator);
  const { field } = condition;
  const values = 'in' in condition ? condition.in : condition.notIn;
  const exact: Pick<IsOneOf, 'matchCase'> = operator.endsWith('exactly') ? { matchCase: true } : {};
  return operator.startsWith('is-not') ? { field, notIn: values, ...exact } : { field, in: values, ...exact };
}

function withBounds({ field, number }: NumberWithin, operator: string): NumberWithin {
  const [low, high] = [number.atLeast ?? number.moreThan, number.atMost ?? number.lessThan];
  const bounds: Readonly<Record<string, NumberBounds>> = {
    atLeast: { atLeast: low ?? high ?? '' },
    moreThan: { moreThan: low ?? high ?? '' },
    atMost: { atMost: high ?? low ?? '' },
    lessThan: { lessThan: high ?? low ?? '' },
    between: { atLeast: low ?? '', atMost: high ?? '' },
  };
  return { field, number: bounds[operator] ?? number };
}

function withDays({ field, days: { from, to } }: DateWithin, operator: string): DateWithin {
  if (operator === 'between-days') return { field, days: { from: from ?? '', to: to ?? '' } };
  return { field, days: operator === 'from' ? { from: from ?? to ?? '' } : { to: to ?? from ?? '' } };
}

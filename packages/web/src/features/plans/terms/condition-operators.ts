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
import { messages } from './messages.ts';

const FIELDS: readonly ConditionField[] = [
  ...(['product', 'territory', 'customer', 'kind', 'currency'] as const),
  ...(['amount', 'termMonths', 'date', 'approvedOn'] as const),
];

/** Fields for conditions as select options: standard deal fields, then own fields. */
export function fieldOptions(own: readonly string[]) {
  const known = FIELDS.map((value) => ({ value, label: labelOf(value) }));
  const options = own.map((name) => ({ value: `own:${name}`, label: name }));
  return options.length === 0 ? known : [...known, { heading: messages.operators.ownFields, options }];
}

function labelOf(field: ConditionField): string {
  const words = field === 'kind' ? messages.operators.dealKind : fieldWords(field);
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

const TEXT = [
  { value: 'is', label: messages.operators.is },
  { value: 'is-not', label: messages.operators.isNot },
  { value: 'is-exactly', label: messages.operators.isExactly },
  { value: 'is-not-exactly', label: messages.operators.isNotExactly },
];
const NUMBER = [
  { value: 'atLeast', label: messages.operators.atLeast },
  { value: 'moreThan', label: messages.operators.moreThan },
  { value: 'atMost', label: messages.operators.atMost },
  { value: 'lessThan', label: messages.operators.lessThan },
  { value: 'between', label: messages.operators.between },
];
const DATE = [
  { value: 'from', label: messages.operators.from },
  { value: 'to', label: messages.operators.to },
  { value: 'between-days', label: messages.operators.betweenDays },
];

/** Operators for the condition's field as select options. */
export function operatorsFor(condition: Condition) {
  const current = operatorOf(condition);
  const all = isOwn(condition)
    ? [...TEXT, ...NUMBER, ...DATE]
    : 'number' in condition
      ? NUMBER
      : 'days' in condition
        ? DATE
        : TEXT;
  // hand-written bounds may be combined in ways without an option
  return all.some(({ value }) => value === current)
    ? all
    : [...all, { value: current, label: messages.operators.within }];
}

function isOwn({ field }: Condition): boolean {
  return ownNameOf(field) !== null;
}

/** The condition's operator. */
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

/** The condition on another field, with compatible values kept. */
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
    // own fields support every operator
    default:
      return { ...condition, field };
  }
}

/** The condition with another operator, with typed values kept. */
export function withOperator(condition: Condition, operator: string): Condition {
  const own = ownNameOf(condition.field);
  if (own !== null) return ownWithOperator(condition, `own:${own}`, operator);
  return withSameKind(condition, operator);
}

/** Text, number and date conditions don't share values. */
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

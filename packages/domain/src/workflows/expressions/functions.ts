import { type Decimal, decimal, sum } from '../../base/decimal.ts';
import { money } from '../../base/figures.ts';
import { isCurrency, roundMoney } from '../../base/money.ts';
import { ratio, roundRatio } from '../../base/ratio.ts';
import { dateFunctions } from './date-functions.ts';
import { encodingFunctions } from './encoding-functions.ts';
import {
  asTexts,
  type Calling,
  type FunctionDefinition,
  whole as index,
  joined,
  keysOf,
  list,
  number,
} from './given-values.ts';
import { listFunctions } from './list-functions.ts';
import { textFunctions } from './text-functions.ts';
import { isMap, kindOf, toText, type Value } from './value.ts';

const MAX_DIGITS = 60;

const DEFINITIONS: ReadonlyMap<string, FunctionDefinition> = new Map<string, FunctionDefinition>([
  ...Object.entries({ ...dateFunctions, ...textFunctions, ...listFunctions, ...encodingFunctions }),
  ['size', { min: 1, max: 1, body: ([of], calling) => decimal(String(sizeOf(of as Value, calling))) }],
  ['string', { min: 1, max: 1, body: ([of], calling) => toText(of as Value, calling.spend) }],
  ['decimal', { min: 1, max: 1, body: ([of], calling) => number(of as Value, calling) }],
  ['round', { min: 1, max: 2, body: ([of, digits], calling) => rounded(of as Value, digits, calling) }],
  ['money', { min: 2, max: 2, body: amountOfMoney }],
  ['abs', { min: 1, max: 1, body: ([of], calling) => number(of as Value, calling).abs() }],
  ['floor', { min: 1, max: 1, body: ([of], calling) => whole(of as Value, 'floor', calling) }],
  ['ceil', { min: 1, max: 1, body: ([of], calling) => whole(of as Value, 'ceil', calling) }],
  ['min', { min: 1, max: 100, body: (given, calling) => outermost(given, -1, calling) }],
  ['max', { min: 1, max: 100, body: (given, calling) => outermost(given, 1, calling) }],
  ['sum', { min: 1, max: 100, body: (given, calling) => sum(numbers(given, calling)) }],
  ['concat', { min: 1, max: 100, body: (given, calling) => joined(asTexts(given, calling), '', calling) }],
  ['contains', { min: 2, max: 2, body: (given, calling) => texts(given, calling, (a, b) => a.includes(b)) }],
  [
    'startsWith',
    { min: 2, max: 2, body: (given, calling) => texts(given, calling, (a, b) => a.startsWith(b)) },
  ],
  ['endsWith', { min: 2, max: 2, body: (given, calling) => texts(given, calling, (a, b) => a.endsWith(b)) }],
  ['lower', { min: 1, max: 1, body: (given, calling) => texts(given, calling, (a) => a.toLowerCase()) }],
  ['upper', { min: 1, max: 1, body: (given, calling) => texts(given, calling, (a) => a.toUpperCase()) }],
  ['trim', { min: 1, max: 1, body: (given, calling) => texts(given, calling, (a) => a.trim()) }],
  ['replace', { min: 3, max: 3, body: replaced }],
  ['split', { min: 2, max: 2, body: split }],
  [
    'join',
    {
      min: 1,
      max: 2,
      body: ([of, by], calling) =>
        joined(asTexts(list(of, calling), calling), toText(by ?? '', calling.spend), calling),
    },
  ],
  ['substring', { min: 2, max: 3, body: substring }],
  [
    'keys',
    {
      min: 1,
      max: 1,
      body: ([of], calling) =>
        isMap(of as Value) ? keysOf(of as object, calling) : calling.stop('keys() needs a map.'),
    },
  ],
]);

/** What the function makes of the values; stops with a reason when they do not suit it (WF-9). */
export function callFunction(name: string, given: readonly Value[], calling: Calling): Value {
  const definition = DEFINITIONS.get(name);
  if (definition === undefined) return calling.stop(`There is no function ${name}().`);
  const { min, max, body } = definition;
  if (given.length < min || given.length > max) {
    const wanted = min === max ? String(min) : `${min} to ${max}`;
    return calling.stop(`${name}() takes ${wanted} values, not ${given.length}.`);
  }
  return body(given, calling);
}

function sizeOf(of: Value, calling: Calling): number {
  if (typeof of === 'string') {
    calling.spend(Math.ceil(of.length / 100));
    return [...of].length;
  }
  if (Array.isArray(of)) return of.length;
  return isMap(of)
    ? keysOf(of, calling).length
    : calling.stop(`size() needs a text, a list or a map, not ${kindOf(of)}.`);
}

function numbers(given: readonly Value[], calling: Calling): readonly Decimal[] {
  const flat = given.flatMap((one) => (Array.isArray(one) ? (one as readonly Value[]) : [one]));
  calling.spend(flat.length);
  return flat.map((one) => number(one, calling));
}

function outermost(given: readonly Value[], way: 1 | -1, calling: Calling): Decimal {
  const all = numbers(given, calling);
  const [first, ...rest] = all;
  if (first === undefined) return calling.stop('An empty list has no minimum or maximum.');
  return rest.reduce((best, one) => (one.cmp(best) === way ? one : best), first);
}

function rounded(of: Value, digits: Value | undefined, calling: Calling): Decimal {
  return roundRatio(
    ratio(number(of, calling)),
    digits === undefined ? 0 : index(digits, { max: MAX_DIGITS }, calling),
    'HALF_UP',
  );
}

/** An amount as people read it: `826,007.98 USD`, half a smallest unit away from zero. */
function amountOfMoney([of, code]: readonly Value[], calling: Calling): Value {
  const amount = number(of as Value, calling);
  if (typeof code !== 'string' || !isCurrency(code)) {
    const given = typeof code === 'string' ? `"${code.slice(0, 40)}"` : kindOf(code as Value);
    return calling.stop(`money() needs an amount and a currency code, such as "USD", not ${given}.`);
  }
  return `${money(roundMoney(amount, code, 'HALF_UP'), code)} ${code}`;
}

function whole(of: Value, way: 'floor' | 'ceil', calling: Calling): Decimal {
  const value = number(of, calling);
  const cut = value.round(0, 0);
  if (cut.eq(value)) return cut;
  if (way === 'floor') return value.lt('0') ? cut.minus('1') : cut;
  return value.gt('0') ? cut.plus('1') : cut;
}

function texts(given: readonly Value[], calling: Calling, work: (a: string, b: string) => Value): Value {
  const [a, b] = given.map((one) =>
    typeof one === 'string' ? one : calling.stop(`Expected text, not ${kindOf(one)}.`),
  );
  calling.spend(Math.ceil((a?.length ?? 0) / 100));
  return work(a ?? '', b ?? '');
}

function replaced(given: readonly Value[], calling: Calling): Value {
  const [text, from, to] = given.map((one) =>
    typeof one === 'string' ? one : calling.stop(`Expected text, not ${kindOf(one)}.`),
  );
  return from === ''
    ? calling.stop('replace() needs a text to search for.')
    : joined((text ?? '').split(from ?? ''), to ?? '', calling);
}

function split(given: readonly Value[], calling: Calling): Value {
  return texts(given, calling, (text, by) => {
    const parts = text.split(by);
    calling.spend(parts.length);
    return parts;
  });
}

function substring(given: readonly Value[], calling: Calling): Value {
  const [text, from, to] = given;
  if (typeof text !== 'string') return calling.stop(`Expected text, not ${kindOf(text as Value)}.`);
  const letters = [...text];
  calling.spend(Math.ceil(letters.length / 100));
  const start = index(from as Value, { max: Number.MAX_SAFE_INTEGER }, calling);
  return letters
    .slice(start, to === undefined ? undefined : index(to, { max: Number.MAX_SAFE_INTEGER }, calling))
    .join('');
}

import { RE2JS } from 're2js';
import { DATE_LETTERS } from '../expressions/date-format.ts';
import { access, type Code, code, known, LEVEL, plain, quote, within } from './attain-code.ts';
import type { JsTranslator, Thing } from './js-thing.ts';
import { NotTranslated } from './js-tokens.ts';
import type { Js } from './parse-js.ts';

const value = (made: Code): Thing => ({ is: 'value', code: made });

/** A function that belongs to nothing, such as `Number(x)`. */
export function globalCall(translator: JsTranslator, name: string, given: readonly Js[]): Code {
  const [first] = given;
  if (first === undefined) throw new NotTranslated(`${name}() has no equivalent`);
  if (name === 'Boolean') return translator.truth(first);
  const of = plain(translator.code(first)).text;
  switch (name) {
    case 'String':
      return code(`string(${of})`, 'text');
    case 'Number':
    case 'parseFloat':
      return code(`decimal(${of})`, 'number');
    case 'parseInt':
      if (given[1] !== undefined && (given[1].kind !== 'number' || given[1].text !== '10')) break;
      return truncated(of);
    case 'encodeURIComponent':
      return code(`urlEncode(string(${of}))`, 'text');
    case 'btoa':
      return code(`base64Encode(${of})`, 'text');
    case 'atob':
      return code(`base64Decode(${of})`, 'text');
  }
  throw new NotTranslated(`${name.slice(0, 40)}() has no equivalent`);
}

/** A number without its fraction. */
function truncated(of: string): Code {
  const number = `decimal(${of})`;
  return code(`${number} < 0 ? ceil(${number}) : floor(${number})`, 'number', LEVEL.choice);
}

/** A method of a value, of n8n's items, or of one of JavaScript's objects. */
export function methodCall(translator: JsTranslator, of: Thing, name: string, given: readonly Js[]): Thing {
  switch (of.is) {
    case 'items':
      if (name === 'first') return { is: 'item', json: of.items.first };
      if (name === 'last') return { is: 'item', json: of.items.last };
      if (name === 'all') return { is: 'list of items', list: of.items.all() };
      if (name === 'itemMatching') throw new NotTranslated('itemMatching() has no equivalent');
      throw new NotTranslated(`${name}() of a step has no equivalent`);
    case 'list of items':
      return itemsMethod(translator, of.list, name, given);
    case 'object':
      return value(objectMethod(translator, of.name, name, given));
    case 'pattern':
      if (name === 'test' && given[0])
        return value(code(`matches(${argument(translator, given[0])}, ${re2(of)})`, 'flag'));
      throw new NotTranslated(`${name}() of a pattern has no equivalent`);
    case 'item':
      throw new NotTranslated('an item has no methods');
    default:
      return value(valueMethod(translator, of.code, name, given));
  }
}

function argument(translator: JsTranslator, js: Js): string {
  return plain(translator.code(js)).text;
}

function itemsMethod(translator: JsTranslator, list: string, name: string, given: readonly Js[]): Thing {
  if (name === 'first') return { is: 'item', json: () => code(`${list}[0]`) };
  if (name === 'last') return { is: 'item', json: () => code(`${list}[size(${list}) - 1]`) };
  const macro = known(MACROS, name);
  if (macro === undefined) throw new NotTranslated(`${name}() of items has no equivalent`);
  const [item, inner, body] = translator.over(given[0], (own) => ({ is: 'item', json: () => code(own) }));
  const made = `${list}.${macro}(${item}, ${name === 'map' ? argument(inner, body) : inner.truth(body).text})`;
  if (name === 'filter') return { is: 'list of items', list: made };
  if (name === 'find') return { is: 'item', json: () => code(made) };
  return value(code(made, name === 'map' ? 'list' : 'flag'));
}

const MACROS: Readonly<Record<string, string>> = {
  map: 'map',
  filter: 'filter',
  find: 'find',
  some: 'exists',
  every: 'all',
};

function objectMethod(translator: JsTranslator, object: string, name: string, given: readonly Js[]): Code {
  const of = given.map((one) => plain(translator.code(one)).text);
  const [first = '', second = ''] = of;
  switch (`${object} ${name}`) {
    case 'Math round':
    case 'Math floor':
    case 'Math ceil':
    case 'Math abs':
      return code(`${name}(${first})`, 'number');
    case 'Math max':
    case 'Math min':
      return code(`${name}(${of.join(', ')})`, 'number');
    case 'JSON stringify':
      return code(`toJson(${first})`, 'text');
    case 'JSON parse':
      return code(`parseJson(${first})`);
    case 'Array isArray':
      return code(`startsWith(toJson(${first}), "[")`, 'flag');
    case 'Object keys':
      return code(`keys(${first})`, 'list');
    case 'Object values':
      return code(`values(${first})`, 'list');
    case 'Date now':
      return code('toUnix(now()) * 1000', 'number', LEVEL.times);
    case 'DateTime now':
    case 'DateTime local':
    case 'DateTime utc':
      if (given.length > 0) break;
      return moment('now()', name === 'utc' ? 'UTC' : translator.scope.zone);
    case 'DateTime fromISO':
      if (given.length === 1) return moment(first, translator.scope.zone);
      break;
    case 'DateTime fromFormat':
      return moment(
        `parseDate(${first}, ${datePattern(given[1])}, ${quote(translator.scope.zone)})`,
        translator.scope.zone,
      );
    case 'DateTime fromMillis':
      return moment(`fromUnix(floor(${first} / 1000))`, translator.scope.zone);
    case 'DateTime fromSeconds':
      return moment(`fromUnix(floor(${first}))`, translator.scope.zone);
  }
  throw new NotTranslated(`${object}.${name}(${second === '' ? '' : '…'}) has no equivalent`);
}

function moment(text: string, zone: string): Code {
  return { ...code(text, 'moment'), zone };
}

/** Methods without arguments, or with those that Attain's function takes too. */
type SameMethod = readonly [name: string, type: Code['type'], given: number];
const SAME: Readonly<Record<string, SameMethod>> = {
  toLowerCase: ['lower', 'text', 0],
  toUpperCase: ['upper', 'text', 0],
  trim: ['trim', 'text', 0],
  toString: ['string', 'text', 0],
  startsWith: ['startsWith', 'flag', 1],
  endsWith: ['endsWith', 'flag', 1],
  replaceAll: ['replace', 'text', 2],
  padStart: ['padStart', 'text', 2],
  padEnd: ['padEnd', 'text', 2],
  reverse: ['reverse', 'list', 0],
  flat: ['flatten', 'list', 0],
  toTitleCase: ['titleCase', 'text', 0],
  removeDuplicates: ['unique', 'list', 0],
  unique: ['unique', 'list', 0],
  sum: ['sum', 'number', 0],
  max: ['max', 'number', 0],
  min: ['min', 'number', 0],
  chunk: ['chunk', 'list', 1],
  toNumber: ['decimal', 'number', 0],
  toFloat: ['decimal', 'number', 0],
  urlEncode: ['urlEncode', 'text', 0],
  base64Encode: ['base64Encode', 'text', 0],
  base64Decode: ['base64Decode', 'text', 0],
  toJsonString: ['toJson', 'text', 0],
  parseJson: ['parseJson', 'any', 0],
  keys: ['keys', 'list', 0],
  values: ['values', 'list', 0],
} as const;

function valueMethod(translator: JsTranslator, of: Code, name: string, given: readonly Js[]): Code {
  const ofDate = dateMethod(translator, of, name, given);
  if (ofDate !== null) return ofDate;
  const macro = known(MACROS, name);
  if (macro !== undefined) return macroCall(translator, of, [name, macro], given);
  const same = known(SAME, name);
  if (
    same !== undefined &&
    given.length <= same[2] &&
    (name !== 'replaceAll' || given[0]?.kind !== 'pattern')
  ) {
    const [fn, type] = same;
    return code(
      `${fn}(${[plain(of).text, ...given.map((one) => argument(translator, one))].join(', ')})`,
      type,
    );
  }
  return textOrList(translator, of, name, given);
}

function macroCall(
  translator: JsTranslator,
  of: Code,
  [name, macro]: readonly [string, string],
  given: readonly Js[],
): Code {
  const [item, inner, body] = translator.over(given[0], (own) => value(code(own)));
  const made = name === 'map' ? argument(inner, body) : inner.truth(body).text;
  const type = name === 'map' || name === 'filter' ? 'list' : name === 'find' ? 'any' : 'flag';
  return code(`${within(of, LEVEL.value)}.${macro}(${item}, ${made})`, type);
}

function textOrList(translator: JsTranslator, of: Code, name: string, given: readonly Js[]): Code {
  const self = plain(of).text;
  const [first, second] = given;
  const one = () => (first === undefined ? '' : argument(translator, first));
  switch (name) {
    case 'includes':
    case 'contains':
      if (of.type === 'list') return code(`${one()} in ${within(of, LEVEL.plus)}`, 'flag', LEVEL.compare);
      if (of.type !== 'text') translator.scope.note(`${name}() expects a text here. For a list, use “in”.`);
      return code(`contains(${self}, ${one()})`, 'flag');
    case 'indexOf':
      if (of.type === 'list') break;
      return code(`indexOf(${self}, ${one()})`, 'number');
    case 'join':
      return code(`join(${self}, ${first === undefined ? '","' : one()})`, 'text');
    case 'split':
      if (first === undefined || second !== undefined) break;
      if (first.kind === 'pattern') return code(`splitMatches(${self}, ${re2(first)})`, 'list');
      return code(`split(${self}, ${one()})`, 'list');
    case 'replace':
    case 'replaceAll':
      return replaced(translator, self, first, second);
    case 'substring':
    case 'slice':
      return part(translator, of, name, given);
    case 'concat':
      if (of.type === 'list')
        return code(
          `${within(of, LEVEL.plus)} + ${within(translator.code(first as Js), LEVEL.times)}`,
          'list',
          LEVEL.plus,
        );
      break;
    case 'first':
      return code(`${within(of, LEVEL.value)}[0]`);
    case 'last':
      return code(`${within(of, LEVEL.value)}[size(${self}) - 1]`);
    case 'pluck':
      if (first?.kind === 'text')
        return code(`${within(of, LEVEL.value)}.map(each, ${access('each', first.text)})`, 'list');
      break;
    case 'toInt':
      return truncated(self);
    case 'round':
      return code(`round(${[self, ...given.map((by) => argument(translator, by))].join(', ')})`, 'number');
  }
  throw new NotTranslated(`${name}() has no equivalent${of.type === 'any' ? '' : ` for a ${of.type}`}`);
}

function replaced(translator: JsTranslator, self: string, from: Js | undefined, to: Js | undefined): Code {
  if (from === undefined || to === undefined || to.kind === 'arrow')
    throw new NotTranslated('replace() with a function has no equivalent');
  if (from.kind !== 'pattern') {
    translator.scope.note('replace() replaces every occurrence; in n8n, the first.');
    return code(`replace(${self}, ${argument(translator, from)}, ${argument(translator, to)})`, 'text');
  }
  if (!from.flags.includes('g') && !/^\^|\$$/.test(from.text))
    throw new NotTranslated('replacing only the first match has no equivalent');
  if (to.kind !== 'text' || /\$[&`'<]/.test(to.text))
    throw new NotTranslated('this replacement has no equivalent');
  return code(`replaceMatches(${self}, ${re2(from)}, ${quote(to.text)})`, 'text');
}

function part(translator: JsTranslator, of: Code, name: string, given: readonly Js[]): Code {
  if (given.length === 0 || given.some((one) => one.kind !== 'number'))
    throw new NotTranslated(`${name}() needs plain numbers here`);
  if (name === 'slice' && of.type !== 'text' && of.type !== 'list')
    throw new NotTranslated('slice() of a value that may be a text or a list');
  const fn = of.type === 'list' ? 'slice' : 'substring';
  return code(
    `${fn}(${[plain(of).text, ...given.map((one) => argument(translator, one))].join(', ')})`,
    fn === 'slice' ? 'list' : 'text',
  );
}

/** A pattern of JavaScript for RE2, quoted. */
export function re2({ text, flags }: { readonly text: string; readonly flags: string }): string {
  if (/\(\?(?:[=!]|<[=!])|\\[1-9]/.test(text))
    throw new NotTranslated('the pattern looks around or back, which RE2 can’t');
  const kept = [...flags].filter((flag) => flag === 'i' || flag === 'm' || flag === 's').join('');
  const pattern = kept === '' ? text : `(?${kept})${text}`;
  try {
    RE2JS.compile(pattern);
  } catch {
    throw new NotTranslated('the pattern is not one of RE2');
  }
  return quote(pattern);
}

const UNITS = new Set(['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second']);
const PARTS: Readonly<Record<string, string>> = { ordinal: 'dayOfYear', weekNumber: 'week' };

/** A part of a date, such as its year; null if dates have no such field. */
export function momentPart(of: Code, name: string): Code | null {
  const wanted = known(PARTS, name) ?? name;
  if (!UNITS.has(wanted) && wanted !== 'weekday' && wanted !== 'dayOfYear') return null;
  return code(`datePart(${plain(of).text}, ${quote(wanted)}${zoned(of)})`, 'number');
}

function zoned(of: Code): string {
  return of.zone === undefined || of.zone === 'UTC' ? '' : `, ${quote(of.zone)}`;
}

const JS_PARTS: Readonly<Record<string, readonly [part: string, after: string]>> = {
  getFullYear: ['year', ''],
  getMonth: ['month', ' - 1'],
  getDate: ['day', ''],
  getHours: ['hour', ''],
  getMinutes: ['minute', ''],
  getDay: ['weekday', ' % 7'],
};
const ITSELF = new Set(['toISO', 'toISOString', 'toJSDate', 'toDateTime', 'toLocal', 'toJSON']);

function dateMethod(translator: JsTranslator, of: Code, name: string, given: readonly Js[]): Code | null {
  const at = of.type === 'moment' ? of : { ...of, type: 'moment' as const, zone: translator.scope.zone };
  const self = plain(at).text;
  const [first] = given;
  if (name === 'toUTC') return moment(self, 'UTC');
  if (name === 'toISO' && (at.zone ?? 'UTC') !== 'UTC')
    translator.scope.note(`toISO() gives the moment in UTC; n8n wrote it with the offset of ${at.zone}.`);
  if (ITSELF.has(name)) return { ...plain(at), type: 'moment', zone: at.zone ?? 'UTC' };
  const part = known(JS_PARTS, name);
  if (part !== undefined)
    return code(`datePart(${self}, ${quote(part[0])}${zoned(at)})${part[1]}`, 'number', LEVEL.plus);
  switch (name) {
    case 'toISODate':
      return code(`date(${self}${zoned(at)})`, 'text');
    case 'toFormat':
    case 'format':
      return code(`formatDate(${self}, ${datePattern(first)}${zoned(at)})`, 'text');
    case 'plus':
    case 'minus':
      return moved(translator, at, name === 'plus' ? '' : '-', given);
    case 'startOf':
    case 'endOf':
      return moment(`${name}(${self}, ${quote(unit(first))}${zoned(at)})`, at.zone ?? 'UTC');
    case 'toMillis':
    case 'getTime':
      return code(`toUnix(${self}) * 1000`, 'number', LEVEL.times);
    case 'toSeconds':
    case 'toUnixInteger':
      return code(`toUnix(${self})`, 'number');
    case 'setZone':
      if (first?.kind !== 'text') throw new NotTranslated('the zone is not a plain text');
      return moment(self, first.text === 'utc' ? 'UTC' : first.text);
    case 'toString':
      return of.type === 'moment' ? { ...at, type: 'text' } : null;
    default:
      if (of.type === 'moment') throw new NotTranslated(`${name}() of a date has no equivalent`);
      return null;
  }
}

function moved(translator: JsTranslator, of: Code, sign: string, given: readonly Js[]): Code {
  const [by, as] = given;
  const steps: (readonly [string, Js])[] =
    by?.kind === 'map'
      ? by.entries.map(([key, amount]) => [unit(key), amount] as const)
      : by
        ? [[as ? unit(as) : 'millisecond', by]]
        : [];
  const text = steps.reduce((self, [name, amount]) => {
    if (!UNITS.has(name)) throw new NotTranslated('milliseconds are added to a date');
    return `dateAdd(${self}, ${sign}${within(translator.code(amount), LEVEL.unary)}, ${quote(name)}${zoned(of)})`;
  }, plain(of).text);
  return moment(text, of.zone ?? 'UTC');
}

function unit(js: Js | undefined): string {
  const text = js?.kind === 'text' ? js.text.toLowerCase().replace(/s$/, '') : '';
  if (!UNITS.has(text)) throw new NotTranslated('the unit of a date is not understood');
  return text;
}

/** Letters that mean the same to Luxon and to `formatDate`. */
const SAME_LETTERS = new Set(
  DATE_LETTERS.split(' ').filter((letters) => letters !== 'xxx' && letters !== 'Q'),
);
const LUXON: Readonly<Record<string, string>> = {
  cccc: 'EEEE',
  ccc: 'EEE',
  ZZ: 'xxx',
  q: 'Q',
  LLLL: 'MMMM',
  LLL: 'MMM',
  LL: 'MM',
  L: 'M',
};

function datePattern(js: Js | undefined): string {
  if (js?.kind !== 'text') throw new NotTranslated('the pattern of a date is not a plain text');
  return quote(translatePattern(js.text));
}

/** A date pattern of Luxon in Attain's letters. */
export function translatePattern(pattern: string): string {
  return pattern.replace(/'(?:[^']|'')*'|([A-Za-z])\1*/g, (part, letter: string | undefined) => {
    if (letter === undefined || SAME_LETTERS.has(part)) return part;
    const same = known(LUXON, part);
    if (same === undefined) throw new NotTranslated(`“${part}” has no equivalent in a date pattern`);
    return same;
  });
}

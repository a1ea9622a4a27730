import { type JsonObject, type JsonValue, ownField } from '../json-value.ts';
import { type Code, code, known, LEVEL, plain, present, quote, truth, within } from './attain-code.ts';
import { re2 } from './js-methods.ts';
import { NotTranslated } from './js-tokens.ts';
import { deepField, deepRows, plainSetting, type Settings } from './settings.ts';

const OLD_KINDS = ['string', 'number', 'boolean', 'dateTime'] as const;

/** What n8n compares, up to version 1, where a value is left out. */
export const BLANK: Readonly<Record<string, JsonValue>> = {
  string: '',
  number: 0,
  boolean: false,
  dateTime: '',
};

/** The conditions of IF, Filter and Switch as one expression that is true or false; "true" when there are none. */
export function condition(settings: Settings, parameters: JsonObject): Code {
  const given = parameters.conditions;
  const rows = deepRows(given, 'conditions');
  if (rows.length > 0 || Array.isArray(deepField(given, 'conditions'))) {
    const ignoreCase = deepField(given, 'options', 'caseSensitive') === false;
    const any = String(ownField(given, 'combinator')).toLowerCase() === 'or';
    return together(
      rows.map((row) => newRow(settings, row, ignoreCase)),
      any,
    );
  }
  const any = ['any', 'or'].includes(
    String(parameters.combineOperation ?? parameters.combineConditions ?? '').toLowerCase(),
  );
  const checks = OLD_KINDS.flatMap((kind) =>
    deepRows(given, kind).map((row) =>
      compared(
        settings,
        kind,
        String(row.operation ?? (kind === 'number' ? 'smaller' : kind === 'dateTime' ? 'after' : 'equal')),
        [row.value1 ?? BLANK[kind], row.value2 ?? BLANK[kind]],
      ),
    ),
  );
  return together(checks, any);
}

function newRow(settings: Settings, row: JsonObject, ignoreCase: boolean): Code {
  const type = String(deepField(row, 'operator', 'type') ?? 'string');
  const operation = String(deepField(row, 'operator', 'operation') ?? 'equals');
  return compared(settings, type, operation, [row.leftValue, row.rightValue], ignoreCase);
}

function together(checks: readonly Code[], any: boolean): Code {
  const [first] = checks;
  if (first === undefined) return code('true', 'flag');
  if (checks.length === 1) return first;
  const level = any ? LEVEL.or : LEVEL.and;
  return code(checks.map((check) => within(check, level + 1)).join(any ? ' || ' : ' && '), 'flag', level);
}

/** One comparison of n8n, by the kind of value that it compares. */
export function compared(
  settings: Settings,
  kind: string,
  operation: string,
  [left, right]: readonly [JsonValue | undefined, JsonValue | undefined],
  ignoreCase = false,
): Code {
  const a = settings.value(left);
  const unary = known(UNARY, operation);
  if (unary !== undefined) return unary(a, kind);
  if (right === undefined && kind !== 'string')
    settings.scope.note('A condition has no value to compare with. Enter it.');
  const b = settings.value(right ?? (kind === 'string' ? '' : null));
  if (kind === 'boolean')
    return operation.toLowerCase().startsWith('not') ? unequal(truth(a), b) : equal(a, b);
  if (kind === 'dateTime') return order(operation, a, b);
  if (kind === 'array') return ofList(settings, operation, a, b);
  const lowered = ignoreCase && kind === 'string' ? ([lower(a), lower(b)] as const) : ([a, b] as const);
  const pattern = () => patternOf(settings, right, ignoreCase);
  const made = known(BINARY, operation)?.(lowered[0], lowered[1], pattern);
  if (made !== undefined) return made;
  settings.scope.note(`The comparison “${operation.slice(0, 40)}” has no equivalent. Write it again.`);
  return code(`$n8n ${operation.slice(0, 40)}`, 'flag', LEVEL.compare);
}

type Unary = (a: Code, kind: string) => Code;
const not = (of: Code) => code(`!(${plain(of).text})`, 'flag', LEVEL.unary);
const there: Unary = (a) =>
  a.chain && a.chain.keys.length > 0
    ? code(present(a), 'flag', LEVEL.and)
    : code(`${within(a, LEVEL.plus)} != null`, 'flag', LEVEL.compare);
const filled: Unary = (a, kind) => {
  const value = a.chain ? a.text : within(a, LEVEL.plus);
  const check = kind === 'array' || kind === 'object' ? `size(${value}) > 0` : `${value} != ""`;
  return code(`${there(a, kind).text} && ${check}`, 'flag', LEVEL.and);
};

const UNARY: Readonly<Record<string, Unary>> = {
  exists: there,
  notExists: (a, kind) => not(there(a, kind)),
  empty: (a, kind) => not(filled(a, kind)),
  isEmpty: (a, kind) => not(filled(a, kind)),
  notEmpty: filled,
  isNotEmpty: filled,
  true: truth,
  false: (a) => not(truth(a)),
};

const call = (fn: string, ...given: readonly Code[]) =>
  code(`${fn}(${given.map((one) => plain(one).text).join(', ')})`, 'flag');
const lower = (of: Code) => code(`lower(string(${plain(of).text}))`, 'text');
const sign = (operator: string) => (a: Code, b: Code) =>
  code(`${within(a, LEVEL.plus)} ${operator} ${within(b, LEVEL.plus)}`, 'flag', LEVEL.compare);
const equal = sign('==');
const unequal = sign('!=');
const contains = (a: Code, b: Code) => (a.type === 'list' ? sign('in')(b, a) : call('contains', a, b));

type Binary = (a: Code, b: Code, pattern: () => string) => Code;
const BINARY: Readonly<Record<string, Binary>> = {
  equals: equal,
  equal,
  notEquals: unequal,
  notEqual: unequal,
  contains,
  notContains: (a, b) => not(contains(a, b)),
  startsWith: (a, b) => call('startsWith', a, b),
  notStartsWith: (a, b) => not(call('startsWith', a, b)),
  endsWith: (a, b) => call('endsWith', a, b),
  notEndsWith: (a, b) => not(call('endsWith', a, b)),
  regex: (a, _, pattern) => code(`matches(${plain(a).text}, ${pattern()})`, 'flag'),
  notRegex: (a, _, pattern) => code(`!matches(${plain(a).text}, ${pattern()})`, 'flag', LEVEL.unary),
  gt: sign('>'),
  larger: sign('>'),
  gte: sign('>='),
  largerEqual: sign('>='),
  lt: sign('<'),
  smaller: sign('<'),
  lte: sign('<='),
  smallerEqual: sign('<='),
};

function patternOf(settings: Settings, right: JsonValue | undefined, ignoreCase: boolean): string {
  const text = plainSetting(right);
  const written = text === undefined ? null : /^\/(.*)\/([a-z]*)$/s.exec(text);
  try {
    if (text !== undefined)
      return re2({ text: written?.[1] ?? text, flags: `${written?.[2] ?? ''}${ignoreCase ? 'i' : ''}` });
  } catch (fault) {
    if (!(fault instanceof NotTranslated)) throw fault;
    settings.scope.note(`Rewrite the pattern ${(text ?? '').slice(0, 80)}: ${fault.message}.`);
    return `$n8n ${quote(text ?? '')}`;
  }
  return settings.expression(right);
}

const ORDERS: Readonly<Record<string, string>> = {
  after: '>',
  before: '<',
  afterOrEquals: '>=',
  beforeOrEquals: '<=',
  equals: '==',
  notEquals: '!=',
};

function order(operation: string, a: Code, b: Code): Code {
  return code(
    `dateDiff(${plain(b).text}, ${plain(a).text}, "second") ${known(ORDERS, operation) ?? '>'} 0`,
    'flag',
    LEVEL.compare,
  );
}

function ofList(settings: Settings, operation: string, a: Code, b: Code): Code {
  const size = (operator: string) =>
    code(`size(${plain(a).text}) ${operator} ${within(b, LEVEL.plus)}`, 'flag', LEVEL.compare);
  const made: Readonly<Record<string, () => Code>> = {
    contains: () => sign('in')(b, a),
    notContains: () => not(sign('in')(b, a)),
    lengthEquals: () => size('=='),
    lengthNotEquals: () => size('!='),
    lengthGt: () => size('>'),
    lengthLt: () => size('<'),
    lengthGte: () => size('>='),
    lengthLte: () => size('<='),
  };
  const found = known(made, operation);
  if (found !== undefined) return found();
  settings.scope.note(
    `The comparison “${operation.slice(0, 40)}” of lists has no equivalent. Write it again.`,
  );
  return code(`$n8n ${operation.slice(0, 40)}`, 'flag', LEVEL.compare);
}

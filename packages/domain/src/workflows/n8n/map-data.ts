import { isObject, type JsonObject, type JsonValue } from '../json-value.ts';
import { NAME_PATTERN } from '../nodes/fields.ts';
import { access, type Code, code, known, literal, plain, quote, record } from './attain-code.ts';
import { condition } from './conditions.ts';
import { deepField, deepRows, isComputed, plainNumber, plainSetting, type Settings } from './settings.ts';
import {
  computedList,
  computedOne,
  itemOf,
  itself,
  listOf,
  type Making,
  ONE,
  passing,
  type Step,
  single,
} from './step.ts';

const SIMPLE = new RegExp(NAME_PATTERN);
const row = code('row');

/** A field with a path, such as `customer.name`, below a value. */
function at(of: string, path: string): string {
  return path
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .reduce(
      (base, part) =>
        /^\d+$/.test(part) ? `${base}[${part}]` : access(base, part.replace(/^["']|["']$/g, '')),
      of,
    );
}

function names(value: JsonValue | undefined): readonly string[] {
  return (plainSetting(value) ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

interface Field {
  readonly name: string;
  readonly value: JsonValue | undefined;
  readonly type: string;
  /** Of a version that takes computed values in whatever type they have. */
  readonly isOld?: boolean;
}

/** Set, or Edit Fields: the fields of a record. */
export function set(making: Making): Step | null {
  const { from, node, each } = making;
  const { parameters } = node;
  if (parameters.mode === 'raw' && parameters.jsonOutput === undefined) return null;
  const keepsOthers = keepsOtherFields(making);
  const fields = setFields(parameters);
  const isPath = ({ name }: Field) => hasPaths(parameters) && /[.[]/.test(name);
  // fields inside of others keep those around them in n8n
  if (fields.some((field) => isPath(field) && (keepsOthers || field.name.includes('[')))) return null;
  if (from.shape.kind === 'list') {
    const made = recordOf(each(row, null), parameters, fields);
    return computedList(
      making,
      `${from.shape.of('input')}.map(row, ${keepsOthers ? `merge(row, ${made})` : made})`,
      from.shape.rows,
    );
  }
  if (keepsOthers && parameters.mode !== 'raw' && fields.length === 0) return passing(making, 'merge', {});
  if (
    keepsOthers ||
    parameters.mode === 'raw' ||
    fields.some(({ name }) => !SIMPLE.test(name)) ||
    fields.length > 50
  ) {
    const made = recordOf(making.settings, parameters, fields);
    return computedOne(making, keepsOthers ? `merge(${itemOf(making)}, ${made})` : made);
  }
  const values = fields.map((field) => ({ name: field.name, value: typed(making.settings, field) }));
  const pin = ([first]: readonly JsonValue[]) => first ?? null;
  return single(making, 'data_collection', { values: unique(values) }, ONE, { pin });
}

/** Of several fields with one name, the last counts. */
function unique(values: readonly JsonObject[]): readonly JsonObject[] {
  return [...new Map(values.map((one) => [one.name, one])).values()];
}

function keepsOtherFields({ node: { parameters, version }, note }: Making): boolean {
  if (version < 3) return parameters.keepOnlySet !== true;
  const chosen = parameters.include;
  if (chosen === 'selected' || chosen === 'except')
    note('Only some fields were passed on. All are now; add them by hand.');
  if (version >= 3.3 || parameters.assignments !== undefined) return parameters.includeOtherFields === true;
  return chosen !== 'none';
}

function setFields(parameters: JsonObject): readonly Field[] {
  const assigned = deepRows(parameters, 'assignments', 'assignments').map((one) => ({
    ...one,
    type: String(one.type ?? 'string'),
  }));
  const values = deepRows(parameters, 'fields', 'values').map((one) => {
    const type = String(one.type ?? 'stringValue').replace(/Value$/, '');
    return { name: one.name, value: one[`${type}Value`], type };
  });
  const old = ['string', 'number', 'boolean'].flatMap((type) =>
    deepRows(parameters, 'values', type).map((one) => ({
      name: one.name,
      value: one.value,
      type,
      isOld: true,
    })),
  );
  return [...assigned, ...values, ...old].flatMap(
    (one: { name?: JsonValue; value?: JsonValue; type: string; isOld?: boolean }) => {
      const name = plainSetting(one.name)?.trim();
      return name === undefined || name === ''
        ? []
        : [{ name, value: one.value, type: one.type, isOld: one.isOld ?? false }];
    },
  );
}

function recordOf(settings: Settings, parameters: JsonObject, fields: readonly Field[]): string {
  if (parameters.mode === 'raw') return settings.json(parameters.jsonOutput).text;
  const tree: Tree = new Map();
  for (const field of fields) {
    const path = hasPaths(parameters) ? field.name.split('.') : [field.name];
    const last = path.pop() ?? '';
    let at = tree;
    for (const name of path) {
      const inner = at.get(name);
      const next: Tree = inner instanceof Map ? inner : new Map();
      at.set(name, next);
      at = next;
    }
    at.set(last, typed(settings, field));
  }
  return written(tree);
}

type Tree = Map<string, string | Tree>;

function written(tree: Tree): string {
  return record([...tree].map(([name, value]) => [name, typeof value === 'string' ? value : written(value)]));
}

function hasPaths(parameters: JsonObject): boolean {
  return deepField(parameters, 'options', 'dotNotation') !== false;
}

/** The value of a field in its type. */
function typed(settings: Settings, { value, type, isOld = false }: Field): string {
  const text = plainSetting(value);
  if (typeof value !== 'string' || text === undefined) {
    const made = plain(settings.value(value));
    return isOld ? made.text : inType(settings, made, type);
  }
  if (type === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return literal(Number(text));
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text;
  if ((type === 'array' || type === 'object') && /^\s*[[{]/.test(text)) return settings.json(value).text;
  return quote(text);
}

function inType(settings: Settings, made: Code, type: string): string {
  if (made.text.startsWith('$n8n')) return made.text;
  if (type === 'number' && made.type !== 'number') return `decimal(${made.text})`;
  if (type === 'string' && ['any', 'number', 'flag'].includes(made.type)) return `string(${made.text})`;
  if (type === 'string' && (made.type === 'list' || made.type === 'map')) return `toJson(${made.text})`;
  if (type === 'boolean' && made.type === 'any')
    settings.scope.note('A field was made true or false. Check its value.');
  return made.text;
}

/** Filter: of one item, whether it goes on; of a list, those that match. */
export function filter(making: Making): Step {
  const { from, node, each, id, settings } = making;
  if (from.shape.kind === 'list') {
    const check = condition(each(row, null), node.parameters).text;
    return computedList(making, `${from.shape.of('input')}.filter(row, ${check})`);
  }
  const step = passing(making, 'decision', { condition: condition(settings, node.parameters).text });
  return {
    ...step,
    exits: step.exits.map((exit) => (exit === null ? null : { ...exit, node: id, port: 'yes' })),
  };
}

/** Sort: by fields; other orders have no equivalent. */
export function sort(making: Making): Step | null {
  const { parameters } = making.node;
  if (parameters.type !== undefined && parameters.type !== 'simple') return null;
  const fields = deepRows(parameters, 'sortFieldsUi', 'sortField');
  if (fields.length > 1 && fields.some(({ order }) => order === 'descending'))
    making.note('Check the order of entries that are equal in the first field.');
  making.note('Texts are sorted by case here, not in n8n.');
  const sorted = [...fields].reverse().reduce((list, { fieldName, order }) => {
    const made = `${list}.sortBy(row, ${at('row', plainSetting(fieldName) ?? '')})`;
    return order === 'descending' ? `reverse(${made})` : made;
  }, listOf(making));
  return computedList(making, sorted);
}

export function limit(making: Making): Step {
  const max = plainNumber(making.node.parameters.maxItems) ?? 1;
  const list = listOf(making);
  if (making.node.parameters.keep !== 'lastItems') return computedList(making, `slice(${list}, 0, ${max})`);
  return computedList(making, `slice(${list}, max(0, size(${list}) - ${max}))`);
}

export function removeDuplicates(making: Making): Step | null {
  const { operation, compare, fieldsToCompare } = making.node.parameters;
  if (
    operation !== undefined &&
    operation !== 'removeDuplicateInputItems' &&
    operation !== 'removeDuplicates'
  )
    return null;
  const list = listOf(making);
  if (compare === undefined || compare === 'allFields') return computedList(making, `unique(${list})`);
  if (compare !== 'selectedFields') return null;
  const fields = isObject(fieldsToCompare)
    ? deepRows(fieldsToCompare, 'fields').map((one) => plainSetting(one.fieldName) ?? '')
    : names(fieldsToCompare);
  return computedList(making, `${list}.uniqueBy(row, ${joinedKey(fields)})`);
}

function joinedKey(fields: readonly string[]): string {
  const [first, ...rest] = fields.map((field) => at('row', field));
  return rest.length === 0 ? (first ?? 'row') : `toJson([${[first, ...rest].join(', ')}])`;
}

/** Aggregate: the items as lists in one record. */
export function aggregate(making: Making): Step {
  const { parameters } = making.node;
  const list = listOf(making);
  if (parameters.aggregate === 'aggregateAllItemData') {
    const name = plainSetting(parameters.destinationFieldName) || 'data';
    const fields = names(parameters.fieldsToInclude ?? parameters.fieldsToExclude);
    const fn = known({ specifiedFields: 'pick', allFieldsExcept: 'omit' }, String(parameters.include));
    const kept = fn === undefined ? list : `${list}.map(row, ${fn}(row, ${literal([...fields])}))`;
    return named(making, [[name, kept]]);
  }
  const fields = deepRows(parameters, 'fieldsToAggregate', 'fieldToAggregate').map(
    ({ fieldToAggregate, renameField, outputFieldName }): readonly [string, string] => {
      const path = plainSetting(fieldToAggregate) ?? '';
      const own = renameField === true ? plainSetting(outputFieldName) : undefined;
      return [own ?? path.split('.').at(-1) ?? path, `${list}.map(row, ${at('row', path)})`];
    },
  );
  return named(making, fields);
}

/** A record of computed fields: as values of their own where their names allow it. */
function named(making: Making, fields: readonly (readonly [string, string])[]): Step {
  if (fields.length > 50 || fields.some(([name]) => !SIMPLE.test(name)))
    return computedOne(making, record(fields));
  return single(
    making,
    'data_collection',
    { values: unique(fields.map(([name, value]) => ({ name, value }))) },
    ONE,
  );
}

/** Split Out: the entries of a list field as items. */
export function splitOut(making: Making): Step | null {
  const { parameters } = making.node;
  const paths = names(parameters.fieldToSplitOut);
  const [path] = paths;
  if (path === undefined || paths.length > 1 || isComputed(parameters.fieldToSplitOut)) return null;
  const own =
    plainSetting(
      parameters.destinationFieldName ?? deepField(parameters, 'options', 'destinationFieldName'),
    ) || undefined;
  const name = own ?? path.split('.').at(-1) ?? path;
  const wrapped = record([[name, 'entry']]);
  const others = parameters.include === 'allOtherFields' || parameters.include === 'selectedOtherFields';
  if (parameters.include === 'selectedOtherFields')
    making.note('Only some other fields were passed on. All are now.');
  // n8n wraps entries that are no records in a field of that name
  const entry = (item: string) =>
    others
      ? `merge(${item}, ${wrapped})`
      : own === undefined
        ? `(startsWith(toJson(entry), "{") ? entry : ${wrapped})`
        : wrapped;
  const split = (item: string) => `${at(item, path)}.map(entry, ${entry(item)})`;
  if (making.from.shape.kind === 'list')
    return computedList(making, `flatten(${listOf(making)}.map(row, ${split('row')}))`);
  return computedList(making, split(itemOf(making)));
}

const SUMMARIES: Readonly<
  Record<string, readonly [prefix: string, of: (list: string, row: JsonObject) => string]>
> = {
  count: ['count', (list) => `size(${list})`],
  sum: ['sum', (list) => `sum(${list})`],
  min: ['min', (list) => `min(${list})`],
  max: ['max', (list) => `max(${list})`],
  average: ['average', (list) => `sum(${list}) / size(${list})`],
  append: ['appended', itself],
  countUnique: ['unique_count', (list) => `size(unique(${list}))`],
  concatenate: [
    'concatenated',
    (list, { separateBy, customSeparator }) =>
      `join(${list}, ${quote(plainSetting(separateBy === 'other' ? customSeparator : separateBy) ?? ',')})`,
  ],
};

/** Summarize: figures of a field, for all items or by groups. */
export function summarize(making: Making): Step | null {
  const { parameters } = making.node;
  const rows = deepRows(parameters, 'fieldsToSummarize', 'values');
  const figures = (list: string) =>
    rows.flatMap((row): (readonly [string, string])[] => {
      const field = plainSetting(row.field);
      const summary = known(SUMMARIES, String(row.aggregation ?? 'count'));
      if (field === undefined || field === '' || summary === undefined) return [];
      return [
        [
          `${summary[0]}_${field.replaceAll('.', '_')}`,
          summary[1](`${list}.map(row, ${at('row', field)})`, row),
        ],
      ];
    });
  const list = listOf(making);
  if (rows.length === 0 || figures(list).length < rows.length) return null;
  const groups = names(parameters.fieldsToSplitBy);
  if (groups.length === 0) return named(making, figures(list));
  const keys = groups.map((group): readonly [string, string] => [group, at('part.items[0]', group)]);
  return computedList(
    making,
    `${list}.groupBy(row, ${joinedKey(groups)}).map(part, ${record([...keys, ...figures('part.items')])})`,
  );
}

export function renameKeys(making: Making): Step {
  const keys = deepRows(making.node.parameters, 'keys', 'key').map(
    ({ currentKey, newKey }) => [plainSetting(currentKey) ?? '', plainSetting(newKey) ?? ''] as const,
  );
  const renamed = (item: string) =>
    `merge(omit(${item}, ${literal(keys.map(([from]) => from))}), ${record(keys.map(([from, to]) => [to, access(item, from)]))})`;
  if (making.from.shape.kind !== 'list') return computedOne(making, renamed(itemOf(making)));
  return computedList(making, `${listOf(making)}.map(row, ${renamed('row')})`, making.from.shape.rows);
}

/** Item Lists, which became Split Out, Aggregate, Limit, Remove Duplicates, Sort and Summarize. */
export function itemLists(making: Making): Step | null {
  const operation = String(making.node.parameters.operation ?? 'splitOutItems');
  const now = known(
    {
      splitOutItems: splitOut,
      concatenateItems: aggregate,
      aggregateItems: aggregate,
      limit,
      removeDuplicates,
      sort,
      summarize,
    } as Readonly<Record<string, (making: Making) => Step | null>>,
    operation,
  );
  return now?.(making) ?? null;
}

/** Date & Time of version 2, for one date. */
export function dateTime(making: Making): Step | null {
  const { node, settings, from, each } = making;
  if (node.version < 2) return null;
  const list = from.shape.kind === 'list';
  const made = dateValue(list ? each(row, null) : settings, node.parameters);
  if (made === null) return null;
  const [standard, value] = made;
  const name = plainSetting(node.parameters.outputFieldName) || standard;
  const field = record([[name, value]]);
  const whole =
    deepField(node.parameters, 'options', 'includeInputFields') === true
      ? (item: string) => `merge(${item}, ${field})`
      : () => field;
  if (list)
    return computedList(making, `${from.shape.of('input')}.map(row, ${whole('row')})`, from.shape.rows);
  return computedOne(making, whole(itemOf(making)));
}

const FORMATS: Readonly<Record<string, string>> = {
  'MM/dd/yyyy': 'MM/dd/yyyy',
  'yyyy/MM/dd': 'yyyy/MM/dd',
  'MMMM dd yyyy': 'MMMM dd yyyy',
  'MM-dd-yyyy': 'MM-dd-yyyy',
  'yyyy-MM-dd': 'yyyy-MM-dd',
};

function dateValue(
  settings: Settings,
  parameters: JsonObject,
): readonly [name: string, value: string] | null {
  const operation = String(parameters.operation ?? 'getCurrentDate');
  const zone = quote(settings.scope.zone);
  if (operation === 'getCurrentDate')
    return ['currentDate', parameters.includeTime === false ? `today(${zone})` : 'now()'];
  if (operation === 'addToDate' || operation === 'subtractFromDate') {
    const unit = String(parameters.timeUnit ?? 'days').replace(/s$/, '');
    const sign = operation === 'addToDate' ? '' : '-';
    const amount: Code = settings.value(parameters.duration ?? 0);
    return [
      'newDate',
      `dateAdd(${settings.expression(parameters.magnitude)}, ${sign}(${amount.text}), ${quote(unit)}, ${zone})`,
    ];
  }
  if (operation === 'formatDate') {
    const chosen = String(parameters.format ?? 'MM/dd/yyyy');
    const pattern = chosen === 'custom' ? plainSetting(parameters.customFormat) : known(FORMATS, chosen);
    if (pattern === undefined) return null;
    return [
      'formattedDate',
      settings.js(`DateTime.fromISO(${jsOf(parameters.date)}).toFormat(${JSON.stringify(pattern)})`).text,
    ];
  }
  return null;
}

/** A setting as JavaScript. */
function jsOf(value: JsonValue | undefined): string {
  const only = typeof value === 'string' ? /^=\s*\{\{(.*)\}\}\s*$/s.exec(value)?.[1] : undefined;
  return only === undefined || only.includes('}}') ? JSON.stringify(value ?? '') : `(${only})`;
}

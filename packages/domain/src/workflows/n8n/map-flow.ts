import type { JsonObject, JsonValue } from '../json-value.ts';
import { access, code, known, plain, quote } from './attain-code.ts';
import { BLANK, compared, condition } from './conditions.ts';
import { deepField, deepRows, isComputed, plainNumber, plainSetting, type Settings } from './settings.ts';
import {
  computedList,
  computedOne,
  draft,
  type Exit,
  effect,
  inField,
  itemOf,
  itself,
  leaves,
  listOf,
  type Making,
  ONE,
  passing,
  renamed,
  type Shape,
  type Step,
  single,
} from './step.ts';

const MAX_WAYS = 20;
const row = code('row');

/** IF: Yes and No; of a list, each side with the items that belong there. */
export function ifStep(making: Making): Step {
  const { node, settings, id, from, each } = making;
  if (from.shape.kind === 'list') {
    const check = condition(each(row, null), node.parameters).text;
    return split(
      making,
      [
        ['yes', check],
        ['no', `!(${check})`],
      ],
      'all',
    );
  }
  const decision = draft(making, 'decision', { condition: condition(settings, node.parameters).text });
  const exit = (port: string): Exit => leaves(id, from.shape, port);
  return { nodes: [decision], links: [], entry: id, exits: [exit('yes'), exit('no')], main: id };
}

/** A branch over a list: a path is taken if items belong there, and gets those. */
function split(
  making: Making,
  ways: readonly (readonly [name: string, check: string])[],
  take: string,
): Step {
  const { id, from, node } = making;
  const list = from.shape.of('input');
  const branch = draft(making, 'branch', {
    take,
    ways: ways.map(([name, check]) => ({ name, when: `${list}.exists(row, ${check})` })),
  });
  const items = ways.map(([name, check], at) =>
    draft(
      making,
      'data_collection',
      { values: [{ name: 'items', value: `${list}.filter(row, ${check})` }] },
      { id: `${id}__${name}`, title: `${node.name}: ${name}`, row: at + 1 },
    ),
  );
  return {
    nodes: [branch, ...items],
    links: ways.map(([name], at) => [`${id}.${name}`, `${items[at]?.id ?? ''}.in`] as const),
    entry: id,
    exits: items.map((one) => leaves(one.id, inField('list', 'items', one.id))),
    main: id,
  };
}

interface Way {
  readonly label: string;
  readonly check: (settings: Settings) => string;
}

/** Switch: a path for each rule, and one for the rest. */
export function switchStep(making: Making): Step | null {
  const { node, id, from, settings } = making;
  const ways =
    node.parameters.mode === 'expression'
      ? byNumber(node.parameters, node.version)
      : rulesOf(node.parameters, node.version);
  if (ways === null || ways.length === 0 || ways.length > MAX_WAYS) return null;
  const named = ways.map((way, at): readonly [string, Way] => [wayName(way.label, at, ways), way]);
  const all = deepField(node.parameters, 'options', 'allMatchingOutputs') === true;
  const other = node.parameters.fallbackOutput ?? deepField(node.parameters, 'options', 'fallbackOutput');
  if (typeof other === 'number' && other >= 0)
    making.note(`Connect the rest with what follows output ${other}, as in n8n.`);
  const order = deepRows(node.parameters, 'rules', 'rules').map((rule) => plainNumber(rule.output) ?? 0);
  if (node.version < 2 && order.some((output, at) => output < (order[at - 1] ?? 0)))
    making.note('Check the order of its paths: n8n takes the first rule that matches.');
  if (from.shape.kind === 'list') {
    const row_ = making.each(row, null);
    const checks = named.map(([name, way]) => [name, way.check(row_)] as const);
    const firsts = checks.map(([name, check], at): readonly [string, string] => [
      name,
      all || at === 0
        ? check
        : `${checks
            .slice(0, at)
            .map(([, one]) => `!(${one})`)
            .join(' && ')} && (${check})`,
    ]);
    const rest: readonly [string, string] = ['rest', checks.map(([, one]) => `!(${one})`).join(' && ')];
    return firsts.length < MAX_WAYS ? split(making, [...firsts, rest], 'all') : null;
  }
  const config = {
    take: all ? 'all' : 'first',
    ways: named.map(([name, way]) => ({ name, when: way.check(settings) })),
  };
  const exits = [...named.map(([name]) => leaves(id, from.shape, name)), leaves(id, from.shape, 'otherwise')];
  return { nodes: [draft(making, 'branch', config)], links: [], entry: id, exits, main: id };
}

function rulesOf(parameters: JsonObject, version: number): readonly Way[] | null {
  const kind = String(parameters.dataType ?? 'number');
  const check = (rule: JsonObject) => (settings: Settings) =>
    plain(
      compared(settings, kind, String(rule.operation ?? (kind === 'number' ? 'smaller' : 'equal')), [
        parameters.value1 ?? known(BLANK, kind),
        rule.value2 ?? known(BLANK, kind),
      ]),
    ).text;
  if (version >= 3)
    return deepRows(parameters, 'rules', 'values').map((rule) => ({
      label: plainSetting(rule.outputKey) ?? '',
      check: (settings) => condition(settings, rule).text,
    }));
  const rules = deepRows(parameters, 'rules', 'rules');
  if (version >= 2)
    return rules.map((rule) => ({ label: plainSetting(rule.outputKey) ?? '', check: check(rule) }));
  const last = Math.max(3, ...rules.map(({ output }) => plainNumber(output) ?? 0));
  if (last >= MAX_WAYS) return null;
  return Array.from({ length: last + 1 }, (_, output) => {
    const own = rules.filter((rule) => (plainNumber(rule.output) ?? 0) === output);
    return {
      label: '',
      check: (settings: Settings) =>
        own.length === 0 ? 'false' : own.map((rule) => `(${check(rule)(settings)})`).join(' || '),
    };
  });
}

function byNumber(parameters: JsonObject, version: number): readonly Way[] | null {
  const given = version >= 3 ? parameters.numberOutputs : version >= 2 ? parameters.outputsAmount : 4;
  const count = plainNumber(given ?? 4);
  const output = parameters.output;
  if (output === undefined || count === undefined || count > MAX_WAYS || count < 1) return null;
  return Array.from({ length: count }, (_, at) => ({
    label: '',
    check: (settings: Settings) =>
      `${plain(settings.value(output)).text.replace(/^(.* \? .*)$/s, '($1)')} == ${at}`,
  }));
}

function wayName(label: string, at: number, ways: readonly Way[]): string {
  const made = label
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')
    .slice(0, 36);
  const name = made.charAt(0).toLowerCase() + made.slice(1);
  const usable =
    /^[a-z][a-zA-Z0-9]*$/.test(name) && name !== 'otherwise' && name !== 'error' && name !== 'rest';
  const isAgain = ways.findIndex((way) => way.label === label) < at;
  return usable && !isAgain ? name : `way${at + 1}`;
}

/** A step that does nothing: a Merge with one connection passes its input on. */
export function noOp(making: Making): Step {
  return passing(making, 'merge', {});
}

const SECONDS: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 };

export function wait(making: Making): Step | null {
  const { node, settings, note } = making;
  const { parameters, version } = node;
  const resume = String(parameters.resume ?? 'timeInterval');
  if (resume === 'timeInterval') {
    const unit = known(SECONDS, String(parameters.unit ?? (version < 1.1 ? 'hours' : 'seconds')));
    if (unit === undefined) return null;
    const amount = parameters.amount ?? (version < 1.1 ? 1 : 5);
    const fixed = plainNumber(amount);
    if (fixed !== undefined)
      return passing(making, 'wait', { mode: 'duration', seconds: Math.max(1, Math.round(fixed * unit)) });
    const seconds = unit === 1 ? settings.expression(amount) : `(${settings.expression(amount)}) * ${unit}`;
    return passing(making, 'wait', { mode: 'duration', secondsFrom: seconds });
  }
  if (resume === 'specificTime') {
    const fixed = plainSetting(parameters.dateTime);
    const zone = quote(settings.scope.zone);
    const match =
      fixed === undefined ? null : /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?$/.exec(fixed);
    const until =
      match === null
        ? settings.expression(parameters.dateTime)
        : `dateTime(${quote(match[1] ?? '')}, ${quote(match[2] ?? '')}, ${zone})`;
    return passing(making, 'wait', { mode: 'until', until });
  }
  if (resume !== 'webhook') return null;
  note(
    'n8n waits for a call of $execution.resumeUrl. Here the run waits for the signal “resume”; send it through the API.',
  );
  return passing(making, 'wait', { mode: 'signal', signal: 'resume' });
}

/** Stop and Error: a step whose formula can't be a number fails with the text in its message. */
export function stopAndError(making: Making): Step {
  const { node, settings } = making;
  const { errorMessage, errorObject, message: text } = node.parameters;
  const message =
    node.parameters.errorType === 'errorObject'
      ? `{{ toJson(${settings.json(errorObject).text}) }}`
      : settings.template(errorMessage ?? text ?? 'Stopped');
  const step = draft(making, 'fail', { message });
  return { nodes: [step], links: [], entry: step.id, exits: [null], main: step.id };
}

/** Loop Over Items (Split In Batches). Its connections back are made by the caller. */
export function loop(making: Making): Step {
  const { node, id, from, note } = making;
  const size =
    plainNumber(node.parameters.batchSize) ??
    (node.version < 3 && node.parameters.batchSize === undefined ? 10 : 1);
  if (isComputed(node.parameters.batchSize)) note('The batch size was computed. Set it by hand.');
  if (deepField(node.parameters, 'options', 'reset') !== undefined)
    note('“Reset” has no equivalent: the loop takes its list once.');
  const over = from.shape.kind === 'unknown' ? 'input' : listOf(making);
  if (from.shape.kind === 'unknown') note('Enter the list that the loop goes through.');
  const batch = Math.min(10_000, Math.max(1, Math.round(size)));
  const inside: Shape = batch === 1 ? ONE : { kind: 'list', of: itself, rows: `${id} batch` };
  const turn: Exit = { node: id, port: 'each', base: 'loop.item', shape: inside };
  const done = leaves(id, { kind: 'list', of: itself, rows: `${id} done` }, 'done');
  return {
    nodes: [draft(making, 'loop', { over, limit: 10_000, batch })],
    links: [],
    entry: id,
    exits: node.version >= 3 ? [done, turn] : [turn, done],
    main: id,
  };
}

/** The list that a loop returns, from the shapes of the steps that lead back to it. */
export function collected(back: readonly Exit[]): Shape {
  const [first] = back;
  const inner = first && renamed(first.shape, 'row');
  if (
    first === undefined ||
    inner === undefined ||
    back.some(({ shape }) => shape.kind !== first.shape.kind || renamed(shape, 'row') !== inner)
  )
    return { kind: 'unknown', of: itself, why: 'the steps that end the loop return different things' };
  if (first.shape.kind === 'unknown') return first.shape;
  const of = (base: string) => {
    const rows = inner === 'row' ? base : `${base}.map(row, ${inner})`;
    return first.shape.kind === 'list' ? `flatten(${rows})` : rows;
  };
  // what is not in the value that came back can't be collected
  if (inner !== 'row' && !inner.includes('row'))
    return { kind: 'unknown', of: itself, why: 'the loop returns what its last step returns' };
  return { kind: 'list', of, rows: `${first.node} back` };
}

/** Respond to Webhook. */
export function respond(making: Making): Step | null {
  const { node, settings, from, note } = making;
  const { parameters } = node;
  const how = String(parameters.respondWith ?? 'firstIncomingItem');
  const body = responseBody(making, how);
  if (body === null) return null;
  const code_ = deepField(parameters, 'options', 'responseCode');
  const status = plainNumber(code_) ?? (how === 'redirect' ? 307 : 200);
  if (isComputed(code_)) note('The status was computed. Set it by hand.');
  const headers = deepRows(parameters, 'options', 'responseHeaders', 'entries').flatMap(({ name, value }) => {
    const own = plainSetting(name);
    return own === undefined || own === '' ? [] : [{ name: own, value: settings.expression(value) }];
  });
  const location =
    how === 'redirect' ? [{ name: 'location', value: settings.expression(parameters.redirectURL) }] : [];
  const config = {
    status: Math.min(599, Math.max(200, status)),
    headers: [...headers, ...location],
    ...(body === '' ? {} : { body }),
  };
  // n8n passes on what arrived; here it is read from the step before
  const shape: Shape = { ...from.shape, of: () => from.shape.of(from.base) };
  return single(making, 'respond', config, shape);
}

function responseBody(making: Making, how: string): string | null {
  const { node, settings, from } = making;
  switch (how) {
    case 'firstIncomingItem':
      return itemOf(making);
    case 'allIncomingItems':
      return from.shape.kind === 'one' ? `[${from.shape.of('input')}]` : listOf(making);
    case 'json':
      return settings.json(node.parameters.responseBody ?? '{}').text;
    case 'text':
      return settings.expression(node.parameters.responseBody ?? '');
    case 'noData':
    case 'redirect':
      return '""';
    default:
      return null;
  }
}

/** Execute Workflow: a Sub-workflow; which one is chosen by hand. */
export function executeWorkflow(making: Making): Step | null {
  const { node, note, from } = making;
  const { parameters } = node;
  if (parameters.source !== undefined && parameters.source !== 'database') return null;
  const id = parameters.workflowId;
  const name =
    plainSetting(deepField(id, 'cachedResultName')) ?? plainSetting(deepField(id, 'value') ?? id) ?? '';
  note(
    name === ''
      ? 'Choose the workflow that it runs.'
      : `Choose the workflow that it runs; in n8n: ${name.slice(0, 80)}.`,
  );
  if (node.tries !== null) note('It was tried again after a failure. Here it is not.');
  if (deepField(parameters, 'options', 'waitForSubWorkflow') === false)
    note('n8n did not wait for it; here the step waits for the result.');
  const given = deepField(parameters, 'workflowInputs', 'value');
  const all = parameters.mode !== 'each' && from.shape.kind === 'list' && given === undefined;
  const shape: Shape = { kind: 'maybe', of: itself, origin: node.name };
  if (all) return single(making, 'sub_workflow', { workflow: '', input: from.shape.of('input') }, shape);
  return effect(making, (settings) => ({
    type: 'sub_workflow',
    config: {
      workflow: '',
      input: given === undefined ? settings.js('$json').text : settings.value(given).text,
    },
    shape,
    pin: (items: readonly JsonValue[]) => (items.length === 1 ? (items[0] ?? null) : items),
  }));
}

/** Merge: several inputs become one value. `none` of them is passed on when only one of them can arrive. */
export function merge(making: Making, isExclusive: boolean): Step | null {
  const { node, id, inputs, note } = making;
  const arrived = inputs.filter((exits) => exits.length > 0);
  if (arrived.length < 2 || isExclusive) return passing(making, 'merge', { wait: 'all' });
  if (inputs.some((exits) => exits.length > 1) || arrived.some(([one]) => one?.shape.kind === 'unknown'))
    return null;
  const [a, b] = inputs.map(([exit]) => exit);
  const joint = draft(making, 'merge', { wait: 'all' });
  const mode = mergeMode(node.parameters, node.version);
  if (mode === 'choose') {
    const { useDataOfInput, output } = node.parameters;
    const given = String(useDataOfInput ?? output ?? 1).replace(/^input/, '');
    if (node.parameters.mode === 'wait' || !/^\d{1,2}$/.test(given)) return null;
    const chosen = inputs[Number(given) - 1]?.[0];
    const shape: Shape | undefined = chosen && { ...chosen.shape, of: () => chosen.shape.of(chosen.base) };
    return shape ? { nodes: [joint], links: [], entry: id, exits: [leaves(id, shape)], main: id } : null;
  }
  if (mode === null || (mode !== 'append' && inputs.length > 2)) return null;
  note('All inputs must arrive. If one may be missing, use Merge with “any”.');
  if (arrived.some(([one]) => one?.shape.kind === 'maybe'))
    note('It joins the answer of a call. Check whether that is one item or a list.');
  const made =
    mode === 'append'
      ? appended(making, arrived)
      : a && b
        ? combined({ ...making, id: `${id}__data` }, [a, b], mode)
        : null;
  if (made === null) return null;
  const data = made.nodes.map((one) => ({ ...one, id: `${id}__data`, title: `${node.name}: data`, row: 1 }));
  const shape = made.exits[0]?.shape ?? ONE;
  return {
    nodes: [joint, ...data],
    links: [[`${id}.out`, `${id}__data.in`]],
    entry: id,
    exits: [leaves(`${id}__data`, shape)],
    main: `${id}__data`,
  };
}

type MergeMode = 'append' | 'choose' | 'position' | 'all' | 'fields' | null;

function mergeMode(parameters: JsonObject, version: number): MergeMode {
  const mode = String(parameters.mode ?? 'append');
  if (mode === 'append') return 'append';
  if (mode === 'chooseBranch' || mode === 'passThrough' || mode === 'wait') return 'choose';
  const by =
    mode === 'combine'
      ? String(
          parameters.combineBy ??
            parameters.combinationMode ??
            (version >= 3 ? 'combineByFields' : 'mergeByFields'),
        )
      : mode;
  if (by === 'combineByPosition' || by === 'mergeByPosition' || by === 'mergeByIndex') return 'position';
  if (by === 'combineAll' || by === 'multiplex') return 'all';
  if (by === 'combineByFields' || by === 'mergeByFields' || by === 'mergeByKey') return 'fields';
  return null;
}

const listFrom = ({ shape, base }: Exit) => (shape.kind === 'one' ? `[${shape.of(base)}]` : shape.of(base));

function appended(making: Making, arrived: readonly (readonly Exit[])[]): Step {
  return computedList(making, arrived.flatMap((exits) => exits.map(listFrom)).join(' + '));
}

function combined(making: Making, [a, b]: readonly [Exit, Exit], mode: MergeMode): Step | null {
  const both = a.shape.kind !== 'list' && b.shape.kind !== 'list';
  const [x, y] = [listFrom(a), listFrom(b)];
  const { parameters } = making.node;
  const clash = deepField(parameters, 'options', 'clashHandling');
  if (clash !== undefined && JSON.stringify(clash) !== '{}')
    making.note('Fields of the same name: the last input counts. Check it.');
  if (mode === 'position') {
    const join = String(parameters.mode === 'mergeByIndex' ? (parameters.join ?? 'left') : 'inner');
    const isPaired = deepField(parameters, 'options', 'includeUnpaired') !== true;
    if (!isPaired || (join !== 'inner' && join !== 'left')) return null;
    if (both) return computedOne(making, `merge(${a.shape.of(a.base)}, ${b.shape.of(b.base)})`);
    if (join === 'left')
      return computedList(
        making,
        `range(0, size(${x})).map(at, at < size(${y}) ? merge(${x}[at], ${y}[at]) : ${x}[at])`,
      );
    return computedList(making, `range(0, min(size(${x}), size(${y}))).map(at, merge(${x}[at], ${y}[at]))`);
  }
  if (mode === 'all')
    return computedList(making, `flatten(${x}.map(one, ${y}.map(other, merge(one, other))))`);
  return byFields(making, x, y);
}

function byFields(making: Making, x: string, y: string): Step | null {
  const { parameters } = making.node;
  const keys = fieldPairs(parameters);
  // a path of fields is compared by its end in n8n
  if (keys.length === 0 || keys.flat().some((key) => /[.[]/.test(key))) return null;
  if (deepField(parameters, 'options', 'fuzzyCompare') === true)
    making.note('n8n compared the fields loosely. Check their types.');
  const match = keys.map(([one, other]) => `${access('other', other)} == ${access('one', one)}`).join(' && ');
  const there = `${y}.exists(other, ${match})`;
  const joint = `merge(one, ${y}.find(other, ${match}))`;
  const join =
    parameters.mode === 'mergeByKey' ? 'enrichInput1' : String(parameters.joinMode ?? 'keepMatches');
  const isFirst = parameters.outputDataFrom === 'input1';
  making.note('Entries with several partners are joined with the first.');
  if (join === 'keepMatches' && isFirst) return computedList(making, `${x}.filter(one, ${there})`);
  if (join === 'keepMatches' && parameters.outputDataFrom === 'input2') return null;
  if (join === 'keepMatches') return computedList(making, `${x}.filter(one, ${there}).map(one, ${joint})`);
  if (join === 'enrichInput1') return computedList(making, `${x}.map(one, ${there} ? ${joint} : one)`);
  if (join === 'keepNonMatches' && isFirst) return computedList(making, `${x}.filter(one, !${there})`);
  return null;
}

function fieldPairs(parameters: JsonObject): readonly (readonly [string, string])[] {
  const simple = plainSetting(parameters.fieldsToMatchString);
  if (simple !== undefined && simple !== '')
    return simple.split(',').map((one) => [one.trim(), one.trim()] as const);
  const old = [plainSetting(parameters.propertyName1), plainSetting(parameters.propertyName2)] as const;
  if (old[0] && old[1]) return [[old[0], old[1]]];
  return deepRows(parameters, 'mergeByFields', 'values').flatMap(({ field1, field2 }) => {
    const pair = [plainSetting(field1), plainSetting(field2)] as const;
    return pair[0] && pair[1] ? [[pair[0], pair[1]] as const] : [];
  });
}

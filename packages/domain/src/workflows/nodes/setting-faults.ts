import type { Problem } from '../../base/result.ts';
import { nodesNamed } from '../expressions/nodes-named.ts';
import { parseExpression } from '../expressions/parse-expression.ts';
import { isObject, type JsonObject, type JsonValue, ownField } from '../json-value.ts';

/** What a schema cannot say: settings that need, or exclude, each other (WF-5). */
export function settingFaults(type: string, config: JsonObject): readonly Problem[] {
  if (type === 'wait') return waitFaults(config);
  if (type === 'loop') return loopFaults(config);
  if (type === 'branch') return branchFaults(config);
  if (planned.includes(type)) return planFaults(config);
  if (type === 'read_workspace') return readFaults(config);
  if (type === 'storage') return objectFaults(config);
  if (type === 'api_call') return [...headerFaults(config), ...callFaults(config)];
  return optionFaults(config);
}

const planned = ['calculate_pay', 'simulate_plan', 'create_suggestion'];

function planFaults(config: JsonObject): readonly Problem[] {
  const chosen = typeof config.plan === 'string' && config.plan !== '';
  const said = chosen || config.planFrom !== undefined;
  return said ? [] : [fault('plan', 'Choose the plan, or enter an expression for it.')];
}

function readFaults(config: JsonObject): readonly Problem[] {
  const missing = config.what === 'measures' && config.calculation === undefined;
  return missing ? [fault('calculation', 'Enter the ID of a calculation.')] : [];
}

function objectFaults({ action, key, body }: JsonObject): readonly Problem[] {
  const needsKey = action !== 'list' && (typeof key !== 'string' || key.trim() === '');
  return [
    ...(needsKey ? [fault('key', 'Enter the key.')] : []),
    ...(action === 'write' && body === undefined ? [fault('body', 'Enter the content.')] : []),
  ];
}

/** Headers that say whom a call is for and where it ends: they follow from the call, and no setting may tell otherwise. */
export const OWN_HEADERS: readonly string[] = [
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'idempotency-key',
];

function headerFaults(config: JsonObject): readonly Problem[] {
  const names = listed(config.headers).map((row) => String(ownField(row, 'name')).toLowerCase());
  return names.flatMap((name, at) => {
    const path = `headers[${at}].name`;
    if (OWN_HEADERS.includes(name)) return [fault(path, `Attain sets ${name} itself. Remove it.`)];
    return names.indexOf(name) < at ? [fault(path, `There is already a header called "${name}".`)] : [];
  });
}

/** Settings of a call that exclude each other, and expressions about its answers (WF-94, WF-96). */
function callFaults(config: JsonObject): readonly Problem[] {
  const { method, bodyFormat, responseFormat, paging } = config;
  const faults = ['nextPage', 'items'].flatMap((field) => answerFaults(field, config[field]));
  const names = listed(config.headers).map((row) => String(ownField(row, 'name')).toLowerCase());
  if ((bodyFormat === 'form' || bodyFormat === 'multipart') && names.includes('content-type'))
    faults.push(fault('headers', 'Attain sets content-type for forms. Remove the header.'));
  if (paging === 'none' || paging === undefined) return faults;
  if (method !== 'GET') faults.push(fault('paging', 'Only GET reads several pages. Choose “none”.'));
  if (responseFormat === 'file') faults.push(fault('paging', 'Pages can’t be kept as files.'));
  if (paging === 'cursor' && !config.nextPage)
    faults.push(fault('nextPage', 'Enter the cursor of the next page, such as body.cursor.'));
  return faults;
}

function answerFaults(field: string, text: JsonValue | undefined): Problem[] {
  if (typeof text !== 'string' || text === '') return [];
  const parsed = parseExpression(text);
  if (!parsed.ok) return parsed.problems.map((problem) => ({ ...problem, path: `config.${field}` }));
  if (nodesNamed({ format: 'expression', text }).length === 0) return [];
  return [fault(field, 'This expression knows only status, headers, body and page.')];
}

function waitFaults(config: JsonObject): readonly Problem[] {
  const needed = { duration: 'seconds', until: 'until', signal: 'signal' }[String(config.mode)] ?? 'mode';
  return config[needed] === undefined && config[`${needed}From`] === undefined
    ? [fault(needed, `To wait for a ${config.mode}, enter ${needed}.`)]
    : [];
}

function loopFaults(config: JsonObject): readonly Problem[] {
  const said = ['over', 'while'].filter((key) => config[key] !== undefined);
  if (said.length !== 1) return [fault('over', 'Enter either a list or a condition for the loop.')];
  return ['batch', 'atOnce'].flatMap((key) =>
    config.while !== undefined && config[key] !== 1 && config[key] !== undefined
      ? [fault(key, 'Only a loop over a list has this. Enter 1.')]
      : [],
  );
}

function branchFaults(config: JsonObject): readonly Problem[] {
  const names = listed(config.ways).map((way) => ownField(way, 'name'));
  return names.flatMap((name, at) => {
    const path = `ways[${at}].name`;
    if (name === 'otherwise' || name === 'error')
      return [fault(path, `"${name}" is reserved. Choose another name.`)];
    return names.indexOf(name) < at ? [fault(path, `There is already a path called "${name}".`)] : [];
  });
}

function optionFaults(config: JsonObject): readonly Problem[] {
  return ['form', 'fields'].flatMap((list) => {
    const rows = listed(config[list]);
    const names = rows.map((row) => ownField(row, 'name'));
    return rows.flatMap((row, at) => {
      const options = ownField(row, 'options');
      const bare = ownField(row, 'type') === 'choice' && !(Array.isArray(options) && options.length > 0);
      const again = names.indexOf(names[at]) < at;
      return [
        ...(bare ? [fault(`${list}[${at}].options`, 'Add options to the choice.')] : []),
        ...(again ? [fault(`${list}[${at}].name`, `There is already a field called "${names[at]}".`)] : []),
      ];
    });
  });
}

function listed(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function fault(path: string, message: string): Problem {
  return { rule: 'WF-5', path: `config.${path}`, message };
}

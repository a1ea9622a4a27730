import type { JsonObject, JsonValue } from '../json-value.ts';
import { OWN_HEADERS } from '../nodes/setting-faults.ts';
import { HIDDEN } from '../steps/sent-values.ts';
import { plain, quote, record } from './attain-code.ts';
import {
  deepField,
  deepRows,
  isComputed,
  plainNumber,
  plainSetting,
  plainText,
  type Settings,
  settingParts,
} from './settings.ts';
import { type Effect, effect, itself, type Making, ONE, type Shape, type Step } from './step.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const WITH_BODY = ['POST', 'PUT', 'PATCH'];

/** HTTP Request, of all versions. */
export function httpRequest(making: Making): Step | null {
  const { node } = making;
  const { parameters } = node;
  const method = plainSetting(parameters.method ?? parameters.requestMethod ?? 'GET');
  if (method === undefined || !METHODS.includes(method)) return null;
  notes(making);
  return effect(making, (settings) => {
    const headers = headersOf(making, settings);
    const body = WITH_BODY.includes(method) ? bodyOf(making, settings) : {};
    const form = body.bodyFormat === 'form' || body.bodyFormat === 'multipart';
    return {
      type: 'api_call',
      config: {
        method,
        url: address(making, settings),
        headers: form ? headers.filter(({ name }) => name.toLowerCase() !== 'content-type') : headers,
        ...body,
        ...attempts(making),
        ...responseFormat(parameters),
      },
      ...answer(making),
    };
  });
}

/** Timeout and retries; n8n's own tries count the first one. */
function attempts({ node }: Making): JsonObject {
  const timeout = plainNumber(deepField(node.parameters, 'options', 'timeout'));
  return {
    retries: node.tries === null ? 0 : Math.min(10, Math.max(0, node.tries - 1)),
    ...(node.waitMs === null ? {} : { backoffSeconds: Math.min(3_600, Math.ceil(node.waitMs / 1_000)) }),
    ...(timeout === undefined
      ? {}
      : { timeoutSeconds: Math.min(3_600, Math.max(1, Math.ceil(timeout / 1_000))) }),
  };
}

function notes({ node: { parameters, credentials }, note, connection }: Making): void {
  const signsIn = parameters.authentication !== undefined && parameters.authentication !== 'none';
  if (signsIn || credentials.length > 0) {
    const [first] = credentials;
    const type =
      first?.[0] ?? plainSetting(parameters.nodeCredentialType ?? parameters.genericAuthType) ?? 'the call';
    connection(`HTTP: ${first?.[1] || type}`);
    note('Choose its credential: connections are not part of the file.');
  }
  const pages =
    deepField(parameters, 'options', 'pagination', 'pagination', 'paginationMode') ??
    deepField(parameters, 'options', 'pagination', 'paginationMode');
  if (typeof pages === 'string' && pages !== 'off') note('It read several pages. Set “Pages” by hand.');
  if (deepField(parameters, 'options', 'proxy') !== undefined) note('A proxy has no equivalent.');
  if (parameters.contentType === 'binaryData' || parameters.sendBinaryData === true)
    note('It sent a file. Choose the stored file as its body.');
}

function responseFormat(parameters: JsonObject): JsonObject {
  const format =
    deepField(parameters, 'options', 'response', 'response', 'responseFormat') ?? parameters.responseFormat;
  if (format === 'file') return { responseFormat: 'file' };
  return format === 'text' || format === 'string' ? { responseFormat: 'text' } : {};
}

function answer({ node }: Making): { shape: Shape; pin: Effect['pin'] } {
  const { parameters } = node;
  const isFull =
    deepField(parameters, 'options', 'response', 'response', 'fullResponse') === true ||
    deepField(parameters, 'options', 'fullResponse') === true;
  const status = (body: JsonValue) => ({ status: 200, headers: {}, body });
  if (isFull) return { shape: { ...ONE, alias: { statusCode: 'status' } }, pin: undefined };
  if (responseFormat(parameters).responseFormat === 'text')
    return { shape: { ...ONE, alias: { data: 'body' } }, pin: undefined };
  return {
    shape: { kind: 'maybe', of: (base) => `${base}.body`, origin: node.name },
    pin: (items) => status(items.length === 1 ? (items[0] ?? null) : items),
  };
}

interface Named {
  readonly name: string;
  readonly value: JsonValue | undefined;
}

function rowsOf(parameters: JsonObject, now: string, old: string): readonly Named[] {
  const rows = [
    ...deepRows(parameters, now, 'parameters'),
    ...deepRows(parameters, now, 'parameter'),
    ...deepRows(parameters, old, 'parameter'),
  ];
  return rows.flatMap(({ name, value, parameterType }) => {
    const text = plainSetting(name)?.trim();
    return text === undefined || text === '' || parameterType === 'formBinaryData'
      ? []
      : [{ name: text, value }];
  });
}

/** Fields that are given as JSON. */
function jsonRows(settings: Settings, value: JsonValue | undefined): readonly Named[] | null {
  if (value === undefined || value === '') return [];
  if (typeof value !== 'string' || isComputed(value)) return null;
  try {
    const read = JSON.parse(value.replace(/^=/, '')) as JsonValue;
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return null;
    return Object.entries(read).map(([name, one]) => ({ name, value: one as JsonValue }));
  } catch {
    settings.scope.note('Fields given as JSON can’t be read. Enter them again.');
    return [];
  }
}

function headersOf(
  making: Making,
  settings: Settings,
): readonly { readonly name: string; readonly value: string }[] {
  const { node, note } = making;
  const { parameters } = node;
  const asJson = jsonRows(settings, parameters.jsonHeaders ?? parameters.headerParametersJson);
  if (asJson === null) note('Headers were computed as one record. Enter them one by one.');
  const seen = new Set<string>();
  const sends = parameters.sendHeaders !== false;
  return [
    ...(sends ? rowsOf(parameters, 'headerParameters', 'headerParametersUi') : []),
    ...(asJson ?? []),
  ].flatMap((row) => {
    const lower = row.name.toLowerCase();
    if (seen.has(lower) || OWN_HEADERS.includes(lower)) return [];
    seen.add(lower);
    if (row.value === HIDDEN) return [];
    if (/^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/.test(row.name))
      return [{ name: row.name, value: settings.expression(row.value) }];
    note(`The header ${row.name.slice(0, 60)} has a name that isn’t allowed.`);
    return [];
  });
}

function address(making: Making, settings: Settings): string {
  const { parameters } = making.node;
  const url = parameters.url ?? '';
  const asJson = jsonRows(settings, parameters.jsonQuery ?? parameters.queryParametersJson);
  if (asJson === null) making.note('Query parameters were computed as one record. Add them to the URL.');
  const sends = parameters.sendQuery !== false;
  const query = [
    ...(sends ? rowsOf(parameters, 'queryParameters', 'queryParametersUi') : []),
    ...(asJson ?? []),
  ]
    .filter(({ value }) => value !== HIDDEN)
    .map(({ name, value }) => `${encodeURIComponent(name)}=${queryValue(settings, value)}`);
  const base = settings.template(url);
  if (query.length === 0) return base;
  const parts = typeof url === 'string' ? (settingParts(url) ?? [url]) : [];
  const hasQuery = parts.some((part) => typeof part === 'string' && part.includes('?'));
  if (parts.length > 0 && parts.every((part) => typeof part !== 'string' || part.trim() === ''))
    making.note('Its address is computed. Check that it has no query of its own.');
  return `${base}${hasQuery ? '&' : '?'}${query.join('&')}`;
}

function queryValue(settings: Settings, value: JsonValue | undefined): string {
  const text = plainSetting(value);
  if (text !== undefined) return plainText(encodeURIComponent(text));
  return `{{ urlEncode(string(${settings.expression(value)})) }}`;
}

function bodyOf({ node, note }: Making, settings: Settings): JsonObject {
  const { parameters } = node;
  if (parameters.sendBody === false) return {};
  const type = String(parameters.contentType ?? parameters.bodyContentType ?? 'json');
  const rows = rowsOf(parameters, 'bodyParameters', 'bodyParametersUi');
  const fields = () => record(rows.map((row) => [row.name, settings.expression(row.value)]));
  if (type === 'form-urlencoded' || type === 'multipart-form-data') {
    if (
      deepRows(parameters, 'bodyParameters', 'parameters').some(
        ({ parameterType }) => parameterType === 'formBinaryData',
      )
    )
      note('It sent files. Add stored files to its body.');
    const body = parameters.specifyBody === 'string' ? settings.expression(parameters.body) : fields();
    return { bodyFormat: type === 'form-urlencoded' ? 'form' : 'multipart', body };
  }
  if (type === 'raw') return { bodyFormat: 'text', body: settings.expression(parameters.body ?? '') };
  const json = parameters.jsonBody ?? parameters.bodyParametersJson;
  if (json !== undefined && rows.length === 0)
    return { bodyFormat: 'json', body: plain(settings.json(json)).text };
  return rows.length === 0 ? {} : { bodyFormat: 'json', body: fields() };
}

/** Databases: one statement, or an operation on a table. */
export function database(making: Making): Step | null {
  const { node, connection, note } = making;
  const { parameters } = node;
  const operation = String(parameters.operation ?? 'insert');
  // names are quoted as PostgreSQL quotes them
  if (node.kind !== 'postgres' && operation !== 'executeQuery') return null;
  const built =
    operation === 'executeQuery'
      ? (settings: Settings) => statement(making, settings)
      : tableOperation(making, operation);
  if (built === null || (operation === 'executeQuery' && !isOneStatement(parameters.query))) return null;
  connection(`Database: ${node.credentials[0]?.[1] || node.kind}`);
  note('Choose its database: connections are not part of the file.');
  return effect(making, (settings) => {
    const made = built(settings);
    return { ...made, config: { ...made.config, ...attempts(making) } };
  });
}

const READS = /^\s*(?:select|with|show|explain)\b/i;
const WRITES = /^\s*(?:insert|update|delete|merge)\b/i;

/** A statement that is written in the workflow, one only, which reads or changes rows. */
function isOneStatement(query: JsonValue | undefined): boolean {
  if (typeof query !== 'string') return false;
  const text = (settingParts(query) ?? [query])
    .map((part) => (typeof part === 'string' ? part : 'x'))
    .join('');
  return (READS.test(text) || WRITES.test(text)) && !/;\s*\S/.test(text);
}

function statement({ node, note }: Making, settings: Settings): Effect {
  const { parameters } = node;
  const query = String(parameters.query);
  const given: { name: string; value: string }[] = [];
  const add = (value: string) => {
    given.push({ name: `p${given.length + 1}`, value });
    return `:p${given.length}`;
  };
  let sql = (settingParts(query) ?? [query])
    .map((part) => (typeof part === 'string' ? part : `\uE000${add(plain(settings.js(part.js)).text)}\uE000`))
    .join('')
    // a value is no part of a text: 'x' becomes :p1, and '%x%' a text that is joined
    .replace(
      /'([^'\uE000]*)\uE000(:p\d+)\uE000([^'\uE000]*)'/g,
      (_, before: string, name: string, after: string) => {
        const at = given.find((one) => `:${one.name}` === name);
        if (at && before + after !== '')
          at.value = `concat(${[before && quote(before), at.value, after && quote(after)].filter(Boolean).join(', ')})`;
        return name;
      },
    );
  if (given.length > 0)
    note('Values became parameters of the statement. Check that none of them was a name or a piece of SQL.');
  sql = sql.replaceAll('\uE000', '');
  const numbered = replacements(
    settings,
    deepField(parameters, 'options', 'queryReplacement') ??
      parameters.queryReplacement ??
      deepField(parameters, 'additionalFields', 'queryParams'),
  );
  sql = sql.replace(/\$(\d+)/g, (all, number: string) => {
    const value = numbered[Number(number) - 1];
    return value === undefined ? all : add(value);
  });
  return databaseEffect(sql.trim().replace(/;$/, ''), given);
}

function replacements(settings: Settings, value: JsonValue | undefined): readonly string[] {
  if (typeof value !== 'string') return [];
  const whole = /^=\s*\{\{\s*\[([\s\S]*)\]\s*\}\}\s*$/.exec(value)?.[1];
  if (whole !== undefined) return whole.split(',').map((one) => plain(settings.js(one)).text);
  const given = [''];
  for (const part of settingParts(value) ?? [value]) {
    const [first = '', ...more] = typeof part === 'string' ? part.split(',') : [`{{${part.js}}}`];
    given[given.length - 1] += first;
    given.push(...more);
  }
  return given.map((one) => settings.expression(`=${one.trim()}`));
}

function databaseEffect(
  sql: string,
  parameters: readonly { readonly name: string; readonly value: string }[],
): Effect {
  if (READS.test(sql)) {
    return {
      type: 'database_read',
      config: { database: '', query: sql, parameters: [...parameters], limit: 10_000 },
      shape: { kind: 'list', of: itself, rows: sql },
      pin: (items) => items,
    };
  }
  return {
    type: 'database_write',
    config: { database: '', statement: sql, parameters: [...parameters] },
    shape: ONE,
  };
}

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

function tableOperation({ node }: Making, operation: string): ((settings: Settings) => Effect) | null {
  const { parameters } = node;
  const plainName = (value: JsonValue | undefined) => plainSetting(deepField(value, 'value') ?? value);
  const table = plainName(parameters.table);
  if (table === undefined || table === '') return null;
  const schema = plainName(parameters.schema);
  const of = schema ? `${identifier(schema)}.${identifier(table)}` : identifier(table);
  const isPlain = ['where', 'sort'].every((key) => deepRows(parameters, key, 'values').length === 0);
  if (operation === 'select' && isPlain) {
    const max = parameters.returnAll === true ? 10_000 : (plainNumber(parameters.limit) ?? 50);
    return () => databaseEffect(`SELECT * FROM ${of} LIMIT ${max}`, []);
  }
  const values = deepField(parameters, 'columns', 'value');
  const columns =
    typeof values === 'object' && values !== null && !Array.isArray(values) ? Object.entries(values) : [];
  if (operation !== 'insert' || columns.length === 0 || columns.length > 50) return null;
  return (settings) => {
    const given = columns.map(([, value], at) => ({
      name: `p${at + 1}`,
      value: settings.expression(value as JsonValue),
    }));
    const names = columns.map(([name]) => identifier(name)).join(', ');
    return databaseEffect(
      `INSERT INTO ${of} (${names}) VALUES (${given.map(({ name }) => `:${name}`).join(', ')})`,
      given,
    );
  };
}

/** Send Email: through the mail server of the workspace. */
export function emailSend(making: Making): Step | null {
  const { node, note } = making;
  const { parameters } = node;
  if (parameters.operation !== undefined && parameters.operation !== 'send') return null;
  const { toEmail, sendTo, subject, text, html, message } = parameters;
  const body = text ?? message ?? html;
  if (body !== undefined && body === html) note('The mail is sent as text; it was HTML.');
  if (parameters.fromEmail !== undefined) note('The sender is the mail server’s own address.');
  const rest = ['ccEmail', 'bccEmail', 'replyTo', 'attachments'].filter((key) => {
    const set = deepField(parameters, 'options', key) ?? parameters[key];
    return set !== undefined && set !== '';
  });
  if (rest.length > 0) note(`Not copied: ${rest.join(', ')}.`);
  return effect(making, (settings) => ({
    type: 'email',
    config: {
      to: settings.template(toEmail ?? sendTo),
      subject: settings.template(subject) || '(no subject)',
      body: settings.template(body),
      ...attempts(making),
    },
    shape: ONE,
  }));
}

/** A prompt for a language model: the basic chain, and OpenAI’s message. */
export function prompt(making: Making): Step | null {
  const { node, note, connection } = making;
  const { parameters } = node;
  const messages =
    deepRows(parameters, 'messages', 'values').length > 0
      ? deepRows(parameters, 'messages', 'values')
      : deepRows(parameters, 'prompt', 'messages');
  const isChain = node.kind.endsWith('.chainLlm');
  if (
    !isChain &&
    (messages.length === 0 ||
      (parameters.resource !== undefined && parameters.resource !== 'text' && parameters.resource !== 'chat'))
  )
    return null;
  if (isChain && parameters.promptType !== 'define') return null;
  connection('Language model');
  note(
    'It uses the language model of the workspace. Choose another provider and the fields of the answer if you need them.',
  );
  const of = (role: string) =>
    messages.filter((one) => String(one.role ?? 'user') === role).map((one) => one.content ?? one.message);
  return effect(making, (settings) => {
    const user = isChain ? [parameters.text] : of('user');
    const system = isChain ? messages.map((one) => one.message) : of('system');
    return {
      type: 'llm',
      config: {
        ...attempts(making),
        prompt: user.map((one) => settings.template(one)).join('\n\n') || ' ',
        instructions: system.map((one) => settings.template(one)).join('\n\n'),
      },
      shape: isChain
        ? { ...ONE, alias: { output: 'text' } }
        : { kind: 'unknown', of: itself, why: 'the answer is in the field text here' },
    };
  });
}

import { readShape } from '../base/json-shape.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import { parseTemplate } from '../workflows/expressions/parse-template.ts';
import { isObject, type JsonObject, type JsonValue } from '../workflows/json-value.ts';
import {
  type AuthMethod,
  type ConnectionKind,
  dialectOf,
  hasTokens,
  kindsOfConnection,
  OAUTH_FIELDS,
  signInsOf,
} from './connection-kinds.ts';
import { type DatabaseRules, databaseFaults } from './database-rules.ts';

/** What somebody says of a connection, beside its name and its secret. */
export interface ConnectionDraft {
  readonly kind: ConnectionKind;
  readonly address: string;
  readonly authMethod: AuthMethod;
  readonly config: unknown;
  readonly environment?: string;
  /** Of a database; null or omitted: of any other kind. */
  readonly database?: DatabaseRules | null;
}

/** A draft that holds: its configuration has its defaults, and it says whom the secret is for. */
export interface CheckedConnection {
  readonly config: JsonObject;
  /** As `secretDestinationOf`: a secret given for one destination is never sent to another. */
  readonly destination: string;
}

const ADDRESS =
  /^([a-z]+):\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?(\/[^\s?#@\\]*)?$/i;
const PORTS: Readonly<Record<string, number>> = {
  https: 443,
  http: 80,
  postgresql: 5432,
  mysql: 3306,
  smtps: 465,
  smtp: 587,
};
/** Headers that belong to the call itself. */
const TAKEN = [
  'host',
  'content-length',
  'content-type',
  'connection',
  'transfer-encoding',
  'idempotency-key',
];

/** Every reason why a connection cannot be kept like this, or what it comes to. */
export function checkConnection(draft: ConnectionDraft): Result<CheckedConnection> {
  const kind = kindsOfConnection[draft.kind];
  const problems: Problem[] = [];
  const config = readShape(kind.config, draft.config, 'config', {
    rule: 'CONN-1',
    defs: {},
    problems,
    max: 50,
  });
  const destination = destinationOf(draft.address);
  if (destination === null) {
    const message = `Enter an address like ${kind.example}, without user name, password, question mark or spaces.`;
    problems.push({ rule: 'CONN-2', path: 'address', message });
  } else if (!kind.schemes.some((scheme) => destination.startsWith(`${scheme}://`))) {
    const message = `The address must start with ${kind.schemes.map((one) => `${one}://`).join(' or ')}, such as ${kind.example}.`;
    problems.push({ rule: 'CONN-2', path: 'address', message });
  }
  if (problems.length > 0 || destination === null) return rejected(problems);
  const valid = ofSignIn(draft, config as JsonObject);
  problems.push(...addressFaults(draft), ...authFaults(draft, valid), ...operationFaults(draft, valid));
  problems.push(...registryFaults(draft));
  return problems.length > 0
    ? rejected(problems)
    : ok({ config: valid, destination: secretDestinationOf({ ...draft, config: valid }) ?? destination });
}

/** Whether a way to sign in uses a field of OAuth 2.0. */
export function usesField(authMethod: AuthMethod, field: string): boolean {
  return authMethod === 'oauth2-account' || (authMethod === 'oauth2' && field !== 'authorizeUrl');
}

/** The configuration without the fields that its sign-in has no use for; a file of SQLite has none. */
function ofSignIn({ kind, address, authMethod }: ConnectionDraft, config: JsonObject): JsonObject {
  if (kind === 'database' && dialectOf(address) === 'sqlite') return {};
  return Object.fromEntries(
    Object.entries(config).filter(
      ([name]) => !Object.hasOwn(OAUTH_FIELDS, name) || usesField(authMethod, name),
    ),
  );
}

/** Scheme, host and port of an address, written alike for alike addresses; null when it is none. */
export function destinationOf(address: string): string | null {
  const found = ADDRESS.exec(address);
  if (!found) return null;
  const scheme = String(found[1]).toLowerCase();
  // a file, not a server
  if (scheme === 'sqlite') return /^sqlite:\/\/local\//i.test(address) ? 'sqlite://local' : null;
  const port = found[3] === undefined ? PORTS[scheme] : Number(found[3]);
  if (port === undefined || port < 1 || port > 65_535) return null;
  return `${scheme}://${String(found[2]).toLowerCase()}:${port}`;
}

/**
 * Where a secret goes and how: the destination with its path, the way of signing in, the header, who issues its tokens and how the connection is encrypted
 * (CONN-5). Null when the address is none.
 */
export function secretDestinationOf({
  address,
  authMethod,
  config,
}: Pick<ConnectionDraft, 'address' | 'authMethod' | 'config'>): string | null {
  const destination = destinationOf(address);
  if (destination === null) return null;
  const path = (ADDRESS.exec(address)?.[4] ?? '').replace(/\/+$/, '');
  const { header, tls, tokenUrl } = isObject(config as JsonValue) ? (config as JsonObject) : {};
  return [
    `${destination}${path} by ${authMethod}`,
    ...(authMethod === 'header' && typeof header === 'string' ? [`in ${header.toLowerCase()}`] : []),
    ...(hasTokens(authMethod) && typeof tokenUrl === 'string' ? [`token from ${tokenUrl}`] : []),
    ...(typeof tls === 'string' ? [`tls ${tls}`] : []),
  ].join(', ');
}

function registryFaults({ kind, database = null, environment = '' }: ConnectionDraft): Problem[] {
  if (database === null) return [];
  if (kind === 'database') return databaseFaults(database, environment);
  const message = 'Only databases have access, operations and backups. Leave them out.';
  return [{ rule: 'CONN-20', path: 'database', message }];
}

function addressFaults({ kind, address }: ConnectionDraft): Problem[] {
  const path = ADDRESS.exec(address)?.[4] ?? '';
  if (kind === 'database' && dialectOf(address) === 'sqlite') {
    if (/^\/[\w-][\w.-]{0,62}$/.test(path)) return [];
    const message = 'The address must end with the name of a file, such as sqlite://local/sales.db.';
    return [{ rule: 'CONN-2', path: 'address', message }];
  }
  if (kind === 'storage' && !/^(?:\/[\w.-]+)*\/?$/.test(path)) {
    const message = 'The address of a bucket has letters, digits, periods, hyphens and underscores only.';
    return [{ rule: 'CONN-2', path: 'address', message }];
  }
  if (kind === 'database' && !/^\/[^/%]{1,63}$/.test(path)) {
    const message =
      'The address must end with the database name, such as postgresql://db.example.com:5432/sales.';
    return [{ rule: 'CONN-2', path: 'address', message }];
  }
  return [];
}

function authFaults({ kind, address, authMethod }: ConnectionDraft, config: JsonObject): Problem[] {
  const { label } = kindsOfConnection[kind];
  const auth = signInsOf(kind, address);
  if (!auth.includes(authMethod)) {
    const message = `${label} supports these sign-in methods: ${auth.join(', ')}.`;
    return [{ rule: 'CONN-3', path: 'authMethod', message }];
  }
  const header = String(config.header ?? '').toLowerCase();
  if (authMethod === 'basic' && config.username === undefined)
    return [{ rule: 'CONN-3', path: 'config.username', message: 'Enter the user name for the password.' }];
  if (authMethod === 'aws' && config.username === undefined)
    return [{ rule: 'CONN-3', path: 'config.username', message: 'Enter the ID of the access key.' }];
  if (authMethod === 'header' && (header === '' || TAKEN.includes(header))) {
    const message = `Enter the header for the secret, such as X-Api-Key; not ${TAKEN.join(', ')}.`;
    return [{ rule: 'CONN-3', path: 'config.header', message }];
  }
  return hasTokens(authMethod) ? tokenFaults(authMethod, config) : [];
}

function tokenFaults(authMethod: AuthMethod, { authorizeUrl, tokenUrl, clientId }: JsonObject): Problem[] {
  const problems: Problem[] = [];
  const signIn = String(authorizeUrl ?? '').replace(/[?#].*$/s, '');
  if (authMethod === 'oauth2-account' && !/^https?:/.test(destinationOf(signIn) ?? '')) {
    const message =
      'Enter the address where people sign in, such as https://login.example.com/oauth/authorize.';
    problems.push({ rule: 'CONN-15', path: 'config.authorizeUrl', message });
  }
  if (!/^https?:/.test(destinationOf(String(tokenUrl ?? '')) ?? '')) {
    const message = 'Enter the address that issues tokens, such as https://login.example.com/oauth/token.';
    problems.push({ rule: 'CONN-13', path: 'config.tokenUrl', message });
  }
  if (clientId === undefined)
    problems.push({ rule: 'CONN-13', path: 'config.clientId', message: 'Enter the ID of the client.' });
  return problems;
}

function operationFaults({ authMethod }: ConnectionDraft, config: JsonObject): Problem[] {
  const operations = isObject(config.operations) ? config.operations : {};
  return Object.entries(operations).flatMap(([name, operation]) => {
    if (!isObject(operation)) return [];
    const at = `config.operations.${name}`;
    const path = String(operation.path);
    const faults = templateFaults(path, `${at}.path`);
    if (path.includes('{secret}') && authMethod !== 'path') {
      const message = '{secret} is allowed only in a connection that signs in by its path.';
      faults.push({ rule: 'CONN-4', path: `${at}.path`, message });
    }
    return [...faults, ...bodyFaults(operation.body, `${at}.body`)];
  });
}

function bodyFaults(body: JsonValue | undefined, path: string): Problem[] {
  if (typeof body !== 'string' || body.trim() === '') return [];
  try {
    return textsIn(JSON.parse(body) as JsonValue).flatMap((text) => templateFaults(text, path));
  } catch {
    const message = 'The body is not JSON. Put {{ … }} in quotes.';
    return [{ rule: 'CONN-4', path, message }];
  }
}

function templateFaults(text: string, path: string): Problem[] {
  const read = parseTemplate(text);
  return read.ok ? [] : read.problems.map(({ message }) => ({ rule: 'CONN-4', path, message }));
}

function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

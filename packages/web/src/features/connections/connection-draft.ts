import { secretDestinationOf, usesField } from '@attain/domain/connections/check-connection';
import {
  type AuthMethod,
  type ConnectionKind,
  kindsOfConnection,
  OAUTH_FIELDS,
  signInsOf,
} from '@attain/domain/connections/connection-kinds';
import { freshRules } from '@attain/domain/connections/database-rules';
import { isObject } from '@attain/domain/workflows/json-value';
import type { Connection } from '../../api/shapes.ts';

/** A rewritten request; without a path the default request is used. */
export type DraftCall = { readonly method: string; readonly path: string; readonly body: string };

/** The rules of a database, as they are edited. */
export type DraftRules = Omit<NonNullable<Connection['database']>, 'tables'>;

/** The form state of a connection. */
export type ConnectionDraft = {
  readonly kind: ConnectionKind;
  readonly name: string;
  readonly description: string;
  readonly provider: string;
  readonly environment: Connection['environment'];
  readonly region: Connection['region'];
  readonly address: string;
  readonly authMethod: AuthMethod;
  readonly settings: Readonly<Record<string, string>>;
  readonly calls: Readonly<Record<string, DraftCall>>;
  readonly secret: string;
  /** Blank: it has no end. */
  readonly secretExpiresOn: string;
  /** Those that may use it; empty: all. */
  readonly workflows: readonly string[];
  readonly riskLevel: Connection['riskLevel'];
  readonly dataClassification: Connection['dataClassification'];
  readonly isActive: boolean;
  /** Of a database; null: another type. */
  readonly database: DraftRules | null;
};

/** A new connection with the defaults of its type. */
export function newDraft(kind: ConnectionKind): ConnectionDraft {
  const { auth } = kindsOfConnection[kind];
  return {
    kind,
    name: '',
    description: '',
    provider: '',
    environment: 'dev',
    region: '',
    address: '',
    secret: '',
    secretExpiresOn: '',
    workflows: [],
    riskLevel: 'medium',
    dataClassification: 'internal',
    isActive: true,
    database:
      kind === 'database' ? { ...freshRules, allowedOperations: ['SELECT'], environment: 'dev' } : null,
    authMethod: auth[0] ?? 'none',
    settings: settingsOf(kind, {}),
    calls: {},
  };
}

/** The form of a stored connection; its secret stays on the server. */
export function draftOf(stored: Connection): ConnectionDraft {
  const { kind, name, description, provider, environment, region, address, authMethod, config } = stored;
  const calls = isObject(config.operations) ? config.operations : {};
  return {
    kind,
    name,
    description,
    provider,
    environment,
    region,
    address,
    authMethod,
    secret: '',
    secretExpiresOn: stored.secret?.expiresOn ?? '',
    workflows: stored.workflows,
    riskLevel: stored.riskLevel,
    dataClassification: stored.dataClassification,
    isActive: stored.isActive,
    database: stored.database,
    settings: settingsOf(kind, config),
    calls: Object.fromEntries(
      Object.entries(calls).map(([operation, call]) => [
        operation,
        { ...(call as DraftCall), body: (call as Partial<DraftCall>).body ?? '' },
      ]),
    ),
  };
}

/** The settings of a type other than its requests, by name. */
export function settingFields(kind: ConnectionKind) {
  const { properties } = kindsOfConnection[kind].config;
  return Object.entries(properties).filter(([name]) => name !== 'operations');
}

/** A draft at another address, with a sign-in method that it can have. */
export function movedTo<D extends Pick<ConnectionDraft, 'kind' | 'authMethod'>>(draft: D, address: string) {
  const signIns = signInsOf(draft.kind, address.trim());
  const authMethod = signIns.includes(draft.authMethod) ? draft.authMethod : (signIns[0] ?? 'none');
  return { ...draft, address, authMethod };
}

/** Whether a connection of this type and sign-in method uses a field. */
export function isAsked(field: string, { kind, authMethod }: Pick<ConnectionDraft, 'kind' | 'authMethod'>) {
  // a file has no encryption on its way
  if (field === 'tls' && kind === 'database') return authMethod !== 'none';
  if (field === 'username') return authMethod === 'basic' || authMethod === 'aws';
  if (field === 'signingRegion') return authMethod === 'aws';
  if (field === 'header') return authMethod === 'header';
  return !Object.hasOwn(OAUTH_FIELDS, field) || usesField(authMethod, field);
}

/** Whether the stored secret would be sent elsewhere, so that it must be entered again (CONN-5). */
export function hasMoved(draft: ConnectionDraft, stored: Connection): boolean {
  return (
    secretDestinationOf(requestOf(draft)) !== secretDestinationOf(stored) ||
    draft.environment !== stored.environment
  );
}

/** The request body of a draft. The secret is omitted if unchanged, and null if sign-in needs none. */
export function requestOf(draft: ConnectionDraft) {
  const { authMethod, calls, secret, secretExpiresOn, settings, kind, workflows, database, ...plain } = draft;
  // its limit follows the connection
  const environment = database?.environment ? draft.environment : null;
  const asked = settingFields(kind).filter(([name]) => isAsked(name, draft) && settings[name]?.trim());
  const rewritten = Object.entries(calls).filter(([, { path }]) => path.trim() !== '');
  const operations = rewritten.length > 0 ? { operations: Object.fromEntries(rewritten) } : {};
  return {
    ...plain,
    database: database && { ...database, environment },
    authMethod,
    workflows: [...workflows],
    address: draft.address.trim(),
    config: { ...Object.fromEntries(asked.map(([name]) => [name, settings[name]?.trim()])), ...operations },
    ...(authMethod === 'none' ? {} : { secretExpiresOn: secretExpiresOn || null }),
    ...(authMethod === 'none' ? { secret: null } : secret === '' ? {} : { secret }),
  };
}

function settingsOf(kind: ConnectionKind, config: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    settingFields(kind).map(([name, shape]) => [name, String(config[name] ?? shape.default ?? '')]),
  );
}

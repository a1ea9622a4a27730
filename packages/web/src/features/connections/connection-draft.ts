import { secretDestinationOf } from '@attain/domain/connections/check-connection';
import {
  type AuthMethod,
  type ConnectionKind,
  kindsOfConnection,
} from '@attain/domain/connections/connection-kinds';
import { isObject } from '@attain/domain/workflows/json-value';
import type { Connection } from '../../api/shapes.ts';

/** A call that is made in another way than usual; without a path it is made as usual. */
export type DraftCall = { readonly method: string; readonly path: string; readonly body: string };

/** A connection while somebody fills it in. */
export type ConnectionDraft = {
  readonly kind: ConnectionKind;
  readonly name: string;
  readonly description: string;
  readonly provider: string;
  readonly environment: Connection['environment'];
  readonly address: string;
  readonly authMethod: AuthMethod;
  readonly settings: Readonly<Record<string, string>>;
  readonly calls: Readonly<Record<string, DraftCall>>;
  readonly secret: string;
};

/** A new connection of a kind, as its kind usually is. */
export function newDraft(kind: ConnectionKind): ConnectionDraft {
  const { auth } = kindsOfConnection[kind];
  return {
    ...{ kind, name: '', description: '', provider: '', environment: 'dev', address: '', secret: '' },
    authMethod: auth[0] ?? 'none',
    settings: settingsOf(kind, {}),
    calls: {},
  };
}

/** A stored connection, to be changed; its secret is not here, and does not come. */
export function draftOf(stored: Connection): ConnectionDraft {
  const { kind, name, description, provider, environment, address, authMethod, config } = stored;
  const calls = isObject(config.operations) ? config.operations : {};
  return {
    ...{ kind, name, description, provider, environment, address, authMethod, secret: '' },
    settings: settingsOf(kind, config),
    calls: Object.fromEntries(
      Object.entries(calls).map(([operation, call]) => [
        operation,
        { ...(call as DraftCall), body: (call as Partial<DraftCall>).body ?? '' },
      ]),
    ),
  };
}

/** The fields of a kind beside its calls, by name. */
export function settingFields(kind: ConnectionKind) {
  const { properties } = kindsOfConnection[kind].config;
  return Object.entries(properties).filter(([name]) => name !== 'operations');
}

/** Whether a field plays a part in this way of signing in. */
export function isAsked(field: string, authMethod: AuthMethod): boolean {
  if (field === 'username') return authMethod === 'basic';
  return field !== 'header' || authMethod === 'header';
}

/** Whether a stored secret would now go elsewhere, so that it has to be given anew (CONN-5). */
export function hasMoved(draft: ConnectionDraft, stored: Connection): boolean {
  return (
    secretDestinationOf(saidOf(draft)) !== secretDestinationOf(stored) ||
    draft.environment !== stored.environment
  );
}

/** What is sent of a draft. The secret is left out where it stays, and null where sign-in needs none. */
export function saidOf(draft: ConnectionDraft) {
  const { authMethod, calls, secret, settings, kind, ...plain } = draft;
  const asked = settingFields(kind).filter(([name]) => isAsked(name, authMethod) && settings[name]?.trim());
  const rewritten = Object.entries(calls).filter(([, { path }]) => path.trim() !== '');
  const operations = rewritten.length > 0 ? { operations: Object.fromEntries(rewritten) } : {};
  return {
    ...plain,
    authMethod,
    address: draft.address.trim(),
    config: { ...Object.fromEntries(asked.map(([name]) => [name, settings[name]?.trim()])), ...operations },
    ...(authMethod === 'none' ? { secret: null } : secret === '' ? {} : { secret }),
  };
}

function settingsOf(kind: ConnectionKind, config: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    settingFields(kind).map(([name, shape]) => [name, String(config[name] ?? shape.default ?? '')]),
  );
}

import type { ConnectionKind } from '@attain/domain/connections/connection-kinds';
import { fillCall } from '@attain/domain/connections/fill-call';
import { type CallTemplate, standardCalls } from '@attain/domain/connections/standard-calls';
import { isObject, type JsonObject, ownField } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../app-context.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Activity } from '../../runs/engine/perform-effect.ts';
import type { OpenConnection } from '../../slices/connections/open-connection.ts';
import { namedValues, textOf } from '../config-values.ts';
import { governedConnection } from '../governed-call.ts';
import { meteredCall, reserveCalls } from '../metered-call.ts';
import { answerOf } from './http-answer.ts';

type ApplicationKind = Extract<ConnectionKind, 'crm' | 'chat' | 'ticket' | 'document' | 'payment'>;

/** Default operation of each kind. */
const standardOperation: Readonly<Record<ApplicationKind, string>> = {
  crm: 'read',
  chat: 'post',
  ticket: 'create',
  document: 'create',
  payment: 'order',
};

/**
 * Asks a connected application to do something: its call is filled with the node's fields, and every attempt carries the same
 * Idempotency-Key. With money, an answer that leaves open whether it was done is not tried again without asking a person.
 */
export function applicationCall(ctx: AppContext, kind: ApplicationKind): Activity {
  return {
    outside: (given) => {
      const { effect, signal } = given;
      const { application: _, timeoutSeconds: __, retries: ___, ...fields } = effect.config;
      const values = {
        ...fields,
        ...(fields.values === undefined ? {} : { values: namedValues(fields.values) }),
      };
      const operation = String(effect.config.action ?? standardOperation[kind]);
      const asked = { kind, name: textOf(effect.config, 'application') };
      return governedConnection(ctx, given, asked, async (connection) => {
        const call = fillCall(templateOf(connection, operation), values);
        if (!call.ok)
          throw new EffectFailed('BAD_CONFIG', call.problems.map(({ message }) => message).join(' '));
        await reserveCalls(ctx, given, connection);
        const answer = await meteredCall(ctx, given, connection, {
          ...call.value,
          headers: { 'idempotency-key': effect.idempotencyKey },
          signal,
        });
        const host = new URL(connection.address).hostname;
        return answerOf(answer, { host, money: kind === 'payment' });
      });
    },
  };
}

/** The connection's own way of this call, else the standard one. */
export function templateOf({ name, kind, config }: OpenConnection, operation: string): CallTemplate {
  const rewritten = ownField(ownField(config, 'operations'), operation);
  if (isObject(rewritten)) return { body: '', ...rewritten } as JsonObject & CallTemplate;
  const standard = standardCalls[kind]?.[operation];
  if (standard) return standard;
  throw new EffectFailed(
    'NOT_CONFIGURED',
    `“${name}” has no call for “${operation}”. Add one to the connection.`,
  );
}

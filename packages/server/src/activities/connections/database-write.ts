import type { AppContext } from '../../app-context.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Activity } from '../../runs/engine/perform-effect.ts';
import { withDatabase } from '../../slices/connections/with-database.ts';
import { actingFor } from '../acting-for.ts';
import { namedValues, textOf } from '../config-values.ts';
import { governedConnection } from '../governed-call.ts';
import { msLeft, OWN_DATABASE } from './database-read.ts';
import { jsonRows, sqlQuery, statementOf } from './sql-rows.ts';

const writing = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'];

/**
 * Changes rows: of Attain's own records with the initiator's rights, through the use-case that also checks and records it; or
 * of a connected PostgreSQL that may be written to, in one transaction that is undone when it would change too many.
 */
export function databaseWrite(ctx: AppContext): Activity {
  return {
    outside: async (given) => {
      const { config, timeoutAtMs } = given.effect;
      const database = textOf(config, 'database');
      const statement = textOf(config, 'statement');
      const parameters = namedValues(config.parameters);
      if (database === OWN_DATABASE) {
        const { writeOwn } = await import('./own-records.ts');
        return writeOwn(ctx, await actingFor(ctx, given), { what: statement, parameters });
      }
      const { text, values, verb, operations } = statementOf(statement, parameters);
      if (!writing.includes(verb))
        throw new EffectFailed(
          'BAD_CONFIG',
          `The statement begins with ${verb}. Use one of ${writing.join(', ')}.`,
        );
      const limit = Number(config.limit ?? 100);
      const asked = { kind: 'database', name: database } as const;
      const statementMs = msLeft(ctx, timeoutAtMs);
      return governedConnection(ctx, given, asked, (connection) => {
        if (connection.database?.accessLevel !== 'read-write')
          throw new EffectFailed('NOT_ALLOWED', `“${connection.name}” is read-only.`);
        return withDatabase(
          ctx,
          connection,
          { signal: given.signal, statementMs, operations },
          async (client) => {
            await client.query('BEGIN');
            const { rowCount, rows } = await client.query(sqlQuery(text, values));
            const changed = rowCount ?? 0;
            if (changed > limit) {
              await client.query('ROLLBACK');
              const message = `The statement would change ${changed} rows; the limit is ${limit}. Nothing was changed.`;
              throw new EffectFailed('TOO_MANY_ROWS', message);
            }
            await client.query('COMMIT').catch((error: unknown) => {
              throw lostInCommit(error);
            });
            return { changed, rows: jsonRows(rows) };
          },
        );
      });
    },
  };
}

/** Before the commit nothing has happened; after it starts, a lost connection leaves the outcome unknown. */
function lostInCommit(error: unknown): unknown {
  const { code = '' } = error as { code?: string };
  if (/^[0-9A-Z]{5}$/.test(code) && !/^(08|57P)/.test(code)) return error;
  const message = 'The connection was lost while the change was being committed.';
  return new EffectFailed('LOST', message, { retryable: true, outcomeUnknown: true });
}

import { dialectOf } from '@attain/domain/connections/connection-kinds';
import type { AppContext } from '../../app-context.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Activity } from '../../runs/engine/perform-effect.ts';
import { withDatabase } from '../../slices/connections/with-database.ts';
import { actingFor } from '../acting-for.ts';
import { namedValues, textOf } from '../config-values.ts';
import { governedConnection } from '../governed-call.ts';
import { msLeft, OWN_DATABASE } from './database-read.ts';
import { statementOf } from './sql-rows.ts';

const writing = {
  postgresql: ['INSERT', 'UPDATE', 'DELETE', 'MERGE'],
  mysql: ['INSERT', 'UPDATE', 'DELETE', 'REPLACE'],
  sqlite: ['INSERT', 'UPDATE', 'DELETE', 'REPLACE'],
};

/**
 * Changes rows: of Attain's own records with the initiator's rights, through the use-case that also checks and records it; or
 * of a connected database that may be written to, in one transaction that is undone when it would change too many.
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
      const limit = Number(config.limit ?? 100);
      const asked = { kind: 'database', name: database } as const;
      const statementMs = msLeft(ctx, timeoutAtMs);
      return governedConnection(ctx, given, asked, (connection) => {
        const { text, values, verb, operations } = statementOf(statement, parameters, connection.address);
        const allowed = writing[dialectOf(connection.address)];
        if (!allowed.includes(verb))
          throw new EffectFailed(
            'BAD_CONFIG',
            `The statement begins with ${verb}. Use one of ${allowed.join(', ')}.`,
          );
        if (connection.database?.accessLevel !== 'read-write')
          throw new EffectFailed('NOT_ALLOWED', `“${connection.name}” is read-only.`);
        const options = { signal: given.signal, statementMs, operations };
        return withDatabase(ctx, connection, options, (session) => session.change({ text, values, limit }));
      });
    },
  };
}

import type { AppContext } from '../../app-context.ts';
import type { Activity } from '../../runs/engine/perform-effect.ts';
import { withDatabase } from '../../slices/connections/with-database.ts';
import { actingFor } from '../acting-for.ts';
import { namedValues, textOf } from '../config-values.ts';
import { governedConnection } from '../governed-call.ts';
import { statementOf } from './sql-rows.ts';

/** Name of Attain's own records as a database. */
export const OWN_DATABASE = 'attain';

/** Reads rows: of Attain's own records with the initiator's rights, or of a connected database in a read-only transaction. */
export function databaseRead(ctx: AppContext): Activity {
  return {
    outside: async (given) => {
      const { config, timeoutAtMs } = given.effect;
      const database = textOf(config, 'database');
      const query = textOf(config, 'query');
      const parameters = namedValues(config.parameters);
      const limit = Number(config.limit ?? 1_000);
      if (database === OWN_DATABASE) {
        // the schema of every endpoint comes with it: loaded when a workflow asks for it
        const { readOwn } = await import('./own-records.ts');
        return readOwn(ctx, await actingFor(ctx, given), { list: query, parameters, limit });
      }
      const asked = { kind: 'database', name: database } as const;
      const statementMs = msLeft(ctx, timeoutAtMs);
      return governedConnection(ctx, given, asked, (connection) => {
        const { text, values } = statementOf(query, parameters, connection.address);
        const options = { signal: given.signal, statementMs, operations: ['SELECT'] } as const;
        return withDatabase(ctx, connection, options, (session) => session.read({ text, values, limit }));
      });
    },
  };
}

/** How long a statement may take: what is left of the attempt. */
export function msLeft(ctx: AppContext, timeoutAtMs: number | null): number {
  return timeoutAtMs === null ? 30_000 : Math.max(100, timeoutAtMs - ctx.clock.now().getTime());
}

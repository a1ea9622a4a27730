import type { JsonValue } from '@attain/domain/workflows/json-value';
import { MAX_OUTPUT } from '@attain/domain/workflows/steps/volume';
import type pg from 'pg';
import type { AppContext } from '../../app-context.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Activity } from '../../runs/engine/perform-effect.ts';
import { withDatabase } from '../../slices/connections/with-database.ts';
import { actingFor } from '../acting-for.ts';
import { namedValues, textOf } from '../config-values.ts';
import { governedConnection } from '../governed-call.ts';
import { rowTypes, statementOf } from './sql-rows.ts';

/** Name of Attain's own records as a database. */
export const OWN_DATABASE = 'attain';

/** Rows fetched first, and later at most; as many as have about so many characters together, by those fetched before. */
const firstRows = 10;
const maxRowsAtOnce = 500;
const lettersAtOnce = 1_000_000;
/** More letters than this do not travel through a run anyway; reading on would only fill the memory. */
const maxLetters = MAX_OUTPUT;

/** Reads rows: of Attain's own records with the initiator's rights, or of a connected PostgreSQL in a read-only transaction. */
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
      const { text, values } = statementOf(query, parameters);
      const asked = { kind: 'database', name: database } as const;
      const statementMs = msLeft(ctx, timeoutAtMs);
      return governedConnection(ctx, given, asked, (connection) =>
        withDatabase(ctx, connection, { signal: given.signal, statementMs }, async (client) => {
          await client.query('BEGIN READ ONLY');
          await client.query(sqlQuery(`DECLARE reading NO SCROLL CURSOR FOR ${text}`, values));
          const rows = await fetchRows(client, limit);
          await client.query('ROLLBACK');
          return rows;
        }),
      );
    },
  };
}

async function fetchRows(client: pg.Client, limit: number): Promise<JsonValue[]> {
  const rows: JsonValue[] = [];
  let letters = 0;
  let atOnce = firstRows;
  while (rows.length < limit) {
    const more = Math.min(atOnce, limit - rows.length);
    const found = await client.query({ text: `FETCH ${more} FROM reading`, types: rowTypes });
    const text = JSON.stringify(found.rows);
    letters += text.length;
    if (letters > maxLetters)
      throw new EffectFailed(
        'OUTPUT_TOO_LARGE',
        `The first ${rows.length + found.rows.length} rows have more than ${maxLetters} characters. Select fewer rows or columns.`,
      );
    rows.push(...(JSON.parse(text) as JsonValue[]));
    if (found.rows.length < more) break;
    const fitting = Math.floor((lettersAtOnce * found.rows.length) / text.length);
    atOnce = Math.max(1, Math.min(maxRowsAtOnce, atOnce * 4, fitting));
  }
  return rows;
}

/** A query of the extended protocol: it cannot hold a second statement, whatever its text says. */
export function sqlQuery(text: string, values: readonly JsonValue[]) {
  return { text, values: [...values], queryMode: 'extended' as const, types: rowTypes };
}

/** How long a statement may take: what is left of the attempt. */
export function msLeft(ctx: AppContext, timeoutAtMs: number | null): number {
  return timeoutAtMs === null ? 30_000 : Math.max(100, timeoutAtMs - ctx.clock.now().getTime());
}

/**
 * The peer of a read: the SQL of one page of deals through a bare `pg` pool behind a bare Fastify route. No session, no
 * transaction, no row-level security, no check of what comes in or goes out. Prints its address. Started by `bench/api.ts`.
 */

import Fastify from 'fastify';
import pg from 'pg';
import type { TenantTx } from '../../packages/server/src/db/database.ts';
import { selectDeals } from '../../packages/server/src/slices/records/deal-store.ts';

const [connectionString, tenantId] = process.argv.slice(2);
const keepText = (value: string) => value;
const types = {
  getTypeParser: (oid: number, format?: 'text') =>
    [1082, 1700].includes(oid) ? keepText : pg.types.getTypeParser(oid, format),
};
const pool = new pg.Pool({ connectionString, max: 20, types: types as never });

// Attain's own statement, so that both read the same; the tenant is asked for in words, where Attain's policy adds it
const page = (await statementOf(selectDeals)).replace(
  'WHERE ',
  'WHERE d.tenant_id = $10 AND p.tenant_id = $10 AND ',
);

interface Asked {
  readonly limit: string;
  readonly cursor: string;
}

const app = Fastify();
app.get<{ Querystring: Asked }>('/deals', async (request) => {
  const limit = Number(request.query.limit);
  const [date, id] = JSON.parse(Buffer.from(request.query.cursor, 'base64url').toString());
  const filters = [null, null, null, null, null, null];
  const { rows } = await pool.query(page, [...filters, date, id, limit + 1, tenantId]);
  const last = rows[limit - 1];
  const more = rows.length > limit;
  const nextCursor = more ? Buffer.from(JSON.stringify([last.date, last.id])).toString('base64url') : null;
  return { rows: rows.slice(0, limit), nextCursor };
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));

/** The text that a store sends for a page of deals without filters. */
async function statementOf(select: typeof selectDeals): Promise<string> {
  let sent = '';
  const query = async (text: string) => {
    sent = text;
    return { rows: [] };
  };
  const filters = { reach: null, search: null, participantId: null, kind: null, from: null, to: null };
  const after = { sort: '-date', after: ['2025-01-01', ''], limit: 1 } as const;
  await select({ client: { query } } as unknown as TenantTx, { ...filters, ...after });
  return sent;
}

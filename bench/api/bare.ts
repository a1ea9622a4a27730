/**
 * The peer of a read: the SQL of one page of deals through a bare `pg` pool behind a bare Fastify route. No session, no
 * transaction, no row-level security, no check of what comes in or goes out. Prints its address. Started by `bench/api.ts`.
 */

import Fastify from 'fastify';
import pg from 'pg';

const [connectionString, tenantId] = process.argv.slice(2);
const keepText = (value: string) => value;
const types = {
  getTypeParser: (oid: number, format?: 'text') =>
    [1082, 1700].includes(oid) ? keepText : pg.types.getTypeParser(oid, format),
};
const pool = new pg.Pool({ connectionString, max: 20, types: types as never });

// the text is that of packages/server/src/slices/records/deal-store.ts; the tenant is asked for in words, where Attain's policy adds it
const belongsTo = (ids: string) => `(d.participant_id = ANY(${ids}) OR (d.splits IS NOT NULL
  AND EXISTS (SELECT 1 FROM jsonb_array_elements(d.splits) s WHERE s->>'participantId' = ANY(${ids}))))`;
const page = `SELECT d.id, d.date, d.amount, d.unit, d.currency, d.participant_id AS "participantId",
    p.name AS "participantName", coalesce(d.splits, '[]') AS splits, d.kind, d.product, d.territory, d.customer
  FROM deals d JOIN participants p ON p.id = d.participant_id
 WHERE d.tenant_id = $9 AND p.tenant_id = $9 AND ($1::text[] IS NULL OR ${belongsTo('$1')})
   AND ($2::text[] IS NULL OR ${belongsTo('$2')})
   AND ($3::date IS NULL OR d.date >= $3) AND ($4::date IS NULL OR d.date <= $4)
   AND ($5::text IS NULL OR d.id ILIKE $5 OR d.customer ILIKE $5 OR d.product ILIKE $5 OR d.participant_id ILIKE $5
       OR d.participant_id IN (SELECT n.id FROM participants n WHERE n.tenant_id = $9 AND n.name ILIKE $5))
   AND ($6::text IS NULL OR (d.date, d.id) < ($6::text::date, $7::text))
 ORDER BY d.date DESC, d.id DESC LIMIT $8`;

interface Asked {
  readonly limit: string;
  readonly cursor: string;
}

const app = Fastify();
app.get<{ Querystring: Asked }>('/deals', async (request) => {
  const limit = Number(request.query.limit);
  const [date, id] = JSON.parse(Buffer.from(request.query.cursor, 'base64url').toString());
  const { rows } = await pool.query(page, [null, null, null, null, null, date, id, limit + 1, tenantId]);
  const last = rows[limit - 1];
  const more = rows.length > limit;
  const nextCursor = more ? Buffer.from(JSON.stringify([last.date, last.id])).toString('base64url') : null;
  return { rows: rows.slice(0, limit), nextCursor };
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));

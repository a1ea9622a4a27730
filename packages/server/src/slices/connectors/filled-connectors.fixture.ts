import { newId } from '../../base/ids.ts';
import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** Two connectors without a schedule, each with two executions and two files. */
export async function fillConnectors(
  { sql }: Pick<PaidWorkspace, 'sql'>,
  name: string,
): Promise<{ connectorId: string; fileId: string }> {
  const ids = [newId(), newId()];
  for (const [n, id] of ids.entries())
    await sql(
      `WITH c AS (INSERT INTO data_source_connectors (tenant_id, id, name, type, config)
         VALUES ($1, $2, $3, 'application', jsonb_build_object('connection', 'none', 'source', $4::jsonb))),
       t AS (INSERT INTO agent_tasks (tenant_id, connector_id, name, data_flow, runs_as)
         VALUES ($1, $2, $3, '{"kind":"deals","profileId":null}', $2)),
       f AS (INSERT INTO connector_files (tenant_id, connector_id, id, file_name, content_hash, byte_count, changed_ms)
         SELECT $1, $2, CASE n WHEN 1 THEN $2 ELSE gen_random_uuid() END, $3, n, 1, 1 FROM generate_series(1, 2) n)
       INSERT INTO sync_operations (tenant_id, connector_id, status, errors)
       SELECT $1, $2, 'failed', jsonb_build_array($3::text) FROM generate_series(1, 2)`,
      [id, `${name} ${n}`, JSON.stringify(rightConnector.source)],
    );
  return { connectorId: String(ids[0]), fileId: String(ids[0]) };
}

/** Fields that are right for connectors. */
export const rightConnector = {
  kind: 'deals',
  source: { type: 'application', path: '/rows', items: '', paging: 'none', pageParameter: 'page' },
  schedule: null,
  profileId: null,
  act: 'pause',
};

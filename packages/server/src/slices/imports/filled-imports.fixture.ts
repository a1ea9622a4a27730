import { newId } from '../../base/ids.ts';
import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** Two of each: skipped rows, remembered names and profiles. */
export async function fillImports(
  workspace: Pick<PaidWorkspace, 'sql' | 'importId'>,
  name: string,
): Promise<{ aliasId: string; profileId: string }> {
  const made = { aliasId: '', profileId: '' };
  for (const n of [1, 2]) {
    const [aliasId, profileId] = [newId(), newId()];
    await workspace.sql(
      `INSERT INTO import_skips (tenant_id, import_id, line, reason, source) VALUES ($1, $2, $3, $4, $4)`,
      [workspace.importId, n, name],
    );
    await workspace.sql(
      `INSERT INTO participant_aliases (tenant_id, id, folded_name, name, created_by) VALUES ($1, $2, lower($3), $3, $2)`,
      [aliasId, `${name} ${n}`],
    );
    await workspace.sql(
      `INSERT INTO import_profiles (tenant_id, id, version, kind, name, fingerprint, mapping, mapping_hash, import_id, created_by)
       VALUES ($1, $2, 1, 'deals', $3, 'headers', '{"header":true,"decimal":".","date":"iso","fields":{}}', 'hash', $4, $2)`,
      [profileId, `${name} ${n}`, workspace.importId],
    );
    Object.assign(made, { aliasId, profileId });
  }
  return made;
}

import type { ImportProfile } from '@attain/contract/import-profiles';
import type { ImportDetail, Mapping } from '@attain/contract/imports';
import { newId } from '../../../base/ids.ts';
import { isoMoment } from '../../../base/sql-text.ts';
import type { TenantTx } from '../../../db/database.ts';
import { valueHash } from '../../../db/write.ts';
import { profileNameOf, type StoredImport } from '../imports-store.ts';
import type { KindName } from '../kinds/kind.ts';
import { fingerprintOf, ownHeaders } from '../mapping.ts';

export type MappingOf = NonNullable<ImportDetail['mappingOf']>;

const newest = `p.version = (SELECT max(v.version) FROM import_profiles v WHERE v.id = p.id)`;

/** The newest mapping of the profile used last for these headers, with the import it was stored with, or null. */
export async function selectMapping(
  tx: TenantTx,
  kind: KindName,
  fingerprint: string,
): Promise<{ mapping: Mapping; of: MappingOf } | null> {
  const result = await tx.client.query<{ mapping: Mapping; of: MappingOf }>(
    `SELECT p.mapping, json_build_object('id', i.id, 'fileName', i.file_name, 'committedAt', ${isoMoment('i.committed_at')},
              'profile', json_build_object('name', p.name, 'version', p.version)) AS of
       FROM import_profiles p JOIN imports i ON i.id = p.import_id AND i.status = 'committed'
      WHERE p.kind = $1 AND p.fingerprint = $2 AND ${newest}
      ORDER BY greatest(i.committed_at, (SELECT max(u.committed_at) FROM imports u
        WHERE u.kind = p.kind AND u.status = 'committed' AND u.preview->>'profileName' = p.name)) DESC, p.id LIMIT 1`,
    [kind, fingerprint],
  );
  return result.rows[0] ?? null;
}

/** Stores the mapping of an import as the next version of its profile, unless the newest is the same. */
export async function rememberMapping(tx: TenantTx, stored: StoredImport, name: string): Promise<void> {
  const fingerprint = fingerprintFor(stored);
  const { delimiter: _delimiter, sheet: _sheet, ...mapping } = stored.mapping;
  const mappingHash = valueHash(mapping);
  const known = await tx.client.query<{ id: string; version: number; hash: string; fingerprint: string }>(
    `SELECT p.id, p.version, p.mapping_hash AS hash, p.fingerprint FROM import_profiles p WHERE p.kind = $1 AND p.name = $2 AND ${newest}`,
    [stored.kind, name],
  );
  const [last] = known.rows;
  if (last?.hash === mappingHash && last.fingerprint === fingerprint) return;
  await tx.client.query(
    `INSERT INTO import_profiles (tenant_id, id, version, kind, name, fingerprint, mapping, mapping_hash, import_id, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tx.tenantId,
      last?.id ?? newId(),
      (last?.version ?? 0) + 1,
      stored.kind,
      name,
      fingerprint,
      JSON.stringify(stored.mapping),
      mappingHash,
      stored.id,
      stored.createdById,
    ],
  );
}

function fingerprintFor({ preview, mapping }: StoredImport): string {
  return fingerprintOf(ownHeaders(preview), mapping.header);
}

/**
 * The profile that an import is stored with. A file that only happens to be called like the profile of other headers gets a
 * numbered one; a chosen name is kept.
 */
export async function profileFor(tx: TenantTx, stored: StoredImport): Promise<string> {
  const wanted = profileNameOf(stored);
  if (stored.preview.profileName !== undefined) return wanted;
  const taken = await tx.client.query<{ name: string }>(
    `SELECT p.name FROM import_profiles p WHERE p.kind = $1 AND p.fingerprint <> $2 AND ${newest}`,
    [stored.kind, fingerprintFor(stored)],
  );
  const names = new Set(taken.rows.map((row) => row.name));
  let name = wanted;
  for (let n = 2; names.has(name); n++) name = `${wanted} ${n}`;
  return name;
}

const columns = `p.id, p.kind, p.name, p.version, coalesce(i.file_name, '') AS "fileName",
  coalesce(u.display_name, 'Attain') AS "createdBy", ${isoMoment('p.created_at')} AS "createdAt"`;
const source = `import_profiles p LEFT JOIN imports i ON i.id = p.import_id LEFT JOIN users u ON u.id = p.created_by`;

/** One page of profiles by name, one row more than asked; `after`: name and kind of the last one before. */
export async function selectProfiles(
  tx: TenantTx,
  { after, limit }: { after: readonly string[]; limit: number },
): Promise<ImportProfile[]> {
  const result = await tx.client.query<ImportProfile>(
    `SELECT ${columns} FROM ${source} WHERE ${newest} AND (p.name COLLATE "C", p.kind COLLATE "C") > ($1, $2)
      ORDER BY p.name COLLATE "C", p.kind COLLATE "C" LIMIT $3`,
    [after[0] ?? '', after[1] ?? '', limit + 1],
  );
  return result.rows;
}

type StoredProfile = ImportProfile & {
  readonly mapping: Mapping;
  readonly hash: string;
  readonly fingerprint: string;
  /** The import it was stored with. */
  readonly importId: string;
};

/** All versions of a profile, newest first; none: there is no such profile. */
export async function selectVersions(tx: TenantTx, id: string): Promise<StoredProfile[]> {
  const result = await tx.client.query<StoredProfile>(
    `SELECT ${columns}, p.mapping, p.mapping_hash AS hash, p.fingerprint, p.import_id AS "importId" FROM ${source} WHERE p.id = $1 ORDER BY p.version DESC`,
    [id],
  );
  return result.rows;
}

/** Deletes a profile with all versions. */
export async function deleteProfile(tx: TenantTx, id: string): Promise<void> {
  await tx.client.query('DELETE FROM import_profiles WHERE id = $1', [id]);
}

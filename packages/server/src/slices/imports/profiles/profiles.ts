import type { ImportProfile } from '@attain/contract/import-profiles';
import type { ImportDetail, Mapping } from '@attain/contract/imports';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { anyText, decodeTypedCursor, onePage } from '../../../base/cursor.ts';
import type { TenantTx } from '../../../db/database.ts';
import { fingerprintOf } from '../mapping.ts';
import { mustImport } from '../may-import.ts';
import { asWritten } from '../upload-import.ts';
import { deleteProfile, selectProfiles, selectVersions } from './profile-store.ts';

type Version = { version: number; mapping: Mapping; hash: string; createdBy: string; createdAt: string };

/** The profiles with their newest version, by name. */
export function listProfiles(
  ctx: AppContext,
  actor: Actor,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ rows: ImportProfile[]; nextCursor: string | null }> {
  mustAllow(actor, 'read:imports');
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(cursor, [anyText, anyText]) ?? [];
    return onePage(await selectProfiles(tx, { after, limit }), limit, (row) => [row.name, row.kind]);
  });
}

/** A profile with all its versions, newest first. Throws NOT_FOUND. */
export function readProfile(
  ctx: AppContext,
  actor: Actor,
  id: string,
): Promise<ImportProfile & { versions: Version[] }> {
  mustAllow(actor, 'read:imports');
  return ctx.read(actor, async (tx) => {
    const all = await selectVersions(tx, id);
    const {
      mapping: _mapping,
      hash: _hash,
      fingerprint: _fingerprint,
      ...newest
    } = found(all[0] ?? null, 'import profile');
    const versions = all.map(({ version, mapping, hash, createdBy, createdAt }) => ({
      version,
      mapping,
      hash,
      createdBy,
      createdAt,
    }));
    return { ...newest, versions };
  });
}

/** Deletes a profile; the next file with its headers gets a proposal. Throws NOT_FOUND. */
export function removeProfile(ctx: AppContext, actor: Actor, id: string): Promise<{ removed: true }> {
  return ctx.write(actor, async (tx) => {
    mustAllow(actor, 'import:records');
    const { kind, name, version, hash } = found((await selectVersions(tx, id))[0] ?? null, 'import profile');
    mustImport(actor, kind);
    await deleteProfile(tx, id);
    tx.record({
      action: 'import-profile.removed',
      object: { type: 'import-profile', id },
      before: hash,
      reason: { code: 'NAME', text: `${name}, version ${version}` },
    });
    return { removed: true as const };
  });
}

/** The newest mapping of a profile for this file, and the import it was stored with. Throws NOT_FOUND, and CONFLICT if the file has other columns. */
export async function mappingFor(
  tx: TenantTx,
  file: Pick<ImportDetail, 'kind' | 'preview' | 'lookups'>,
  profileId: string,
): Promise<{ readonly name: string; readonly mapping: Mapping; readonly from: string }> {
  const { name, mapping, fingerprint, kind, importId } = found(
    (await selectVersions(tx, profileId))[0] ?? null,
    'import profile',
  );
  const { preview } = file;
  const ofSecondFiles = file.lookups.reduce((sum, { headers }) => sum + headers.length, 0);
  if (
    preview === null ||
    kind !== file.kind ||
    fingerprintOf(preview.headers.slice(0, preview.headers.length - ofSecondFiles), preview.hasHeader) !==
      fingerprint
  )
    throw new ApiError(
      'CONFLICT',
      `The columns are not those of the profile “${name}”. Choose another profile, or none to map them once.`,
    );
  return {
    name,
    mapping: asWritten(mapping, { delimiter: preview.delimiter, sheet: null }),
    from: importId,
  };
}

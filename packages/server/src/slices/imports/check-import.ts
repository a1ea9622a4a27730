import { isDeepStrictEqual } from 'node:util';
import { isProcessing } from '@attain/contract/import-status';
import type { ImportDetail, Mapping } from '@attain/contract/imports';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { dropApproval } from './approve-import.ts';
import { detailOf } from './import-detail.ts';
import { hasFile, limitsOf, pathOf, toApiError } from './import-file.ts';
import { markStarted, type StoredImport, selectImport, updateChecker } from './imports-store.ts';
import { lookupFaults, lookupFiles } from './lookups/lookup-files.ts';
import { checkMapping, profileFaults } from './mapping.ts';
import { mustImport } from './may-import.ts';
import { previewFile } from './reading/read-rows.ts';

/**
 * Starts a background check with a mapping. Throws BAD_INPUT with every problem of the mapping, and CONFLICT while the
 * import is being processed or once it is committed.
 */
export async function checkImport(
  ctx: AppContext,
  actor: Actor,
  input: {
    id: string;
    mapping: Mapping;
    profileName?: string | undefined;
    skipBadRows?: boolean | undefined;
  },
): Promise<ImportDetail> {
  const { id, mapping, profileName, skipBadRows = false } = input;
  const before = await ctx.read(actor, async (tx) => found(await selectImport(tx, id), 'import'));
  mustImport(actor, before.kind, mapping);
  requireIdle(ctx, before);
  if (skipBadRows && before.kind === 'plan-components')
    throw new ApiError('BAD_INPUT', 'The components of a plan are imported together. Correct the file.');
  const joins = lookupFaults(mapping, before.lookups);
  if (joins.length > 0) throw new ApiError('BAD_INPUT', 'The mapping has errors.', { problems: joins });
  const looked = await previewWith(ctx, actor.tenantId, { stored: before, mapping });
  const preview = profileName === undefined ? looked : { ...looked, profileName };
  const problems = [
    ...checkMapping(before.kind, mapping, preview.headers),
    ...profileFaults(mapping, preview),
  ];
  if (problems.length > 0) throw new ApiError('BAD_INPUT', 'The mapping has errors.', { problems });
  const detail = await ctx.write(actor, async (tx) => {
    const stored = found(await selectImport(tx, id, true), 'import');
    requireIdle(ctx, stored);
    await startCheck(tx, { id, mapping, preview, skipBadRows, by: actor.userId });
    tx.record({
      action: 'import.check-ordered',
      object: { type: 'import', id },
      ...(skipBadRows ? { reason: { code: 'skip-bad-rows' } } : {}),
    });
    return detailOf(tx, actor, found(await selectImport(tx, id), 'import'));
  });
  await ctx.jobs.order('import', { tenantId: actor.tenantId, id });
  return detail;
}

/** Orders a check by a person, which ends a request for approval of the one before. */
export async function startCheck(
  tx: TenantTx,
  { by, ...check }: Pick<StoredImport, 'id' | 'preview' | 'skipBadRows'> & { mapping: Mapping; by: string },
): Promise<void> {
  await dropApproval(tx, check.id, 'void');
  await updateChecker(tx, check.id, by);
  await markStarted(tx, { ...check, status: 'checking', total: check.preview.rowsEstimated });
}

/** Throws CONFLICT while a check or a commit is under way. */
export function mustNotBeProcessing(stored: StoredImport): void {
  if (isProcessing(stored))
    throw new ApiError(
      'CONFLICT',
      'This import is being processed right now. Wait until it is done, or cancel it.',
    );
}

/** Throws CONFLICT unless the file can be checked now. */
export function requireIdle(ctx: AppContext, stored: StoredImport): void {
  mustNotBeProcessing(stored);
  if (stored.status === 'committed')
    throw new ApiError('CONFLICT', 'This file is already imported. Upload it again to import it again.');
  if (!hasFile(ctx, stored.id))
    throw new ApiError('CONFLICT', 'The file of this import is no longer stored. Upload it again.');
}

/** The preview with the mapping's options; the file is read again if they differ from the stored ones. */
async function previewWith(
  ctx: AppContext,
  workspace: string,
  { stored, mapping }: { readonly stored: StoredImport; readonly mapping: Mapping },
): Promise<StoredImport['preview']> {
  const { preview } = stored;
  const same =
    mapping.header === preview.hasHeader &&
    (mapping.delimiter ?? preview.delimiter) === preview.delimiter &&
    (mapping.sheet ?? preview.sheet) === preview.sheet &&
    isDeepStrictEqual(mapping.lookups ?? [], stored.mapping.lookups ?? []);
  if (same) return preview;
  const looked = await previewFile({
    workspace,
    path: pathOf(ctx, stored.id),
    fileName: stored.fileName,
    limits: limitsOf(ctx),
    choices: mapping,
    header: mapping.header,
    lookups: lookupFiles(ctx, stored.lookups, mapping),
  }).catch((error: unknown) => {
    throw toApiError(error);
  });
  const { mappingOf, proposed, awaited, profileName } = preview;
  return {
    ...looked,
    mappingOf,
    ...(proposed && { proposed }),
    ...(awaited && { awaited }),
    ...(profileName && { profileName }),
  };
}

import type { ImportDetail, Mapping } from '@attain/contract/imports';
import type { Actor } from '../../base/actor.ts';
import { found, Refusal } from '../../base/refusal.ts';
import type { House } from '../../house.ts';
import { asRefusal, hasFile, limitsOf, pathOf } from './import-file.ts';
import { detailOf, markStarted, type StoredImport, selectImport } from './imports-store.ts';
import { checkMapping } from './mapping.ts';
import { mustImport } from './may-import.ts';
import { previewFile } from './reading/read-rows.ts';

/**
 * Orders a dry run with a mapping; it is done in the background.
 * Refuses BAD_INPUT with every problem of the mapping, CONFLICT while the import is under way or once it is committed.
 */
export async function checkImport(
  house: House,
  actor: Actor,
  input: { id: string; mapping: Mapping },
): Promise<ImportDetail> {
  const { id, mapping } = input;
  const before = await house.read(actor, async (tx) => found(await selectImport(tx, id), 'import'));
  mustImport(actor, before.kind, mapping);
  refuseUnlessIdle(house, before);
  const preview = await previewWith(house, actor.tenantId, { stored: before, mapping });
  const problems = checkMapping(before.kind, mapping, preview.headers.length);
  if (problems.length > 0) throw new Refusal('BAD_INPUT', 'The mapping cannot be used yet.', { problems });
  const detail = await house.write(actor, async (tx) => {
    const stored = found(await selectImport(tx, id, true), 'import');
    refuseUnlessIdle(house, stored);
    await markStarted(tx, { id, status: 'checking', mapping, preview, total: preview.rowsEstimated });
    tx.record({ action: 'import.check-ordered', object: { type: 'import', id } });
    return detailOf(actor, found(await selectImport(tx, id), 'import'));
  });
  await house.jobs.order('import-check', { tenantId: actor.tenantId, id });
  return detail;
}

function refuseUnlessIdle(house: House, stored: StoredImport): void {
  if (stored.status === 'checking' || stored.status === 'committing') {
    throw new Refusal('CONFLICT', 'This import is being worked on right now. Wait for it, or cancel it.');
  }
  if (stored.status === 'committed')
    throw new Refusal('CONFLICT', 'This import is committed; upload the file again to import it anew.');
  if (!hasFile(house, stored.id))
    throw new Refusal('CONFLICT', 'The file of this import is not kept any more. Upload it again.');
}

/** The preview under the mapping's choices; the file is looked at again when they are not those of the stored one. */
async function previewWith(
  house: House,
  workspace: string,
  { stored, mapping }: { readonly stored: StoredImport; readonly mapping: Mapping },
): Promise<StoredImport['preview']> {
  const { preview } = stored;
  const same =
    mapping.header === preview.hasHeader &&
    (mapping.delimiter ?? preview.delimiter) === preview.delimiter &&
    (mapping.sheet ?? preview.sheet) === preview.sheet;
  if (same) return preview;
  const looked = await previewFile({
    workspace,
    path: pathOf(house, stored.id),
    fileName: stored.fileName,
    limits: limitsOf(house),
    choices: mapping,
    header: mapping.header,
  }).catch((error: unknown) => {
    throw asRefusal(error);
  });
  const { mappingOf, proposed } = preview;
  return { ...looked, mappingOf, ...(proposed && { proposed }) };
}

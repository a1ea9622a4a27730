import type { ImportDetail, Mapping } from '@attain/contract/imports';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { anId } from '../../../base/cursor.ts';
import { newId } from '../../../base/ids.ts';
import { valueHash } from '../../../db/write.ts';
import { dropApproval } from '../approve-import.ts';
import { requireIdle } from '../check-import.ts';
import { detailOf } from '../import-detail.ts';
import { dropFile, hashFile, keepFile, limitsOf, pathOf, toApiError } from '../import-file.ts';
import {
  addEditor,
  insertLookup,
  type StoredImport,
  type StoredLookup,
  selectCurrency,
  selectImport,
} from '../imports-store.ts';
import { checkMapping, fingerprintOf, ownHeaders } from '../mapping.ts';
import { mustImport, withoutForbidden } from '../may-import.ts';
import { mustHavePlace } from '../open-quota.ts';
import { type MappingOf, selectMapping } from '../profiles/profile-store.ts';
import { mappingQuestions, proposeMapping } from '../propose-mapping.ts';
import type { FilePreview } from '../reading/preview-source.ts';
import { previewFile } from '../reading/read-rows.ts';
import { UnreadableFile } from '../reading/unreadable-file.ts';
import { asWritten, type UploadedFile } from '../upload-import.ts';
import { lookupFaults, lookupFiles } from './lookup-files.ts';
import { proposeJoin, proposeJoined } from './propose-join.ts';

const MAX_LOOKUPS = 4;

/**
 * Adds a second file to an import, named by the form field `importId`. Its columns join the rows of the first by a
 * column of the same name; the mapping of the last files like these is taken, else proposed. Throws NOT_FOUND,
 * BAD_INPUT beyond four files, CONFLICT while the import is busy or stored, and what an upload throws.
 */
export async function addLookup(ctx: AppContext, actor: Actor, file: UploadedFile): Promise<ImportDetail> {
  const { importId, before, hashed, look } = await prepare(ctx, actor, file);
  const fileName = file.fileName.replace(/^.*[/\\]/, '').slice(0, 255);
  const own = await previewFile({ ...look, path: file.path, fileName }).catch(asApiError);
  const id = newId();
  await keepFile(ctx, id, file.path);
  const { hasHeader: header, delimiter, sheet, headers } = own;
  const lookup = { id, fileName, header, delimiter, sheet, headers };
  const bodyHash = valueHash({ importId, contentHash: hashed.contentHash });
  const sender = { ...actor, request: { ...actor.request, bodyHash } };
  let kept = false;
  try {
    const joined = await joinedPreview(ctx, look, { before, lookup, own });
    const detail = await ctx.write(sender, async (tx) => {
      const stored = found(await selectImport(tx, importId, true), 'import');
      requireIdle(ctx, stored);
      if (stored.lookups.length !== before.lookups.length)
        throw new ApiError('CONFLICT', 'Another file was added meanwhile. Add this one again.');
      await mustHavePlace(ctx, tx, { moreBytes: hashed.byteCount, lock: true, counts: false });
      const fingerprint = fingerprintOf(ownHeaders(stored.preview), stored.mapping.header);
      const next = nextMapping(actor, stored, {
        joined,
        lookups: [...stored.lookups, lookup],
        earlier: await selectMapping(tx, stored.kind, fingerprint),
        currency: await selectCurrency(tx),
      });
      await dropApproval(tx, importId, 'void');
      await insertLookup(tx, stored, { lookup, ...hashed, ...next });
      await addEditor(tx, importId, actor.userId);
      tx.record({
        action: 'import.file-added',
        object: { type: 'import', id: importId },
        evidence: [hashed.contentHash],
        reason: { code: 'FILE', text: fileName },
      });
      return detailOf(tx, actor, found(await selectImport(tx, importId), 'import'));
    });
    // the answer to an earlier upload with this key: that one's file is kept
    kept = await ctx.read(actor, async (tx) =>
      Boolean((await selectImport(tx, importId))?.lookups.some((one) => one.id === id)),
    );
    return detail;
  } finally {
    if (!kept) await dropFile(ctx, id);
  }
}

async function prepare(ctx: AppContext, actor: Actor, file: UploadedFile) {
  mustAllow(actor, 'import:records');
  const importId = file.fields.importId ?? '';
  if (!anId(importId))
    throw new ApiError('BAD_INPUT', 'Send the import’s id as “importId”, before the file.');
  const before = await ctx.read(actor, async (tx) => found(await selectImport(tx, importId), 'import'));
  mustImport(actor, before.kind);
  requireIdle(ctx, before);
  if (before.lookups.length >= MAX_LOOKUPS)
    throw new ApiError('BAD_INPUT', `An import has at most ${MAX_LOOKUPS} second files. Join some before.`);
  const hashed = await hashFile(file.path);
  // asked again where it is stored; this one saves the reading
  await ctx.read(actor, (tx) =>
    mustHavePlace(ctx, tx, { moreBytes: hashed.byteCount, lock: false, counts: false }),
  );
  const signal = file.signal && { signal: file.signal };
  return { importId, before, hashed, look: { workspace: actor.tenantId, limits: limitsOf(ctx), ...signal } };
}

interface Joined {
  readonly preview: FilePreview;
  readonly joins: NonNullable<Mapping['lookups']>;
}

/** The first rows with the columns of the new file; without a join if its key repeats, which is a warning. */
async function joinedPreview(
  ctx: AppContext,
  look: { workspace: string; limits: ReturnType<typeof limitsOf>; signal?: AbortSignal },
  { before, lookup, own }: { before: StoredImport; lookup: StoredLookup; own: FilePreview },
): Promise<Joined> {
  const joins = before.mapping.lookups ?? [];
  const name = nameOf(
    lookup.fileName,
    joins.map((join) => join.name),
  );
  const proposed = proposeJoin(before.preview, own, name);
  const previewOf = (join: Joined['joins'][number]) =>
    previewFile({
      ...look,
      path: pathOf(ctx, before.id),
      fileName: before.fileName,
      choices: before.mapping,
      header: before.mapping.header,
      lookups: lookupFiles(ctx, [...before.lookups, lookup], {
        ...before.mapping,
        lookups: [...joins, join],
      }),
    });
  try {
    return { preview: await previewOf(proposed), joins: [...joins, proposed] };
  } catch (error) {
    if (!(error instanceof UnreadableFile) || error.code !== 'REPEATED_KEY') throw toApiError(error);
    const open = { ...proposed, on: [] };
    const preview = await previewOf(open).catch(asApiError);
    return {
      preview: { ...preview, warnings: [...preview.warnings, error.message] },
      joins: [...joins, open],
    };
  }
}

function asApiError(error: unknown): never {
  throw toApiError(error);
}

/** The file's name without ending, as the columns show it; numbered if it is there already. */
function nameOf(fileName: string, taken: readonly string[]): string {
  const stem =
    fileName
      .replace(/\.[^.]*$/, '')
      .replaceAll('.', ' ')
      .trim()
      .slice(0, 50) || 'File';
  let name = stem;
  for (let n = 2; taken.includes(name); n++) name = `${stem} ${n}`;
  return name;
}

/** The mapping of the last files like these if it fits all of them, else what there is and what is proposed beside it. */
function nextMapping(
  actor: Actor,
  stored: StoredImport,
  given: {
    joined: Joined;
    lookups: readonly StoredLookup[];
    earlier: { mapping: Mapping; of: MappingOf } | null;
    currency: string;
  },
): { preview: StoredImport['preview']; mapping: Mapping } {
  const { joined, lookups, earlier, currency } = given;
  const { kind } = stored;
  const byHeaders = proposeMapping(kind, joined.preview, currency);
  const kept = { ...byHeaders.fields, ...stored.mapping.fields };
  // a mapping that was checked is a person's
  const fields =
    stored.status === 'uploaded'
      ? proposeJoined(kept, joined.preview, {
          join: joined.joins.at(-1),
          columns: lookups.at(-1)?.headers.length ?? 0,
        })
      : kept;
  const beside: Mapping = { ...byHeaders, fields, lookups: joined.joins };
  const proposed = withoutForbidden(actor, kind, beside).mapping;
  const wanted = earlier?.mapping.lookups ?? [];
  const fits =
    earlier !== null &&
    wanted.length === lookups.length &&
    lookupFaults(earlier.mapping, lookups).length === 0 &&
    checkMapping(kind, earlier.mapping, joined.preview.headers).length === 0;
  const chosen = fits ? asWritten(earlier.mapping, joined.preview) : proposed;
  const { mapping, warnings } = withoutForbidden(actor, kind, chosen);
  const questions = mappingQuestions(kind, joined.preview, mapping);
  return {
    mapping,
    preview: {
      ...joined.preview,
      mappingOf: fits ? earlier.of : null,
      proposed,
      awaited: wanted.slice(lookups.length).map(({ name }) => name),
      warnings: [...joined.preview.warnings, ...warnings, ...questions],
    },
  };
}

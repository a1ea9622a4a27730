import { type ImportDetail, importKinds, type Mapping } from '@attain/contract/imports';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { anId } from '../../base/cursor.ts';
import { newId } from '../../base/ids.ts';
import { valueHash } from '../../db/write.ts';
import { detailOf } from './import-detail.ts';
import { dropFile, hashFile, keepFile, limitsOf, sweepFiles, toApiError } from './import-file.ts';
import { insertImport, selectCurrency, selectImport } from './imports-store.ts';
import type { KindName } from './kinds/kind.ts';
import { checkMapping, fingerprintOf, isCorrected } from './mapping.ts';
import { mustImport, withoutForbidden } from './may-import.ts';
import { mustHavePlace } from './open-quota.ts';
import { selectMapping } from './profiles/profile-store.ts';
import { mappingQuestions, proposeMapping } from './propose-mapping.ts';
import type { FilePreview } from './reading/preview-source.ts';
import { previewFile } from './reading/read-rows.ts';

/** An uploaded file on disk, with the form fields: `kind`, and `planId` for plan components. */
export interface UploadedFile {
  readonly path: string;
  readonly fileName: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Aborted when the sender hangs up. */
  readonly signal?: AbortSignal;
  /** The id of the import; a new one by default. */
  readonly id?: string;
}

/**
 * Stores a file and detects its format, first rows and mapping: the mapping of the last file with the same headers,
 * else a proposal. No records are stored yet. Throws BAD_INPUT for an unknown kind or plan, UNSUPPORTED_FILE or
 * TOO_LARGE with reason and fix, and THROTTLED while too many files are being read.
 */
export async function uploadImport(ctx: AppContext, actor: Actor, file: UploadedFile): Promise<ImportDetail> {
  mustAllow(actor, 'import:records');
  const kind = kindOf(file.fields.kind);
  mustImport(actor, kind);
  const planId = file.fields.planId ?? null;
  if ((kind === 'plan-components') !== (planId !== null)) {
    throw new ApiError(
      'BAD_INPUT',
      'A plan is required for plan components, and only for them: send its id as “planId”.',
    );
  }
  const fileName = file.fileName.replace(/^.*[/\\]/, '').slice(0, 255);
  const limits = limitsOf(ctx);
  const hashed = await hashFile(file.path);
  // asked again where it is stored; this one saves the reading
  await ctx.read(actor, (tx) => mustHavePlace(ctx, tx, { moreBytes: hashed.byteCount, lock: false }));
  const job = { workspace: actor.tenantId, path: file.path, fileName, limits };
  const preview = await previewFile({ ...job, ...(file.signal && { signal: file.signal }) }).catch(
    (error: unknown) => {
      throw toApiError(error);
    },
  );
  const id = file.id ?? newId();
  await sweepFiles(ctx);
  await keepFile(ctx, id, file.path);
  // the same key with another file is another request: what was sent is the file, not the form around it
  const bodyHash = valueHash({ kind, planId, contentHash: hashed.contentHash });
  const sender = { ...actor, request: { ...actor.request, bodyHash } };
  try {
    const detail = await ctx.write(sender, async (tx) => {
      await mustHavePlace(ctx, tx, { moreBytes: hashed.byteCount, lock: true });
      if (planId !== null) await rejectUnknownPlan(tx.client, planId);
      const earlier = await selectMapping(tx, kind, fingerprintOf(preview.headers, preview.hasHeader));
      const byHeaders = proposeMapping(kind, preview, await selectCurrency(tx));
      const { mapping: proposed } = withoutForbidden(actor, kind, byHeaders);
      const awaited = (earlier?.mapping.lookups ?? []).map(({ name }) => name);
      const fits =
        earlier !== null &&
        awaited.length === 0 &&
        checkMapping(kind, earlier.mapping, preview.headers).length === 0;
      const chosen = fits ? asWritten(earlier.mapping, preview) : byHeaders;
      const { mapping, warnings } = withoutForbidden(actor, kind, chosen);
      await insertImport(tx, {
        id,
        kind,
        planId,
        fileName,
        ...hashed,
        preview: {
          ...preview,
          mappingOf: fits ? earlier.of : null,
          proposed,
          awaited,
          warnings: [...preview.warnings, ...warnings, ...mappingQuestions(kind, preview, mapping)],
        },
        mapping,
        createdBy: actor.userId,
      });
      tx.record({ action: 'import.uploaded', object: { type: 'import', id }, after: hashed.contentHash });
      return detailOf(tx, actor, found(await selectImport(tx, id), 'import'));
    });
    // the answer to an earlier upload with this key: that one's file is kept
    if (detail.id !== id) await dropFile(ctx, id);
    return detail;
  } catch (error) {
    await dropFile(ctx, id);
    throw error;
  }
}

function kindOf(text: string | undefined): KindName {
  const kind = importKinds.find((candidate) => candidate === text);
  if (kind === undefined)
    throw new ApiError(
      'BAD_INPUT',
      `Choose what the file contains: send “kind” as one of ${importKinds.join(', ')}.`,
    );
  return kind;
}

/** The remembered columns, with the delimiter and sheet of this very file; corrected rows are no snapshot and have no control totals. */
export function asWritten(
  mapping: Mapping,
  preview: Pick<FilePreview, 'delimiter' | 'sheet' | 'addedColumns'>,
): Mapping {
  const { delimiter: _delimiter, sheet: _sheet, snapshot, controls, ...rest } = mapping;
  return {
    ...rest,
    ...(snapshot && !isCorrected(preview) && { snapshot }),
    ...(controls && !isCorrected(preview) && { controls }),
    ...(preview.delimiter === null ? {} : { delimiter: preview.delimiter }),
    ...(preview.sheet === null ? {} : { sheet: preview.sheet }),
  };
}

async function rejectUnknownPlan(
  client: { query: (sql: string, values: unknown[]) => Promise<{ rows: unknown[] }> },
  planId: string,
) {
  const isId = anId(planId);
  const plan = isId ? (await client.query('SELECT 1 FROM plans WHERE id = $1', [planId])).rows[0] : undefined;
  if (plan === undefined)
    throw new ApiError('BAD_INPUT', 'Plan not found. Send the id of an existing plan as “planId”.');
}

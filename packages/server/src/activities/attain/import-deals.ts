import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isProcessing } from '@attain/contract/import-status';
import type { ImportDetail, Mapping } from '@attain/contract/imports';
import { isObject, type JsonObject, type JsonValue } from '@attain/domain/workflows/json-value';
import { stringify } from 'csv-stringify/sync';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { anId } from '../../base/cursor.ts';
import { newId } from '../../base/ids.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Activity } from '../../runs/engine/perform-effect.ts';
import { checkImport } from '../../slices/imports/check-import.ts';
import { commitImport } from '../../slices/imports/commit-import.ts';
import { listImportProblems } from '../../slices/imports/list-import-problems.ts';
import { readImport } from '../../slices/imports/read-import.ts';
import { uploadImport } from '../../slices/imports/upload-import.ts';
import { selectFile } from '../../slices/workflow-runs/files/file-store.ts';
import { actingFor } from '../acting-for.ts';
import { asJson } from '../config-values.ts';

const lookAgainMs = 100;
const problemsShown = 20;

/**
 * Imports deals from a stored file, or from rows of the run, like a user's file: upload, check, commit. Each part is
 * stored under the step's key, so that a repeated attempt continues the same import. Nothing is stored unless every row
 * is valid. Fails with BAD_ROWS and the first errors, with AWAITS_APPROVAL over the workspace's limits (APR-13), and as the import
 * fails.
 */
export function importDeals(ctx: AppContext): Activity {
  return {
    outside: async (given) => {
      const actor = await actingFor(ctx, given);
      mustAllow(actor, 'import:records');
      const { config, input } = given.effect;
      const source = config.source ?? input ?? null;
      const file = await bytesOf(ctx, actor, source);
      const uploaded = await upload(ctx, step(actor, 'upload'), file);
      if (uploaded.mapping === null) {
        throw new EffectFailed('BAD_FILE', 'The columns of this file don’t match those of deals.');
      }
      const { id } = uploaded;
      const wait = { id, signal: given.signal };
      // a repetition finds the import where the attempt before left it
      const before = await readImport(ctx, actor, id);
      if (before.status === 'uploaded') {
        await checkImport(ctx, step(actor, 'check'), { id, ...ofWorkflow(uploaded, uploaded.mapping) });
      }
      const checked = await settled(ctx, actor, wait);
      if (checked.problemCount > 0) {
        const { rows } = await listImportProblems(ctx, actor, { id, limit: problemsShown });
        const first = rows.map(({ line, reason, fix }) => `Line ${line}: ${reason} ${fix}`).join(' ');
        throw new EffectFailed('BAD_ROWS', `${checked.problemCount} errors; nothing was imported. ${first}`);
      }
      if (config.mode !== 'commit' || checked.status === 'committed') return outcomeOf(checked);
      const ordered = checked.awaitsApproval ? checked : await commitImport(ctx, step(actor, 'commit'), id);
      if (ordered.awaitsApproval) {
        const message = 'The import waits in Approvals. Run this step again once it is approved.';
        throw new EffectFailed('AWAITS_APPROVAL', message);
      }
      return outcomeOf(await settled(ctx, actor, wait));
    },
  };
}

/** A step has chosen no snapshot: where the last file with these headers was one, its rows have a profile of their own and remove nothing. */
function ofWorkflow({ profileName }: ImportDetail, { snapshot, ...mapping }: Mapping) {
  return snapshot === undefined
    ? { mapping }
    : { mapping, profileName: `${profileName.slice(0, 49)} (workflow)` };
}

/** Each of the writes is remembered for itself. */
function step(actor: Actor, part: string): Actor {
  return { ...actor, request: { ...actor.request, route: `${actor.request.route}/${part}` } };
}

interface Bytes {
  readonly fileName: string;
  readonly content: Buffer | string;
}

async function bytesOf(ctx: AppContext, actor: Actor, source: JsonValue): Promise<Bytes> {
  if (Array.isArray(source)) return { fileName: 'rows.csv', content: csvOf(source) };
  const id = isObject(source) ? source.file : source;
  if (typeof id !== 'string' || !anId(id)) {
    throw new EffectFailed('BAD_CONFIG', '“source” must be a stored file or a list of rows.');
  }
  return ctx.read(actor, async (tx) => found(await selectFile(tx, id), 'file'));
}

/** Records as CSV with the fields of all as columns. Fails for anything but records of plain values. */
function csvOf(rows: readonly JsonValue[]): string {
  const wrong = rows.findIndex((row) => !isObject(row) || Object.values(row).some(isNested));
  if (rows.length === 0 || wrong !== -1) {
    const message =
      rows.length === 0
        ? 'There are no rows to import.'
        : `Row ${wrong + 1} is not a record of plain values, such as { id: "D-1", date: "2024-01-31", amount: "100.00" }.`;
    throw new EffectFailed('BAD_ROWS', message);
  }
  const records = rows as readonly JsonObject[];
  const columns = [...new Set(records.flatMap((row) => Object.keys(row)))];
  const cells = records.map((row) => columns.map((column) => plainText(row[column])));
  return stringify([columns, ...cells], { record_delimiter: 'unix' });
}

function isNested(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null;
}

function plainText(value: JsonValue | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

async function upload(ctx: AppContext, actor: Actor, { fileName, content }: Bytes): Promise<ImportDetail> {
  // Next to the import files, so that the file only has to be renamed.
  const folder = join(ctx.settings.dataDir, 'uploads');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${newId()}.rows`);
  try {
    await writeFile(path, content, { mode: 0o600 });
    return await uploadImport(ctx, actor, { path, fileName, fields: { kind: 'deals' } });
  } finally {
    await rm(path, { force: true });
  }
}

async function settled(
  ctx: AppContext,
  actor: Actor,
  of: { id: string; signal: AbortSignal },
): Promise<ImportDetail> {
  for (;;) {
    const detail = await readImport(ctx, actor, of.id);
    if (!isProcessing(detail)) {
      if (detail.status === 'checked' || detail.status === 'committed') return detail;
      throw new EffectFailed('NOT_IMPORTED', detail.error ?? `The import is ${detail.status}.`);
    }
    await pause(lookAgainMs, undefined, { signal: of.signal });
  }
}

function outcomeOf({ id, status, summary, contentHash }: ImportDetail): JsonValue {
  return asJson({
    import: id,
    status,
    hash: contentHash,
    rows: summary?.rows ?? 0,
    added: summary?.added ?? 0,
    changed: summary?.changed ?? 0,
    unchanged: summary?.unchanged ?? 0,
    from: summary?.from ?? null,
    to: summary?.to ?? null,
    totals: summary?.totals ?? [],
  });
}

import { hash } from 'node:crypto';
import { indexedText } from '@attain/domain/telemetry/log-text';
import type { AppContext } from '../../app-context.ts';
import { newId } from '../../base/ids.ts';
import { isLostDatabase } from '../../base/lost-database.ts';
import type { TenantTx } from '../../db/database.ts';
import { holdTurn } from '../../db/turns.ts';
import type { Look } from '../../runs/look.ts';
import {
  type EndedRun,
  type IndexedText,
  insertPostings,
  type LoggedRun,
  type Posting,
  queueTraces,
  selectJournals,
  takeEnded,
} from './log-store.ts';
import { runLogLines } from './run-log-lines.ts';

/** How many runs are indexed in one transaction, and how many transactions a workspace has before others get their turn. */
const atOnce = 200;
const timesAtOnce = 20;

export const logsLook: Look = { isDue: 'EXISTS (SELECT 1 FROM run_ends)', act: indexLogs };

/**
 * Adds the logs of ended runs to the index, one workspace per transaction. A run leaves the queue in the transaction that
 * stores its postings, so it is indexed and counted once, also by many processes. Traces to export are queued with it.
 */
async function indexLogs(ctx: AppContext): Promise<void> {
  const waiting = await ctx.db.owner.query<{ tenantId: string }>(
    'SELECT DISTINCT tenant_id AS "tenantId" FROM run_ends LIMIT 100',
  );
  for (const { tenantId } of waiting.rows) {
    try {
      await indexWorkspace(ctx, tenantId);
    } catch (error) {
      if (isLostDatabase(error)) throw error;
      ctx.log.error({ err: error, tenantId }, 'logs could not be indexed');
    }
  }
}

async function indexWorkspace(ctx: AppContext, tenantId: string): Promise<void> {
  const exportsTraces = ctx.settings.otlpEndpoint !== undefined;
  for (let time = 0; time < timesAtOnce; time += 1) {
    const runs = await ctx.db.within(tenantId, (tx) => indexSome(tx, exportsTraces));
    for (const { status, durationMs } of runs) ctx.metrics.add(status, durationMs);
    if (runs.length < atOnce) return;
  }
}

async function indexSome(tx: TenantTx, exportsTraces: boolean): Promise<readonly EndedRun[]> {
  await holdTurn(tx, 'log-index', tx.tenantId);
  const runs = await takeEnded(tx, atOnce);
  if (runs.length === 0) return [];
  if (exportsTraces)
    await queueTraces(
      tx,
      runs.filter(({ isOutermost }) => isOutermost).map(({ id }) => id),
    );
  const journals = await selectJournals(
    tx,
    runs.map(({ id }) => id),
  );
  const texts = new Map<string, IndexedText>();
  const shapes = new Map<string, { textIds: readonly string[]; runs: LoggedRun[] }>();
  for (const run of runs) {
    const ids = new Set<string>();
    for (const line of await runLogLines(tx, run, journals.get(run.id) ?? [])) {
      const text = {
        workflowId: run.workflowId,
        level: line.level,
        source: indexedText(line.source),
        message: indexedText(line.message),
      };
      const textId = idOf([text.workflowId, text.level, text.source, text.message]);
      texts.set(textId, { textId, ...text });
      ids.add(textId);
    }
    const textIds = [...ids].sort();
    const shape = idOf(textIds);
    const known = shapes.get(shape) ?? { textIds, runs: [] };
    known.runs.push(run);
    shapes.set(shape, known);
  }
  const postings = [...shapes].map(([shape, one]): Posting => ({ postingId: newId(), shape, ...one }));
  await insertPostings(tx, [...texts.values()], postings);
  return runs;
}

/** An id from content: the same content has the same one. */
function idOf(parts: readonly string[]): string {
  const digest = hash('sha256', JSON.stringify(parts));
  return [8, 4, 4, 4, 12]
    .reduce<{ at: number; parts: string[] }>(
      ({ at, parts: done }, length) => ({ at: at + length, parts: [...done, digest.slice(at, at + length)] }),
      { at: 0, parts: [] },
    )
    .parts.join('-');
}

import { changesBetween } from '@attain/domain/versions/compare';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { aCount, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import {
  contentOfVersion,
  countVersions,
  selectEditedAgent,
  selectVersion,
  selectVersionRows,
  selectVersionRowsOf,
  type VersionRow,
} from './version-rows.ts';

/** One page of an agent's versions, newest first, with counts over all. Throws NOT_FOUND. */
export function listVersions(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; limit: number; cursor?: string | undefined; search?: string | undefined },
) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    const { name } = found(await selectEditedAgent(tx, input.id), 'agent');
    const counts = await countVersions(tx, input.id);
    const [before = null] = decodeTypedCursor(input.cursor, [aCount]) ?? [];
    const rows = await selectVersionRows(tx, input.id, {
      now: ctx.clock.now(),
      before: before === null ? null : Number(before),
      limit: input.limit,
      search: containing(input.search),
    });
    const page = onePage(rows, input.limit, ({ number }) => [number]);
    const { versions, active, branches } = counts;
    return {
      rows: page.rows.map((row) => summaryOf(row)),
      nextCursor: page.nextCursor,
      total: versions,
      agent: name,
      totals: { versions, active, branches },
    };
  });
}

/** A version with its manifest, its workflow and what changed since the version before. Throws NOT_FOUND. */
export async function versionDetail(ctx: AppContext, tx: TenantTx, of: { id: string; hash: string }) {
  const stored = found(await selectVersion(tx, of.id, of.hash), 'version');
  const [row] = await selectVersionRowsOf(tx, of.id, { now: ctx.clock.now(), hashes: [of.hash] });
  const { ...manifest } = stored.manifest;
  return {
    ...summaryOf(found(row, 'version')),
    manifest,
    workflow: stored.document,
  };
}

export function readVersion(ctx: AppContext, actor: Actor, input: { id: string; hash: string }) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, (tx) => versionDetail(ctx, tx, input));
}

/** What turns one version into another, and the figures of both. Throws NOT_FOUND. */
export function compareVersions(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; from: string; to: string },
) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    const from = found(await selectVersion(tx, input.id, input.from), 'version');
    const to = found(await selectVersion(tx, input.id, input.to), 'version');
    const now = ctx.clock.now();
    const rows = await selectVersionRowsOf(tx, input.id, { now, hashes: [from.hash, to.hash] });
    const summary = (hash: string) =>
      summaryOf(
        found(
          rows.find((row) => row.hash === hash),
          'version',
        ),
      );
    return {
      from: { ...summary(from.hash), workflow: from.document },
      to: { ...summary(to.hash), workflow: to.document },
      changes: changesBetween(contentOfVersion(from), contentOfVersion(to)).map((change) => ({
        ...change,
        fields: change.fields.slice(),
      })),
    };
  });
}

function summaryOf(row: VersionRow) {
  const { completed, failed, medianMs, accuracy, openRuns } = row;
  const ended = completed + failed;
  return {
    id: row.hash,
    version: row.version,
    branch: row.branch,
    tag: row.tag,
    author: row.author,
    date: row.date,
    message: row.message,
    status: row.status,
    changes: [...row.changes],
    parents: [...row.parents],
    manifestHash: row.manifestHash,
    workflowVersion: row.workflowVersion,
    deployments: row.deployments,
    performance: {
      accuracy: accuracy === null ? null : Math.round(accuracy * 1e4) / 1e4,
      speedMs: medianMs === null ? null : Math.round(medianMs),
      reliability: ended === 0 ? null : Math.round((completed / ended) * 1e4) / 1e4,
      runs: row.runs,
    },
    openRuns,
    size: row.size,
  };
}

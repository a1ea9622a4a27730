import { setTimeout } from 'node:timers/promises';
import { scopeOf } from '@attain/domain/access/permissions';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { ApiError } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import { valueHash } from '../../../db/write.ts';
import { defineJob, type JobInput } from '../../../jobs/define-job.ts';
import { readerOf } from '../../calculations/publications.ts';
import { reachOf, visibleParticipants } from '../../participants/visible-participants.ts';
import { visibleRun } from '../../payouts/visible-run.ts';
import { activeMember } from '../../people/active-member.ts';
import { loadFullStatement } from '../load-statement.ts';
import { type StatementSummary, selectStatements } from '../statements-store.ts';
import { type ArchivedFile, archivePath, dropArchive, writeZip } from './archive-file.ts';
import { selectArchive, selectPeriods, updateArchive } from './archive-store.ts';

interface Subject {
  readonly id: string;
  readonly runId: string;
  readonly createdBy: string;
}

const permission = 'read:statements' as const;
/** Statements whose names are read at once. */
const PORTION = 200;
/** Bytes of a name; systems allow 255 in all. */
const MAX_NAME_BYTES = 150;
/** Files that a ZIP without its 64-bit extension holds. */
const MAX_FILES = 65_000;

/**
 * Writes the statements of a calculation that its owner may read into a ZIP, one PDF at a time, with the permissions the owner
 * has now (ACCESS-45). A killed one starts afresh.
 */
export const archiveJob = defineJob<Subject>({
  kind: 'statement-archive',
  unexpected: 'The ZIP could not be created because of an internal error. Try again.',
  load: selectArchive,
  steps: archive,
  onEnd: (tx, id, { status, message }) => updateArchive(tx, id, { status, error: message }),
  discard: dropArchive,
});

async function archive(job: JobInput<Subject>): Promise<void> {
  const { ctx, subject } = job;
  const { id, runId } = subject;
  const actor = await ctx.db.within(job.actor.tenantId, async (tx): Promise<Actor> => {
    const member = await activeMember(tx, subject.createdBy);
    if (member === null) throw new ApiError('NOT_ALLOWED', 'Its owner can no longer sign in.');
    return { ...job.actor, ...member };
  });
  const { run, statements, access } = await ctx.read(actor, async (tx) => {
    const seen = await visibleRun(tx, { actor, permission, runId });
    const reader = readerOf(actor, permission);
    const reach = await reachOf(tx, actor, permission);
    const [period] = await selectPeriods(tx, { reach, reader, userId: subject.createdBy, run: runId });
    const access = await accessHash(tx, actor, runId);
    return { run: seen.run, statements: period?.statements ?? 0, access };
  });
  if (statements > MAX_FILES)
    throw new ApiError(
      'TOO_LARGE',
      `A ZIP holds at most ${MAX_FILES} statements; this period has ${statements}.`,
    );
  job.progress(0, statements);
  const at = new Date(run.finishedAt ?? run.createdAt);
  const written = await writeZip(archivePath(ctx, id), pdfsOf(job, actor), at);
  await ctx.db.within(actor.tenantId, (tx) => updateArchive(tx, id, { ...written, access }));
}

/** Differs whenever an actor reads other statements of a calculation, or other payments in them. */
export async function accessHash(tx: TenantTx, actor: Actor, runId: string): Promise<string> {
  const { run, visible } = await visibleRun(tx, { actor, permission, runId });
  const payments =
    scopeOf(actor.roles, 'read:payments') === null
      ? []
      : await visibleParticipants(tx, actor, 'read:payments', run.period);
  const reader = readerOf(actor, permission);
  return valueHash({ reader, visible: visible?.toSorted() ?? null, payments: payments?.toSorted() ?? null });
}

async function* pdfsOf(job: JobInput<Subject>, actor: Actor): AsyncGenerator<ArchivedFile> {
  const { ctx, subject } = job;
  // what makes PDFs is large, and most workers never make one
  const { statementPdf } = await import('../statement-pdf.ts');
  let done = 0;
  for await (const { participantId, participantName } of summaries(ctx, actor, subject.runId)) {
    job.signal.throwIfAborted();
    const full = await loadFullStatement(ctx, actor, { runId: subject.runId, participantId });
    const begun = performance.now();
    const body = await statementPdf(full);
    const tookMs = performance.now() - begun;
    done += 1;
    yield { name: entryName(done, `${participantId} ${participantName}`), body };
    job.progress(done);
    // a PDF holds up every request of this process: they get as much time
    await setTimeout(tookMs);
    await job.pause();
  }
}

async function* summaries(ctx: AppContext, actor: Actor, runId: string): AsyncGenerator<StatementSummary> {
  let after: readonly string[] | null = null;
  for (;;) {
    const from: readonly string[] | null = after;
    const rows = await ctx.read(actor, async (tx): Promise<StatementSummary[]> => {
      const { run, linesOf } = await visibleRun(tx, { actor, permission, runId });
      return selectStatements(tx, {
        reach: await reachOf(tx, actor, permission),
        reader: readerOf(actor, permission),
        ...{ participantId: null, search: null, after: from, limit: PORTION },
        run: { asked: run.id, linesOf },
      });
    });
    const page = rows.slice(0, PORTION);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || rows.length <= PORTION) return;
    after = [last.period.to, last.runId, last.participantName, last.participantId];
  }
}

/** The name of a PDF in the ZIP: the number keeps apart what is cut, or what a system takes for the same. */
export function entryName(number: number, name: string): string {
  const safe = fileSafe(name);
  const { read } = new TextEncoder().encodeInto(safe, new Uint8Array(MAX_NAME_BYTES));
  return `${String(number).padStart(4, '0')} ${safe.slice(0, read)}.pdf`;
}

/** A name that every system stores. */
export function fileSafe(name: string): string {
  return name.replace(/[^\p{L}\p{N} ._-]+/gu, (part) =>
    [...part].map((one) => `%${one.codePointAt(0)?.toString(16)}`).join(''),
  );
}

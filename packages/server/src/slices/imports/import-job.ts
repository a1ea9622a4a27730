import type { AppContext } from '../../app-context.ts';
import { defineJob, type Job, type JobEnd, type TransactionJob } from '../../jobs/define-job.ts';
import type { JobOrder } from '../../jobs/queue.ts';
import { checkRows } from './check-rows.ts';
import { commitRows } from './commit-rows.ts';
import { dropFiles } from './import-file.ts';
import { type StoredImport, selectImport, updateEnded } from './imports-store.ts';
import type { PreviewPay } from './merging/pay-effect.ts';

/** What later slices add to the work on an import. */
interface ImportParts {
  readonly previewPay: PreviewPay;
  /** After a commit: confirms calculations that pay the same with the new records. */
  settleOutOfDate(ctx: AppContext, order: JobOrder): Promise<void>;
}

/** Checks or commits an uploaded file, by its status. */
export function defineImportJob({ previewPay, settleOutOfDate }: ImportParts): Job {
  return defineJob<StoredImport & { createdBy: string }>({
    ...endOfImport,
    unexpected: 'The import stopped because of an internal error. Nothing was saved; try again.',
    load: async (tx, id) => {
      const stored = await selectImport(tx, id);
      return stored && { ...stored, createdBy: stored.createdById };
    },
    work: (job: TransactionJob<StoredImport>) =>
      job.subject.status === 'checking' ? checkRows(job, previewPay) : commitRows(job),
    entryOf: (stored, { status }) => ({ action: `import.${status}`, reason: { code: stored.status } }),
    afterwards: async (ctx, order) => {
      const stored = await ctx.db.within(order.tenantId, (tx) => selectImport(tx, order.id));
      if (stored?.status !== 'committed') return;
      await dropFiles(ctx, stored);
      await settleOutOfDate(ctx, order);
    },
  });
}

/** How the job of an import ends early; the file is kept, so that it can be checked again. */
export const endOfImport = {
  kind: 'import' as const,
  onEnd: (tx: Parameters<typeof updateEnded>[0], id: string, { status, message }: JobEnd) =>
    updateEnded(tx, id, { status, error: message }),
};

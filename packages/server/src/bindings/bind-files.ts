import { join } from 'node:path';
import { Readable } from 'node:stream';
import { reportKinds } from '@attain/contract/suites';
import type { AppContext } from '../app-context.ts';
import type { Actor } from '../base/actor.ts';
import type { FileBindings } from '../http/file-routes.ts';
import { exportLog } from '../slices/audit/export-log.ts';
import { downloadDisputeFile } from '../slices/disputes/files/download-dispute-file.ts';
import { MAX_FILE_BYTES } from '../slices/disputes/files/file-kind.ts';
import { uploadDisputeFile } from '../slices/disputes/files/upload-dispute-file.ts';
import { downloadBadRows } from '../slices/imports/download-bad-rows.ts';
import { addLookup } from '../slices/imports/lookups/add-lookup.ts';
import { uploadImport } from '../slices/imports/upload-import.ts';
import { downloadPayments } from '../slices/payments/download-payments.ts';
import { downloadPayroll } from '../slices/payments/download-payroll.ts';
import { downloadOutput } from '../slices/schedules/schedules.ts';
import { exportPayees } from '../slices/simulations/export-payees.ts';
import { downloadArchive } from '../slices/statements/archives/statement-archives.ts';
import { downloadStatement } from '../slices/statements/download-statement.ts';
import { exportEvidence } from '../slices/suggestions/evidence/export-evidence.ts';
import { downloadReport, reportFormats } from '../slices/suites/test-reports.ts';
import { downloadFile } from '../slices/workflow-runs/files/download-file.ts';
import { downloadValue } from '../slices/workflow-runs/files/download-value.ts';

/** The routes that move files, each bound to its use-case. */
export function fileBindings(ctx: AppContext): FileBindings {
  return {
    uploadFolder: join(ctx.settings.dataDir, 'uploads'),
    downloads: [
      {
        path: '/api/audit/export',
        permission: 'export:audit',
        answer: async (actor) => {
          const { fileName, lines } = await exportLog(ctx, actor);
          return { fileName, contentType: 'application/jsonl; charset=utf-8', body: Readable.from(lines) };
        },
        of: ({ tenantId }) => ({ object: { type: 'audit-log', id: tenantId }, file: 'audit-log.jsonl' }),
      },
      ...(['payees.csv', 'payees.xlsx', 'together.csv', 'proof.json'] as const).map((file) => ({
        path: `/api/payments/:runId/${file}`,
        permission: 'read:payments' as const,
        answer: (actor: Actor, { runId = '' }: Record<string, string>) =>
          downloadPayments(ctx, actor, { runId, file }),
        of: (_actor: Actor, { runId = '' }: Record<string, string>) => ({
          object: { type: 'payment', id: runId },
          file,
        }),
      })),
      {
        path: '/api/imports/:id/bad-rows.csv',
        permission: 'read:imports',
        answer: (actor, { id = '' }) => downloadBadRows(ctx, actor, id),
        of: (_actor, { id = '' }) => ({ object: { type: 'import', id }, file: 'bad-rows.csv' }),
      },
      {
        path: '/api/payments/:runId/payroll/:layoutId',
        permission: 'read:payments',
        answer: (actor, { runId = '', layoutId = '' }) => downloadPayroll(ctx, actor, { runId, layoutId }),
        of: (_actor, { runId = '', layoutId = '' }) => ({
          object: { type: 'payment', id: runId },
          file: `payroll-${layoutId}.csv`,
        }),
      },
      {
        path: '/api/suggestions/:id/evidence/export',
        permission: 'read:suggestions',
        answer: (actor, { id = '', format = 'json', redact }) =>
          exportEvidence(ctx, actor, { id, format, redact }),
        of: (_actor, { id = '', format = 'json' }) => ({
          object: { type: 'evidence', id },
          file: `evidence-pack.${format.toLowerCase().slice(0, 10)}`,
        }),
      },
      {
        path: '/api/files/:fileId',
        permission: 'read:workflow-runs',
        answer: (actor, { fileId = '' }) => downloadFile(ctx, actor, { fileId }),
        of: (_actor, { fileId = '' }) => ({ object: { type: 'file', id: fileId }, file: 'file' }),
      },
      {
        path: '/api/disputes/:id/files/:fileId',
        permission: 'read:disputes',
        answer: (actor, { id = '', fileId = '' }) =>
          downloadDisputeFile(ctx, actor, { disputeId: id, fileId }),
        of: (_actor, { id = '', fileId = '' }) => ({ object: { type: 'dispute', id }, file: fileId }),
      },
      {
        path: '/api/schedule-executions/:id/file',
        permission: 'read:connections',
        answer: (actor, { id = '' }) => downloadOutput(ctx, actor, id),
        of: (_actor, { id = '' }) => ({ object: { type: 'process-execution', id }, file: 'output' }),
      },
      {
        path: '/api/workflow-runs/:runId/values/:step/:side',
        permission: 'read:workflow-runs',
        answer: (actor, { runId = '', step = '', side = '' }) =>
          downloadValue(ctx, actor, { runId, step, side }),
        of: (_actor, { runId = '' }) => ({ object: { type: 'workflow-run', id: runId }, file: 'value.json' }),
      },
      {
        path: '/api/statement-archives/:runId/statements.zip',
        permission: 'read:statements',
        answer: (actor, { runId = '' }) => downloadArchive(ctx, actor, { runId }),
        of: (_actor, { runId = '' }) => ({
          object: { type: 'calculation', id: runId },
          file: 'statements.zip',
        }),
      },
      ...(['pdf', 'csv', 'xlsx', 'json'] as const).map((format) => ({
        path: `/api/statements/:runId/:participantId.${format}`,
        permission: 'read:statements' as const,
        answer: (actor: Actor, { runId = '', participantId = '' }: Record<string, string>) =>
          downloadStatement(ctx, actor, { runId, participantId, format }),
        of: (_actor: Actor, { runId = '', participantId = '' }: Record<string, string>) => ({
          object: { type: 'statement', id: participantId },
          file: `${runId}.${format}`,
        }),
      })),
      ...reportKinds.flatMap((kind) =>
        reportFormats.map((format) => ({
          path: `/api/test-reports/${kind}.${format}`,
          permission: 'read:workflows' as const,
          answer: (actor: Actor) => downloadReport(ctx, actor, { kind, format }),
          of: ({ tenantId }: Actor) => ({
            object: { type: 'test-report', id: tenantId },
            file: `${kind}.${format}`,
          }),
        })),
      ),
      ...(['csv', 'xlsx'] as const).map((format) => ({
        path: `/api/simulations/:simulationId/payees.${format}`,
        permission: 'read:simulated-pay' as const,
        answer: (actor: Actor, { simulationId = '' }: Record<string, string>) =>
          exportPayees(ctx, actor, { simulationId, format }),
        of: (_actor: Actor, { simulationId = '' }: Record<string, string>) => ({
          object: { type: 'simulation', id: simulationId },
          file: `payees.${format}`,
        }),
      })),
    ],
    uploads: [
      {
        path: '/api/imports/upload',
        permission: 'import:records',
        take: (actor, upload) => uploadImport(ctx, actor, upload),
      },
      {
        path: '/api/imports/lookups',
        permission: 'import:records',
        take: (actor, upload) => addLookup(ctx, actor, upload),
      },
      {
        path: '/api/disputes/files',
        permission: 'read:disputes',
        maxBytes: MAX_FILE_BYTES,
        take: (actor, upload) => uploadDisputeFile(ctx, actor, upload),
      },
    ],
  };
}

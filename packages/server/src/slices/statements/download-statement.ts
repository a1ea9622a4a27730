import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { anId } from '../../base/cursor.ts';
import { xlsxType } from '../../base/table-file.ts';
import { type FullStatement, loadFullStatement, type StatementName } from './load-statement.ts';
import { statementCsv, statementXlsx } from './statement-csv.ts';
import { statementJson } from './statement-file.ts';
import { statementPdf } from './statement-pdf.ts';

const formats = {
  pdf: { contentType: 'application/pdf', write: statementPdf },
  csv: { contentType: 'text/csv; charset=utf-8', write: statementCsv },
  xlsx: { contentType: xlsxType, write: statementXlsx },
  json: { contentType: 'application/json; charset=utf-8', write: statementJson },
} satisfies Record<string, { contentType: string; write: (full: FullStatement) => string | Promise<Buffer> }>;

/** The files a statement can be had as: to read, to reckon with, to verify. */
export type StatementFormat = keyof typeof formats;

/** One participant's statement as a file. NOT_FOUND outside the actor's reach. */
export async function downloadStatement(
  ctx: AppContext,
  actor: Actor,
  wanted: StatementName & { format: StatementFormat },
): Promise<{ fileName: string; contentType: string; body: string | Buffer }> {
  found(anId(wanted.runId) || null, 'calculation');
  const full = await loadFullStatement(ctx, actor, wanted);
  const { contentType, write } = formats[wanted.format];
  const { participant, run } = full.statement;
  const name = `statement ${participant.id} ${run.period.key}`.replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return { fileName: `${name}.${wanted.format}`, contentType, body: await write(full) };
}

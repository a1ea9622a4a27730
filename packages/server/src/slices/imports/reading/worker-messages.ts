import type { Mapping } from '@attain/contract/imports';
import type { PlanCalendar } from '@attain/domain/plans/plan-calendar';
import type { NamedPerson, RememberedName } from '@attain/domain/quotas/participant-names';
import type { BadRow, FileTotals, SkippedRow } from '../checking/row-batch.ts';
import type { RowProblem } from '../checking/row-problem.ts';
import type { FileKind } from '../kinds/kind.ts';
import type { LookupFile } from './joiner.ts';
import type { ImportLimits } from './limits.ts';
import type { FilePreview } from './preview-source.ts';
import type { UnreadableCode } from './unreadable-file.ts';

interface FileTask {
  readonly path: string;
  readonly fileName: string;
  readonly limits: ImportLimits;
  readonly lookups: readonly LookupFile[];
}

/** Look at the head of a file. `header` overrides the guess whether the first row names the columns. */
export interface PreviewTask extends FileTask {
  readonly type: 'preview';
  readonly choices: Pick<Mapping, 'delimiter' | 'sheet'>;
  readonly header: boolean | null;
}

/** Read and check every row. */
export interface ReadTask extends FileTask {
  readonly type: 'read';
  readonly kind: FileKind;
  readonly mapping: Mapping;
  readonly dates: { readonly minDate: string; readonly maxDate: string };
  readonly calendars: readonly PlanCalendar[];
  readonly people: KnownPeople | null;
}

/** The participants of a workspace, and whom names in files mean; null: files name them by id. */
export interface KnownPeople {
  readonly people: readonly NamedPerson[];
  readonly remembered: readonly RememberedName[];
}

export type WorkerTask = PreviewTask | ReadTask;

/** Rows that were checked together. */
export interface Batch {
  /** Good rows in the text format of COPY: line, source text, then the stored fields of the kind. */
  readonly copy: Uint8Array<ArrayBuffer>;
  readonly problems: readonly RowProblem[];
  readonly skipped: readonly SkippedRow[];
  readonly bad: readonly BadRow[];
  /** Share of the file that is read, 0–1. */
  readonly done: number;
  /** Rows read so far, bad ones included. */
  readonly rows: number;
}

export type FromWorker =
  | ({ readonly type: 'batch' } & Batch)
  | { readonly type: 'done'; readonly totals: FileTotals; readonly warnings: readonly string[] }
  | { readonly type: 'preview'; readonly preview: FilePreview }
  | { readonly type: 'refused'; readonly code: UnreadableCode; readonly message: string };

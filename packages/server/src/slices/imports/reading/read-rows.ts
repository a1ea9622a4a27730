import type { Mapping } from '@attain/contract/imports';
import type { PlanCalendar } from '@attain/domain/plans/plan-calendar';
import { ApiError } from '../../../base/api-error.ts';
import { fairTurns } from '../../../base/fair-turns.ts';
import { parseCopyLine } from '../checking/copy-text.ts';
import type { FileTotals } from '../checking/row-batch.ts';
import { allKinds } from '../kinds/all-kinds.ts';
import type { FileKind } from '../kinds/kind.ts';
import type { LookupFile } from './joiner.ts';
import type { ImportLimits } from './limits.ts';
import type { FilePreview } from './preview-source.ts';
import { takeThread } from './reading-threads.ts';
import { extensionOf } from './sniff-format.ts';
import { UnreadableFile } from './unreadable-file.ts';
import type { Batch, FromWorker, KnownPeople, WorkerTask } from './worker-messages.ts';

/** Threads that read whole files, for minutes; and those that look at the head of one, for seconds, while a request waits. */
const readers = fairTurns({ atOnce: 2 });
const previewers = fairTurns({
  atOnce: 1,
  maxWaiting: 8,
  maxWaitingEach: 4,
  full: () =>
    new ApiError(
      'THROTTLED',
      'Too many files are being read right now. Upload this one again in a few seconds.',
      {
        retryAfterSeconds: 5,
      },
    ),
});
/** Time limits of a preview: of the processor, and in total on a busy machine. */
const maxPreviewCpuMs = 10_000;
const maxPreviewMs = 30_000;
/** Heap for second files, which are kept in memory. */
const LOOKUP_HEAP_MB = 384;

export interface PreviewJob {
  /** Files are read one after the other, rotating between workspaces. */
  readonly workspace?: string;
  readonly path: string;
  readonly fileName: string;
  readonly limits: ImportLimits;
  readonly choices?: Pick<Mapping, 'delimiter' | 'sheet'>;
  /** Overrides the guess whether the first row names the columns. */
  readonly header?: boolean;
  readonly lookups?: readonly LookupFile[];
  readonly signal?: AbortSignal;
}

/** A file to be read and checked. `today` (ISO) sets how far ahead a date may lie. */
export interface ReadJob {
  readonly workspace?: string;
  readonly path: string;
  readonly fileName: string;
  readonly kind: FileKind;
  readonly mapping: Mapping;
  readonly limits: ImportLimits;
  readonly today: string;
  /** Calendars of the existing plans, for reading periods. Omitted: none. */
  readonly calendars?: readonly PlanCalendar[];
  /** For names and e-mails in place of ids. Omitted: ids only. */
  readonly people?: KnownPeople | null;
  /** Second files, as many as the mapping joins. */
  readonly lookups?: readonly LookupFile[];
  readonly signal?: AbortSignal;
}

/** Reads the head of a file in a thread; throws UnreadableFile if it can't be read. */
export async function previewFile(job: PreviewJob): Promise<FilePreview> {
  const { path, fileName } = job;
  const limits = { ...job.limits, timeoutMs: Math.min(job.limits.timeoutMs, maxPreviewMs) };
  const task: WorkerTask = {
    type: 'preview',
    path,
    fileName,
    limits,
    lookups: job.lookups ?? [],
    choices: job.choices ?? {},
    header: job.header ?? null,
  };
  return previewers.run(
    job.workspace ?? '',
    async () => {
      for await (const message of runWorker(task, job.signal))
        if (message.type === 'preview') return message.preview;
      throw new Error('The reading thread ended without a preview.');
    },
    job.signal,
  );
}

/**
 * Reads and checks every row in a thread, with limits on memory and time, at the consumer's pace. Yields batches
 * and returns the file's totals; throws UnreadableFile if the file is rejected.
 */
export async function* readRows(
  job: ReadJob,
): AsyncGenerator<Batch, { totals: FileTotals; warnings: readonly string[] }> {
  const { path, fileName, limits, kind, mapping, calendars = [], people = null, lookups = [] } = job;
  const dates = { minDate: limits.minDate, maxDate: yearsAfter(job.today, limits.maxYearsAhead) };
  const task: WorkerTask = {
    type: 'read',
    path,
    fileName,
    limits,
    lookups,
    kind,
    mapping,
    dates,
    calendars,
    people,
  };
  const done = await readers.take(job.workspace ?? '', job.signal);
  try {
    for await (const message of runWorker(task, job.signal)) {
      if (message.type === 'batch') yield message;
      else if (message.type === 'done') return { totals: message.totals, warnings: message.warnings };
    }
    throw new Error('The reading thread ended without a result.');
  } finally {
    done();
  }
}

/** One checked row as a record of its kind's stored fields. */
export interface TypedRow {
  readonly line: number;
  readonly source: string;
  readonly values: Readonly<Record<string, string | null>>;
}

/** The good rows of a batch as records; for small files, where a database is not at hand. */
export function typedRows(kind: FileKind, batch: Batch): TypedRow[] {
  const names = allKinds[kind].stored;
  const text = new TextDecoder().decode(batch.copy);
  return text
    .split('\n')
    .slice(0, -1)
    .map((copied) => {
      const [line, source, ...values] = parseCopyLine(copied);
      const record = Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]));
      return { line: Number(line), source: source ?? '', values: record };
    });
}

async function* runWorker(task: WorkerTask, signal?: AbortSignal): AsyncGenerator<FromWorker> {
  const { thread, keep } = takeThread(heapOf(task));
  const queue: FromWorker[] = [];
  let failure: unknown = null;
  let ended = false;
  let wake = () => {};
  const stop = (error: unknown) => {
    failure ??= error;
    ended = true;
    wake();
  };
  thread.on('message', (message: FromWorker) => {
    queue.push(message);
    wake();
  });
  thread.on('error', (error) => stop(toApiError(error, task)));
  thread.on('exit', () => {
    ended = true;
    wake();
  });
  const { timeoutMs } = task.limits;
  const maxCpuMs = task.type === 'preview' ? Math.min(timeoutMs, maxPreviewCpuMs) : timeoutMs;
  const deadline = setTimeout(() => stop(tookTooLong(task, timeoutMs)), timeoutMs);
  const usedMs = async () => {
    const { user, system } = await thread.cpuUsage();
    return (user + system) / 1_000;
  };
  // by its earlier files
  const usedBefore = usedMs().catch(() => 0);
  const meter = setInterval(() => {
    Promise.all([usedMs(), usedBefore]).then(
      ([used, before]) => {
        if (used - before > maxCpuMs) stop(tookTooLong(task, maxCpuMs));
      },
      // it has ended meanwhile
      () => clearInterval(meter),
    );
  }, 500);
  const cancel = () => stop(new UnreadableFile('CANCELLED', `Reading "${task.fileName}" was stopped.`));
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  let isDone = false;
  try {
    thread.postMessage(task);
    while (!isDone) {
      if (failure !== null) throw failure;
      const message = queue.shift();
      if (message !== undefined) {
        isDone = message.type !== 'batch';
        if (message.type === 'refused') throw new UnreadableFile(message.code, message.message);
        yield message;
        if (message.type === 'batch') thread.postMessage('taken');
      } else if (ended) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    clearTimeout(deadline);
    clearInterval(meter);
    signal?.removeEventListener('abort', cancel);
    if (isDone) keep();
    else await thread.terminate();
  }
}

/** Heap that reading a file may take, in megabytes. */
function heapOf({ fileName, limits, lookups }: WorkerTask): number {
  if (extensionOf(fileName).startsWith('xls')) return limits.spreadsheetHeapMb;
  return limits.textHeapMb + (lookups.length > 0 ? LOOKUP_HEAP_MB : 0);
}

function toApiError(error: unknown, task: WorkerTask): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return new UnreadableFile(
    'TOOK_TOO_MUCH_MEMORY',
    `“${task.fileName}” needs more memory than allowed. Export it as .csv, or split it.`,
  );
}

function tookTooLong(task: WorkerTask, ms: number): UnreadableFile {
  const seconds = Math.round(ms / 1000);
  return new UnreadableFile(
    'TOOK_TOO_LONG',
    `Reading “${task.fileName}” took longer than ${seconds} s. Split the file, or export it as .csv.`,
  );
}

function yearsAfter(today: string, years: number): string {
  const year = Number(today.slice(0, 4)) + years;
  const rest = today.slice(4);
  return `${year}${rest === '-02-29' ? '-02-28' : rest}`;
}

import { parentPort } from 'node:worker_threads';
import { PersonFinder } from '@attain/domain/quotas/participant-names';
import { isWhole } from '../checking/check-row.ts';
import { RowGatherer } from '../checking/row-batch.ts';
import { columnNames } from './column-names.ts';
import { Joiner } from './joiner.ts';
import { openSource } from './open-source.ts';
import { previewSource } from './preview-source.ts';
import { UnreadableFile } from './unreadable-file.ts';
import type { FromWorker, ReadTask, WorkerTask } from './worker-messages.ts';

/** Characters of COPY text per batch. */
const BATCH_CHARS = 512 * 1024;
/** Batches that may wait for the database; more would only fill memory. */
const MAX_UNTAKEN = 3;

let untaken = 0;
let wake: (() => void) | null = null;
const encoder = new TextEncoder();

parentPort?.on('message', (message: WorkerTask | 'taken') => {
  if (message === 'taken') {
    untaken--;
    wake?.();
    return;
  }
  run(message).catch((error: unknown) => {
    if (error instanceof UnreadableFile) post({ type: 'refused', code: error.code, message: error.message });
    else throw error;
  });
});

async function run(task: WorkerTask): Promise<void> {
  if (task.type === 'preview') {
    const source = await openSource({ ...task, choices: task.choices });
    const joiner = await Joiner.load(task.lookups, task.limits);
    post({ type: 'preview', preview: previewSource(source, task.header, joiner) });
  } else {
    await readAll(task);
  }
}

async function readAll(task: ReadTask): Promise<void> {
  const { mapping, limits, dates, calendars, people } = task;
  const source = await openSource({ ...task, choices: mapping });
  const joiner = await Joiner.load(task.lookups, limits);
  const own = columnNames(source.head[0] ?? [], mapping.header);
  const names = [...own, ...joiner.names()];
  const daySerials = source.format !== 'text';
  const finder = people && new PersonFinder(people.people, people.remembered);
  const context = { ...dates, daySerials, columnNames: names, calendars, ...(finder && { people: finder }) };
  const gatherer = new RowGatherer(task.kind, mapping, context);
  let skip = mapping.header ? 1 : 0;
  const walk = source.walk((cells, line, text) => {
    if (skip > 0) skip--;
    else if (task.lookups.length === 0 || !isWhole(cells, own.length)) gatherer.add(cells, line, text);
    else gatherer.addJoined(joiner.join(cells.slice(0, own.length)), line, text);
  });
  for (const done of walk) {
    if (gatherer.rows > limits.maxRows) {
      throw new UnreadableFile(
        'TOO_MANY_ROWS',
        `“${task.fileName}” has more than ${limits.maxRows} rows. Split it, or ask your administrator to raise the limit.`,
      );
    }
    if (gatherer.waiting >= BATCH_CHARS) await flush(gatherer, done);
  }
  if (gatherer.waiting > 0) await flush(gatherer, 1);
  post({ type: 'done', totals: gatherer.totals(), warnings: source.warnings });
}

async function flush(gatherer: RowGatherer, done: number): Promise<void> {
  while (untaken >= MAX_UNTAKEN) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  const { copy, problems, skipped, bad } = gatherer.take();
  const bytes = encoder.encode(copy);
  untaken++;
  post({ type: 'batch', copy: bytes, problems, skipped, bad, done, rows: gatherer.rows }, [
    bytes.buffer as ArrayBuffer,
  ]);
}

function post(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

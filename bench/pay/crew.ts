import { Worker } from 'node:worker_threads';
import type { SharedMemory } from '../../packages/domain/src/payouts/kernel/compiled-kernel.ts';
import type { ClusteredPlaces } from '../../packages/domain/src/payouts/kernel/engine.ts';
import type { LedgerLayout } from '../../packages/domain/src/payouts/kernel/ledger-layout.ts';
import type { RowRanges } from '../../packages/domain/src/payouts/kernel/pay-ledger.ts';
import type { SimulationLayout } from '../../packages/domain/src/payouts/kernel/simulate.ts';
import type { Policy } from './workload.ts';

/** Shared setup of every crew member. */
export interface CrewWork {
  readonly memory: SharedMemory;
  readonly engine: 'typescript' | 'compiled';
  readonly mode: Policy;
  readonly threads: number;
  readonly ledger?: {
    readonly layout: LedgerLayout;
    readonly clustered: ClusteredPlaces;
    /** Where each thread reads text into, and how much of it at once. */
    readonly text: readonly number[];
    readonly textBytes: number;
    readonly readings: readonly number[];
  };
  readonly simulation?: SimulationLayout;
}

/** Orders for a crew. */
export type Order =
  | { readonly act: 'pay'; readonly ranges: RowRanges }
  | { readonly act: 'recalculate' }
  | { readonly act: 'stream' }
  | { readonly act: 'read'; readonly path: string; readonly bytes: number }
  | { readonly act: 'simulate' }
  | { readonly act: 'stop' };

/** Threads that wait for orders; the caller is the first of them and does its own part. */
export interface Crew {
  /** Gives the order to the others, and does the caller's part by `own`; returns when its own part is done. */
  together(order: Order, own: () => void): void;
  stop(): Promise<void>;
}

/** Starts the other threads; they hold what `work` says and wait without turning. */
export async function startCrew(work: CrewWork): Promise<Crew> {
  const board = new Int32Array(new SharedArrayBuffer(64 + 1024));
  const text = new Uint8Array(board.buffer, 64);
  const members = Array.from(
    { length: work.threads - 1 },
    (_, at) =>
      new Worker(new URL('crew-member.ts', import.meta.url), { workerData: { work, board, thread: at + 1 } }),
  );
  await Promise.all(members.map((member) => new Promise((ready) => member.once('message', ready))));
  const give = (order: Order) => {
    const letters = new TextEncoder().encode(JSON.stringify(order));
    text.set(letters);
    Atomics.store(board, 1, letters.length);
    Atomics.add(board, 0, 1);
    Atomics.notify(board, 0);
  };
  return {
    together: (order, own) => {
      if (members.length > 0) give(order);
      own();
    },
    stop: async () => {
      if (members.length > 0) give({ act: 'stop' });
      await Promise.all(members.map((member) => member.terminate()));
    },
  };
}

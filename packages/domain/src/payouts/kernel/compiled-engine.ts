import type { RoundingMode } from '../../base/ratio.ts';
import { kernelInstance, type SharedMemory } from './compiled-kernel.ts';
import type { LedgerEngine } from './engine.ts';
import type { LedgerLayout } from './ledger-layout.ts';

/** The phases in WebAssembly, over a memory made by `sharedMemory`. */
export function compiledEngine(
  memory: SharedMemory,
  layout: LedgerLayout,
  own: { readonly thread: number; readonly mode: RoundingMode },
): LedgerEngine {
  const kernel = kernelInstance(memory);
  const { thread } = own;
  const scratch = layout.at.scratch[thread];
  if (scratch === undefined) throw new RangeError(`The ledger was laid out for ${layout.threads} threads.`);
  const halfUp = own.mode === 'HALF_UP';
  kernel.setup(layout.at.header);
  kernel.placePieces(scratch.pieces);
  const payBlock = layout.twoPasses ? kernel.payTwoPasses : kernel.paySlots;
  return {
    histogram: (from, to) => kernel.histogram(thread, from, to),
    partition: (from, to) => kernel.partition(thread, from, to),
    gather: (from, to) => kernel.gather(thread, from, to),
    payBlock: (block) => payBlock(block, scratch.work, scratch.sorted, halfUp),
    payClustered: (ledger, from, to) =>
      kernel.payClustered(ledger.starts, ledger.amounts, ledger.earned, from, to, halfUp),
  };
}

import { type SharedMemory, sharedMemory } from '../../packages/domain/src/payouts/kernel/compiled-kernel.ts';
import {
  type LedgerLayout,
  ledgerLayout,
  writeFixedParts,
} from '../../packages/domain/src/payouts/kernel/ledger-layout.ts';
import { READING_BYTES } from '../../packages/domain/src/payouts/kernel/read-deals.ts';
import type { Setting } from './contestant.ts';
import type { CrewWork } from './crew.ts';
import {
  type DealColumns,
  GROUPS,
  type GroupColumns,
  PAYEES,
  QUARTER_OF_DAY,
  workloadPrograms,
} from './workload.ts';

/** How much text a thread reads at once: it should still be in the cache when it is parsed. */
const TEXT_BYTES = 1 << 19;

/** A ledger of workload W in shared memory, with room for text and for a clustered copy. */
export interface LedgerMemory {
  readonly memory: SharedMemory;
  readonly layout: LedgerLayout;
  readonly ledger: NonNullable<CrewWork['ledger']>;
  readonly columns: LedgerColumns;
}

/** Its columns: what goes in and what comes out. */
export interface LedgerColumns extends DealColumns, GroupColumns {
  readonly earned: Int32Array;
  readonly credited: Float64Array;
  readonly payout: Float64Array;
  readonly attained: Float64Array;
}

/** Reserves it for so many rows and writes calendar and programs; unused pages cost nothing. */
export function reserveLedger(setting: Setting, rows: number): LedgerMemory {
  const { threads } = setting;
  const programs = workloadPrograms();
  const shape = { rows, payees: PAYEES, programs, periodOfDay: QUARTER_OF_DAY, threads };
  const layout = ledgerLayout(shape);
  let bytes = layout.bytes;
  const place = (size: number) => {
    const at = Math.ceil(bytes / 64) * 64;
    bytes = at + size;
    return at;
  };
  const each = (size: number) => Array.from({ length: threads }, () => place(size));
  const clustered = { starts: place((GROUPS + 1) * 4), amounts: place(rows * 4), earned: place(rows * 4) };
  const ledger = {
    layout,
    clustered,
    textBytes: TEXT_BYTES,
    text: each(TEXT_BYTES + 64),
    readings: each(READING_BYTES),
  };
  const memory = sharedMemory(bytes);
  writeFixedParts(memory.buffer, layout, shape);
  return { memory, layout, ledger, columns: columnsOf(memory.buffer, layout) };
}

function columnsOf(memory: ArrayBufferLike, { at, rows, groups }: LedgerLayout): LedgerColumns {
  const floats = (place: number) => new Float64Array(memory, place, groups);
  return {
    payee: new Uint32Array(memory, at.payee, rows),
    component: new Uint8Array(memory, at.component, rows),
    day: new Uint16Array(memory, at.day, rows),
    amount: new Int32Array(memory, at.amount, rows),
    earned: new Int32Array(memory, at.earned, rows),
    quota: floats(at.quota),
    cap: floats(at.cap),
    credited: floats(at.credited),
    payout: floats(at.payout),
    attained: floats(at.attained),
  };
}

/**
 * The phases of a calculation over a ledger, in TypeScript or compiled; both work on the same memory and leave the same
 * bytes (KERNEL-6). A thread has an engine of its own. Rows and groups are numbered from 0; ends are not included.
 */
export interface LedgerEngine {
  /** Phase 1: counts this thread's rows in each block of payees. */
  histogram(from: number, to: number): void;
  /** Phase 2: lays this thread's rows with their keys into the blocks, in their order. */
  partition(from: number, to: number): void;
  /** Phase 3: sorts a block by group and day and pays its groups. */
  payBlock(block: number): void;
  /** Phase 4: brings what this thread's rows earned back into their order. */
  gather(from: number, to: number): void;
  /** Pays groups whose rows are kept one behind the other in order. */
  payClustered(ledger: ClusteredPlaces, from: number, to: number): void;
}

/** Where a ledger that is kept clustered stands in the memory, in bytes. */
export interface ClusteredPlaces {
  /** The first row of each group, and at the end how many rows there are: 4 bytes each. */
  readonly starts: number;
  /** Amounts in order of group, day and id: 4 bytes each. */
  readonly amounts: number;
  /** What each earned, in the same order: 4 bytes each. */
  readonly earned: number;
}

/** A group with a number out of the proven range: its pay is left to whole numbers of any size (KERNEL-5). */
export const LEFT = 1;
/** A group with an amount that fits no int32; whoever fills the ledger marks it (KERNEL-5). */
export const WIDE = 2;

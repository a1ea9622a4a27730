import type { JournalEntry, RunEvent } from '@attain/domain/workflows/journal';
import type { Workflow } from '@attain/domain/workflows/workflow';
import type { Outcome } from '../advance-events.ts';
import type { ContractSchemas } from '../contract-checks.ts';

/** A run that is to be continued from where its journal ends. */
export interface ComputeTask {
  readonly workflow: Workflow;
  readonly contracts: ContractSchemas;
  readonly isDraft: boolean;
  readonly journal: readonly JournalEntry[];
  readonly event: RunEvent & { readonly kind: 'continue' };
}

/** A task to compute, or null to give the earlier one with this id up. */
export interface ToThread {
  readonly id: number;
  readonly task: ComputeTask | null;
}

export interface FromThread {
  readonly id: number;
  /** Null if there is an error, or if the task was given up. */
  readonly outcome: Outcome | null;
  /** Error message if it failed. */
  readonly error: string | null;
}

/** Where a run is found, and what it is pinned to. */
export interface RunAddress {
  readonly tenantId: string;
  readonly id: string;
  readonly workflowId: string;
  readonly version: number;
  readonly documentHash: string;
  readonly startedBy: string;
  /** The run that waits for this one. */
  readonly parentRunId: string | null;
}

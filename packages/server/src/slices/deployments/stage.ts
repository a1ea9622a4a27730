import type { DeploymentStatus } from '@attain/domain/deployments/deployment';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import type { Deployable } from './binding-store.ts';
import type { StoredDeployment } from './deployment-store.ts';

/** What a stage works on. */
export interface StageInput {
  readonly deployment: StoredDeployment;
  readonly version: Deployable;
}

/** A stage passes, or waits until a moment; it throws where the deployment fails. */
export type StageOutcome = {
  readonly text: string;
  readonly context?: JsonObject;
  readonly warnings?: readonly string[];
  readonly status?: DeploymentStatus;
  readonly rollbackAvailable?: boolean;
} & (
  | { readonly kind: 'passed' }
  | { readonly kind: 'waits'; readonly wakeAt: string; readonly within?: number }
  // what it undid is stored with it
  | { readonly kind: 'failed' }
);

import type { Actor } from './actor.ts';

/** A denied operation: its name, and the IDs in its address. */
export interface RejectedOperation {
  readonly operation: string;
  readonly ids: readonly string[];
  readonly code: 'NOT_ALLOWED' | 'FORGED_REQUEST' | 'SECOND_FACTOR_MISSING' | 'STEP_UP_NEEDED';
}

/** A downloaded file: its object, and which file of it. */
export interface DownloadedFile {
  readonly object: { readonly type: string; readonly id: string };
  readonly file: string;
}

/** Writes denied requests and downloads to the audit log; all the HTTP layer knows of the log. */
export interface AccessLog {
  rejected(actor: Actor, rejected: RejectedOperation): Promise<void>;
  /** A read by someone with an audited role. */
  read(actor: Actor, read: Pick<RejectedOperation, 'operation' | 'ids'>): Promise<void>;
  downloaded(actor: Actor, downloaded: DownloadedFile): Promise<void>;
}

import type { Actor } from './actor.ts';

/** An operation somebody was refused: its name, and the ids its address names. */
export interface RejectedOperation {
  readonly operation: string;
  readonly ids: readonly string[];
  readonly code: 'NOT_ALLOWED' | 'FORGED_REQUEST';
}

/** A file somebody downloads: what it is of, and which file of it. */
export interface DownloadedFile {
  readonly object: { readonly type: string; readonly id: string };
  readonly file: string;
}

/** Writes refusals and downloads to the audit log; the HTTP layer knows nothing else of the log. */
export interface AccessLog {
  rejected(actor: Actor, rejected: RejectedOperation): Promise<void>;
  downloaded(actor: Actor, downloaded: DownloadedFile): Promise<void>;
}

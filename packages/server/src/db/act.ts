/** An action for the audit log. Changed values are included only as hashes. */
export interface Act {
  /** Noun and past participle: `plan.activated`. */
  readonly action: string;
  readonly object: { readonly type: string; readonly id: string; readonly version?: string };
  /**
   * SHA-256 of the object's own canonical content before and after: `before` is what its last entry ended with. Absent when
   * there was none, or when the act leaves it unchanged; hashes of anything else are `evidence`.
   */
  readonly before?: string | null;
  readonly after?: string | null;
  readonly reason?: { readonly code: string; readonly text?: string };
  readonly evidence?: readonly string[];
}

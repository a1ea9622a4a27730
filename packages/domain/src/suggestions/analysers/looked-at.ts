/** What was looked at, lever by lever, and why nothing came of it. */
export interface LookedAt {
  readonly analyser: string;
  readonly key: string;
  readonly outcome: 'suggested' | 'alternative' | 'silent';
  readonly message: string;
}

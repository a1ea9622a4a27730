/**
 * One thing that is wrong, in words a person can act on.
 * `rule` is a number from a RULES.md, `path` says where (`components[2].tiers[0].to`), `say` how to mend it.
 */
export interface Problem {
  readonly rule: string;
  readonly path: string;
  readonly message: string;
}

/** Each problem once, in the order in which it was first found: one fault of a record can be met at everybody it concerns. */
export function eachOnce(problems: readonly Problem[]): readonly Problem[] {
  return [
    ...new Map(problems.map((one) => [JSON.stringify([one.rule, one.path, one.message]), one])).values(),
  ];
}

/** The outcome of a decision: a value, or every reason why there is none. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** A decision that holds. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** A decision that is refused, with all the reasons at once. */
export function rejected(problems: readonly Problem[]): Result<never> {
  return { ok: false, problems };
}

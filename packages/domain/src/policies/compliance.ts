/** A share of a whole, and what it is made of. */
export interface Share {
  /** Whole percent, rounded down, so that 100 means all; null: there is nothing to count. */
  readonly percent: number | null;
  readonly part: number;
  readonly whole: number;
}

function shareOf(part: number, whole: number): Share {
  return { percent: whole === 0 ? null : Math.floor((part * 100) / whole), part, whole };
}

/** An active security policy in the current month. */
export interface WatchedPolicy {
  readonly isEnforced: boolean;
  /** What it would have denied and let through. */
  readonly letThrough: number;
}

/** The active security policies that are enforced and let nothing through this month (GOV-14). */
export function securityShare(policies: readonly WatchedPolicy[]): Share {
  const passing = policies.filter(({ isEnforced, letThrough }) => isEnforced && letThrough === 0);
  return shareOf(passing.length, policies.length);
}

/** Calls of steps that were let out, by the region of the connection; blank: unknown. */
export interface SentCalls {
  readonly region: string;
  readonly isPersonal: boolean;
  readonly count: number;
}

/**
 * Places that personal data is in: the workspace’s own store, and each call that may have carried some. Permitted are active
 * regions. Calls without a label are counted apart (GOV-14).
 */
export function residencyShare(
  home: string | null,
  calls: readonly SentCalls[],
  activeRegions: readonly string[],
): Share & { readonly unlabeled: number } {
  const places = [
    ...(home === null ? [] : [{ region: home, count: 1 }]),
    ...calls.filter(({ isPersonal }) => isPersonal),
  ];
  const sum = (some: readonly { readonly count: number }[]) =>
    some.reduce((all, { count }) => all + count, 0);
  const inside = places.filter(({ region }) => activeRegions.includes(region));
  return {
    ...shareOf(sum(inside), sum(places)),
    unlabeled: sum(calls.filter(({ isPersonal }) => !isPersonal)),
  };
}

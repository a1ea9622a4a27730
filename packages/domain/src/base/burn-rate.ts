/** Minutes of the short window of a burn rate: a twelfth of the long one. */
export function shortWindow(windowMinutes: number): number {
  return Math.max(1, Math.round(windowMinutes / 12));
}

interface Ended {
  readonly runs: number;
  readonly failed: number;
}

/**
 * How many times faster than the target allows runs fail: the lower of a long and a short window, so that it falls soon after the
 * failures end (TEL-10). Null without runs. The target is the percentage of runs that must complete, below 100.
 */
export function burnRate(
  target: number,
  windows: { readonly long: Ended; readonly short: Ended },
): number | null {
  if (windows.long.runs === 0) return null;
  // in whole hundredths of a percent, so that a rate exactly at a threshold reaches it
  const allowed = Math.round((100 - target) * 100);
  const burn = ({ runs, failed }: Ended) => (runs === 0 ? 0 : (failed * 10_000) / (runs * allowed));
  return Math.min(burn(windows.long), burn(windows.short));
}

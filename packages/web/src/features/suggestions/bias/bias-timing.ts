/** Time between two analyses of the votes while the panel is open, in ms. */
export const biasEveryMs = 60_000;

/** Whether an alert is dismissed: until an analysis that is newer than the one it was dismissed at. */
export function isHidden(dismissedAtMs: number | null, analyzedAtMs: number): boolean {
  return dismissedAtMs !== null && analyzedAtMs <= dismissedAtMs;
}

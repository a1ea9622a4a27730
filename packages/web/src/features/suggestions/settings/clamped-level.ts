const highestLevel = 3;

/** A level of the slider within its range and the limit of the mode. */
export function clampedLevel(level: number, cap: number): number {
  return Math.min(cap, highestLevel, Math.max(0, Math.round(level)));
}

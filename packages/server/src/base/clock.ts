/** Source of the time; tests pass their own. */
export interface Clock {
  now(): Date;
  /** Today in UTC, `YYYY-MM-DD`. */
  today(): string;
}

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  today: () => new Date().toISOString().slice(0, 10),
};

/** A stored moment the way a sentence of the server says it, to the minute: `2026-01-31 12:00 UTC`. */
export function minuteInWords(stored: string): string {
  return `${stored.slice(0, 16).replace('T', ' ')} UTC`;
}

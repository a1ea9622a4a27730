/** Where the time comes from; tests hand in their own. */
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

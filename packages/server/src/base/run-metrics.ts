/** Upper bounds of the buckets of a duration, in seconds. */
const bounds = [0.1, 0.5, 1, 5, 30, 60, 300, 1_800, 3_600, 86_400];

/** Counts of ended runs since this process started; those of all processes add up to all runs. */
export class RunMetrics {
  readonly #ended = new Map<string, number>();
  readonly #buckets = bounds.map(() => 0);
  #seconds = 0;
  #count = 0;

  /** Counts a run that ended. */
  add(status: string, durationMs: number | null): void {
    this.#ended.set(status, (this.#ended.get(status) ?? 0) + 1);
    if (durationMs === null) return;
    const seconds = durationMs / 1000;
    this.#count += 1;
    this.#seconds += seconds;
    for (const [at, bound] of bounds.entries())
      if (seconds <= bound) this.#buckets[at] = (this.#buckets[at] ?? 0) + 1;
  }

  /** The counts in the text format of Prometheus. */
  lines(): string[] {
    return [
      ...family('attain_runs_total', 'counter', 'Ended runs by outcome.'),
      ...[...this.#ended].map(([outcome, count]) => `attain_runs_total{outcome="${outcome}"} ${count}`),
      ...family('attain_run_duration_seconds', 'histogram', 'Time from start to end of runs.'),
      ...bounds.map((bound, at) => `attain_run_duration_seconds_bucket{le="${bound}"} ${this.#buckets[at]}`),
      `attain_run_duration_seconds_bucket{le="+Inf"} ${this.#count}`,
      `attain_run_duration_seconds_sum ${this.#seconds}`,
      `attain_run_duration_seconds_count ${this.#count}`,
    ];
  }
}

/** The head of a metric: what it is, and its type. */
export function family(name: string, type: 'counter' | 'gauge' | 'histogram', help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

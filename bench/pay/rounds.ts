import { isDeepStrictEqual } from 'node:util';
import { load, median } from '../measuring.ts';
import type { Contestant, Outcome } from './contestant.ts';

/** One thing a contestant is asked in every round. */
export interface Entry {
  readonly label: string;
  readonly contestant: Contestant;
  readonly work: string;
  /** Without it, the digest must be the expected one. */
  readonly unchecked?: boolean;
}

/** An entry's times: the median, every round, and the machine's load in each. */
export interface Timing {
  readonly label: string;
  readonly ms: number;
  /** The median of its processor time; null where another process did the work. */
  readonly cpuMs: number | null;
  readonly rounds: readonly number[];
  readonly load: number;
  readonly figures: Outcome['figures'];
}

/**
 * Asks every entry in turn, round after round (A B C A B C …), after one round to warm up. An entry whose digest is not the
 * expected one ends the bench: its time is of no interest. An entry listed several times runs that often per round.
 */
export async function inTurn(
  entries: readonly Entry[],
  of: { readonly rounds: number; readonly expected: Outcome['digest'] | null },
): Promise<ReadonlyMap<string, Timing>> {
  const taken = new Map(
    entries.map(({ label }) => [label, [] as { ms: number; load: number; outcome: Outcome }[]]),
  );
  let expected = of.expected;
  for (let round = 0; round <= of.rounds; round++) {
    for (const { label, contestant, work, unchecked } of entries) {
      const outcome = await contestant.ask(work);
      if (unchecked !== true) {
        expected ??= outcome.digest ?? null;
        if (!isDeepStrictEqual({ ...outcome.digest }, { ...expected }))
          throw new Error(`${label} pays otherwise: ${JSON.stringify({ expected, got: outcome.digest })}`);
      }
      console.error(
        `  ${round === 0 ? 'warm-up' : `round ${round}`} ${label}: ${outcome.ms.toFixed(1)} ms, load ${load().toFixed(1)}`,
      );
      if (round > 0) taken.get(label)?.push({ ms: outcome.ms, load: load(), outcome });
    }
  }
  return new Map(
    [...taken].map(([label, found]) => {
      const rounds = found.map(({ ms }) => ms);
      const figures = found.at(-1)?.outcome.figures;
      const cpu = found.flatMap(({ outcome }) => outcome.cpuMs ?? []);
      const cpuMs = cpu.length > 0 ? median(cpu) : null;
      return [
        label,
        { label, ms: median(rounds), cpuMs, rounds, load: median(found.map((one) => one.load)), figures },
      ];
    }),
  );
}

/** The fastest of some entries: of several ways to ask a peer, the best one counts. */
export function best(timings: ReadonlyMap<string, Timing>, beginning: string): Timing {
  const found = [...timings.values()].filter(({ label }) => label.startsWith(beginning));
  return found.reduce((a, b) => (b.ms < a.ms ? b : a));
}

import type { PreparedWorkflow } from '../workflows/prepare-workflow.ts';
import { coverageOf, sharePercent } from './coverage.ts';
import { connectionFaults, type Mutant, type MutantKind, mutantsOf } from './mutants.ts';
import { type CaseResult, type Prepare, runCase, testedEntries } from './run-case.ts';
import type { TestCase } from './test-case.ts';

/** So many faults are tried at most, evenly over the steps (WT-12). */
export const MAX_MUTANTS = 200;
/** So many cases are run for them at most. */
export const MAX_MUTANT_RUNS = 4_000;
/** Expression steps and characters of journals that their runs may use; a loop uses many. */
export const MAX_MUTANT_WORK = 30_000_000;

/**
 * Why no case found a fault. `unreached`: none reaches the place. `same`: every run is the same with it; a case at a bound may
 * tell. `unnoticed`: a run differs, and no expectation notices.
 */
export const survivals = ['unreached', 'unnoticed', 'same'] as const;

/** A fault that no case found. */
export interface Survivor {
  readonly kind: MutantKind;
  readonly node: string;
  readonly before: string;
  readonly after: string;
  readonly why: (typeof survivals)[number];
}

/** How many faults put into a workflow make a case of its suite fail (WT-12). */
export interface Mutation {
  /** Found: a case failed. */
  readonly killed: number;
  /** Possible faults that were not tried, because of the limit. */
  readonly untried: number;
  readonly survivors: readonly Survivor[];
}

/** How many faults count. */
export function countedFaults({ killed, survivors }: Mutation): number {
  return killed + survivors.filter(({ why }) => why !== 'same').length;
}

/** Found faults of those that count, in percent, rounded down, so that 100 means all; null if none counts. */
export function mutationScore(mutation: Mutation): number | null {
  return sharePercent({ reached: mutation.killed, total: countedFaults(mutation) });
}

/**
 * Puts small faults into a workflow, one at a time, and runs the cases until one fails. `prepare` returns null for an invalid
 * workflow, which is no fault a test has to find. Yields after each run of a case. All cases must pass on the workflow itself.
 */
export function* mutationOf(
  original: PreparedWorkflow,
  tests: readonly { readonly test: TestCase; readonly result: CaseResult }[],
  prepare: Prepare,
): Generator<void, Mutation> {
  const all = mutantsOf(original.workflow);
  const tried = spread(all, Math.min(MAX_MUTANTS, Math.floor(MAX_MUTANT_RUNS / Math.max(1, tests.length))));
  const originals = tests.map(({ test, result }) => {
    const ran = result.steps.flatMap(({ node, status }) => (status === 'skipped' ? [] : [node]));
    const missed = new Set(coverageOf(original, [testedEntries(test, result.journal)]).missedEdges);
    return {
      test,
      journal: JSON.stringify(result.journal),
      // a test of one step sees what the step does, and not where its connections lead
      reaches: ({ node, kind, edge }: Mutant) =>
        test.step === undefined
          ? ran.includes(node) && !(edge && missed.has(edge))
          : node === test.step && ran.includes(node) && !connectionFaults.includes(kind),
    };
  });
  const survivors: Survivor[] = [];
  let killed = 0;
  let done = 0;
  const budget = { left: MAX_MUTANT_WORK };
  for (const mutant of tried) {
    if (budget.left < 0) break;
    done += 1;
    const prepared = prepare(mutant.workflow, false);
    if (prepared !== null) {
      const reaching = originals.filter(({ reaches }) => reaches(mutant));
      const end = yield* endOf(prepared, reaching, { budget, prepare });
      const { kind, node, before, after } = mutant;
      if (end === 'killed') killed += 1;
      else survivors.push({ kind, node, before, after, why: end });
    }
    yield;
  }
  return { killed, untried: all.length - done, survivors };
}

type Original = { readonly test: TestCase; readonly journal: string };

function* endOf(
  prepared: PreparedWorkflow,
  reaching: readonly Original[],
  { budget, prepare }: { readonly budget: { left: number }; readonly prepare: Prepare },
): Generator<void, 'killed' | Survivor['why']> {
  if (reaching.length === 0) return 'unreached';
  let same = true;
  for (const { test, journal } of reaching) {
    const result = runCase(prepared, test, prepare);
    budget.left -= result.resources.expressionSteps + result.resources.journalCharacters;
    if (!result.passed) return 'killed';
    same &&= JSON.stringify(result.journal) === journal;
    yield;
  }
  return same ? 'same' : 'unnoticed';
}

/** Evenly chosen ones in their order. */
function spread<T>(all: readonly T[], max: number): readonly T[] {
  if (all.length <= max) return all;
  return Array.from({ length: max }, (_, at) => all[Math.floor((at * all.length) / max)]!);
}

import type { Problem } from '@attain/domain/base/result';
import { Refusal } from '../../base/refusal.ts';

/** Thrown inside the transaction so that nothing of an abandoned run is stored. */
export class Abandoned extends Error {}

/** Thrown inside the transaction when another process did the order while this one waited for it. */
export class AlreadyDone extends Error {}

/** Thrown inside the transaction when this process ends: the run stays open and is done afresh by whoever comes next. */
export class Interrupted extends Error {}

/** Thrown inside the transaction when the input cannot be paid; carries every problem found. */
export class Unpayable extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super('not calculable');
    this.problems = problems;
  }
}

/** How a run that threw ended, in words for whoever ordered it. */
export function endingOf(error: unknown): {
  status: 'cancelled' | 'failed';
  say: string | null;
  problems: readonly Problem[];
} {
  if (error instanceof Abandoned) return { status: 'cancelled', say: null, problems: [] };
  if (error instanceof Unpayable) {
    const say = `The records of this period cannot be paid by this plan: ${error.problems.length} problem${error.problems.length === 1 ? '' : 's'}. Mend them and calculate again.`;
    return { status: 'failed', say, problems: error.problems };
  }
  if (error instanceof Refusal) return { status: 'failed', say: error.message, problems: error.problems };
  return {
    status: 'failed',
    say: 'The calculation stopped for a reason that is not in the data. Nothing was stored; try again.',
    problems: [],
  };
}

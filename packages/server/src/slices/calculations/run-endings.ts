import { counted } from '@attain/domain/base/figures';
import { eachOnce, type Problem } from '@attain/domain/base/result';
import { ApiError } from '../../base/api-error.ts';

/** Thrown inside the transaction so that nothing of an abandoned run is stored. */
export class Abandoned extends Error {}

/** Thrown inside the transaction when another process did the order while this one waited for it. */
export class AlreadyDone extends Error {}

/** Thrown inside the transaction when this process ends: the run stays open and is done afresh by whoever comes next. */
export class Interrupted extends Error {}

/** So many problems are kept with a run; nobody mends more before calculating again. */
const problemsKept = 1_000;

/** Thrown inside the transaction when the input cannot be paid; carries every problem found, each once, however many payees it stops. */
export class Unpayable extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super('not calculable');
    this.problems = eachOnce(problems);
  }
}

/** How a run that threw ended, in words for whoever ordered it, and the problems to keep with it. */
export function endingOf(error: unknown): {
  status: 'cancelled' | 'failed';
  message: string | null;
  problems: readonly Problem[];
} {
  if (error instanceof Abandoned) return { status: 'cancelled', message: null, problems: [] };
  if (error instanceof Unpayable) {
    const found = error.problems.length;
    const kept = found > problemsKept ? ` The first ${problemsKept} are kept here.` : '';
    const message = `The records of this period cannot be paid by this plan: ${counted(found, 'problem')}. Mend them and calculate again.${kept}`;
    return { status: 'failed', message, problems: error.problems.slice(0, problemsKept) };
  }
  if (error instanceof ApiError) {
    const problems = eachOnce(error.problems).slice(0, problemsKept);
    return { status: 'failed', message: error.message, problems };
  }
  return {
    status: 'failed',
    message: 'The calculation stopped for a reason that is not in the data. Nothing was stored; try again.',
    problems: [],
  };
}

import { lintCourse } from '@attain/domain/findings/lint-plan';
import { monteCarloCourse, type PayeeOutlook } from '@attain/domain/simulations/monte-carlo';
import { type PayeeReplay, replayCourse, type UnpaidPayee } from '@attain/domain/simulations/replay';
import { lintOnTheWire } from '../findings/lint-draft.ts';
import type { PayeeHistory } from '../findings/plan-histories.ts';
import type { PayeeRow, SimulationTerms } from './simulation-store.ts';

/** Problems of a payee that are kept; more say the same. */
const problemsKept = 20;

/** Work per payee and its result; `take` yields between portions of long work. */
export interface SimulationWork {
  take(payee: PayeeHistory): Generator<void, PayeeRow | null, void>;
  result(): object;
}

/** The work of a simulation of any kind. */
export function simulationWork(terms: SimulationTerms): SimulationWork {
  const draft = terms.draft.document;
  const baseline = terms.baseline?.document ?? draft;
  if (terms.kind === 'lint') {
    const course = lintCourse(draft);
    return {
      // Findings name no one, so nothing is stored per payee.
      take: ({ history }) =>
        once(() => {
          course.take(history);
          return null;
        }),
      result: () => lintOnTheWire(course.report()),
    };
  }
  if (terms.kind === 'replay') {
    const course = replayCourse(draft, baseline);
    return {
      take: ({ history, name }) => once(() => payeeRow(course.take(history), name)),
      result: course.summary,
    };
  }
  const course = monteCarloCourse({
    draft,
    baseline,
    seed: terms.seed ?? '',
    scenarios: terms.scenarios ?? 0,
  });
  return {
    *take({ history, name }) {
      return payeeRow(yield* course.take(history), name);
    },
    result: course.summary,
  };
}

/** Work that is short enough to be done at one go, after a chance to leave. */
function* once(work: () => PayeeRow | null): Generator<void, PayeeRow | null, void> {
  yield;
  return work();
}

function payeeRow(one: PayeeReplay | PayeeOutlook | UnpaidPayee, participantName: string): PayeeRow {
  const nothing = {
    before: null,
    after: null,
    delta: null,
    losesInPercent: null,
    pointBefore: null,
    pointAfter: null,
  };
  if ('problems' in one) {
    const problems = one.problems.slice(0, problemsKept);
    return { ...nothing, participantId: one.participantId, participantName, outcome: 'unpaid', problems };
  }
  const { participantId, outcome, before, after, delta } = one;
  const row = { ...nothing, participantId, participantName, outcome, before, after, delta, problems: [] };
  if ('losesInPercent' in one) return { ...row, losesInPercent: one.losesInPercent };
  return { ...row, pointBefore: pointOf(one.pointBefore), pointAfter: pointOf(one.pointAfter) };
}

function pointOf(point: PayeeReplay['pointBefore']): PayeeRow['pointBefore'] {
  if (point === null) return null;
  const { attainmentPercent, payPercent } = point;
  return { attainmentPercent, payPercent };
}

import type { History } from '../../../findings/pay-history.ts';
import type { Plan } from '../../../plans/plan.ts';
import type { PayeePay } from '../../../simulations/payee-pay.ts';
import { payeeOf } from '../../../simulations/performance-point.ts';
import { replayPayer } from '../../figures/replay-payer.ts';
import type { KnownTotals, ScenarioCourse, ScenarioRisk } from '../../figures/scenario-risk.ts';
import type { OverlayCourse } from '../../overlays/overlay-course.ts';
import type { AnalysisTerms } from '../analysis-terms.ts';
import type { Option } from '../claim-of.ts';
import type { LookedAt } from '../looked-at.ts';
import {
  bringUnderBudgetCard,
  budgetOption,
  chooseJoint,
  type JointChange,
  jointChanges,
  triedJoints,
} from './bring-under-budget.ts';
import { quietReason } from './budget-outlook.ts';

const { key } = bringUnderBudgetCard;

/** The budget of a plan in an analysis under way: sets of its suggestions are replayed together. */
export interface BudgetCourse {
  /** Takes the suggestions; answers the plans whose years are drawn besides theirs. */
  begin(options: readonly Option[]): readonly { readonly plan: Plan }[];
  /** False: the deals are needed, and were left out. */
  replay(history: History, known: KnownTotals): boolean;
  /** What is suggested, and what was looked at. */
  end(known: {
    readonly payees: readonly { readonly participantId: string; readonly pay: PayeePay }[];
    readonly overlays: OverlayCourse;
    readonly years: ScenarioCourse | null;
    readonly inputHash: string;
  }): { readonly option: Option | null; readonly looked: LookedAt };
}

/** Begins to look at the budget of a plan (SGR-119). */
export function budgetCourse(terms: AnalysisTerms): BudgetCourse {
  const { plan, budget } = terms;
  const quiet = typeof budget === 'string' ? budget : quietReason(budget);
  let options: readonly Option[] = [];
  let joints: readonly JointChange[] = [];
  const payers = new Map<JointChange, ReturnType<typeof replayPayer>>();
  const together = () => joints.filter(({ parts }) => parts.length > 1);
  const riskOf = (joint: JointChange, years: ScenarioCourse | null): ScenarioRisk | null => {
    if (terms.scenarios === 0) return null;
    const [only, ...more] = joint.parts;
    const alone = only !== undefined && more.length === 0;
    const at = alone ? options.indexOf(only) : options.length + together().indexOf(joint);
    return years?.risk(at) ?? null;
  };
  return {
    begin: (found) => {
      options = found;
      joints = quiet === null ? jointChanges(plan, options) : [];
      return together();
    },
    replay: (history, known) => {
      for (const joint of together()) {
        const payer = payers.get(joint) ?? replayPayer(plan, joint.plan);
        payers.set(joint, payer);
        const paid = payer(history, { ...known, asPaid: true });
        if (paid === null) return false;
        if (paid.ok) joint.pays.set(payeeOf(history), paid.value);
      }
      return true;
    },
    end: ({ payees, overlays, years, inputHash }) => {
      if (quiet !== null || typeof budget === 'string') return silent(quiet ?? '');
      const chosen = chooseJoint(budget, triedJoints(joints, payees));
      if (chosen !== null && terms.isDeclined(inputHash, key, chosen.joint.changes))
        return silent('The same change was declined on the same records.');
      const option = budgetOption({ outlook: budget, plan }, chosen, {
        overlays: chosen === null ? [] : overlays.results(chosen.joint.plan, chosen.payees),
        scenarios: chosen === null ? null : riskOf(chosen.joint, years),
      });
      const message = chosen === null ? 'No set of suggestions is enough.' : 'A change is suggested.';
      return { option, looked: { analyser: key, key, outcome: 'suggested', message } };
    },
  };
}

function silent(message: string) {
  return { option: null, looked: { analyser: key, key, outcome: 'silent', message } } as const;
}

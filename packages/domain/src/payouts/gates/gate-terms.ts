import { attainmentOf, reaches } from '../../attainment/attainment.ts';
import { weightedAverage } from '../../attainment/weighted-average.ts';
import { type Decimal, decimal } from '../../base/decimal.ts';
import type { Problem } from '../../base/result.ts';
import { type AverageGate, asksAverage, gateConditions } from '../../plans/gate.ts';
import type { AveragedTerms, AverageTerms, ConditionTerms, GateTerms, RateTerms } from '../line-terms.ts';
import type { ComponentStatus } from '../measures/component-status.ts';
import { type Around, componentStatus, undefinedProblem } from '../rates/other-component.ts';

/** Whether the gate of a component is open for a participant; null without a gate (PAY-10). Undefined attainment is told. */
export function gateTerms(around: Around, openRate: RateTerms | null, problems: Problem[]): GateTerms | null {
  const { gate } = around.one.rules.component;
  if (gate === null) return null;
  const { closes = 'everything' } = gate;
  const further = { closes, openRate: openRate ?? { kind: 'undefined' as const, why: '' } };
  if (asksAverage(gate)) {
    const average = averageTerms(around, gate, problems);
    if (average === null) return null;
    const open = average.actual !== null && reaches(average.actual, average.atLeastPercent);
    return { conditions: [], average, open, ...further };
  }
  const conditions: ConditionTerms[] = [];
  for (const { componentId, atLeastPercent } of gateConditions(gate)) {
    const found = conditionTerms(around, { componentId, percent: decimal(atLeastPercent) }, problems);
    if (found === null) return null;
    conditions.push(found);
  }
  return { conditions, average: null, open: conditions.every(({ reached }) => reached), ...further };
}

function conditionTerms(
  around: Around,
  { componentId, percent }: { readonly componentId: string; readonly percent: Decimal },
  problems: Problem[],
): ConditionTerms | null {
  const other = askedOf(around, componentId);
  if (other === null) return null;
  const attainment = attainmentOf(other.credited, other.quota?.amount ?? null);
  if (attainment === null && around.setting.plan.undefinedAttainment === 'refuse') {
    problems.push(undefinedProblem(around.participant, other));
  }
  const reached = attainment !== null && reaches(attainment, percent);
  return { ...componentStatus(other), reached, atLeastPercent: percent };
}

function averageTerms(
  around: Around,
  { average, atLeastPercent, countAtMostPercent }: AverageGate,
  problems: Problem[],
): AverageTerms | null {
  const parts: AveragedTerms[] = [];
  for (const { componentId, weightPercent } of average) {
    const other = askedOf(around, componentId);
    if (other === null) return null;
    const attained = attainmentOf(other.credited, other.quota?.amount ?? null);
    if (attained === null && around.setting.plan.undefinedAttainment === 'refuse') {
      problems.push(undefinedProblem(around.participant, other));
    }
    parts.push({ ...componentStatus(other), weightPercent: decimal(weightPercent), attained });
  }
  const maxPercent = countAtMostPercent === undefined ? null : decimal(countAtMostPercent);
  const actual = weightedAverage(parts, maxPercent);
  return { parts, atLeastPercent: decimal(atLeastPercent), maxPercent, actual };
}

/** Who is asked how far he is; null where his quota cannot be used, which has been told. */
function askedOf({ all }: Around, componentId: string): ComponentStatus | null {
  const other = all.find((standing) => standing.rules.component.id === componentId);
  return other === undefined || other.unusable ? null : other;
}

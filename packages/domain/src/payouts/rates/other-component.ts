import { attainmentOf, inPercent } from '../../attainment/attainment.ts';
import type { Problem } from '../../base/result.ts';
import type { Participant } from '../../quotas/participant.ts';
import type { MultiplierTerms } from '../line-terms.ts';
import type { ComponentStatus } from '../measures/component-status.ts';
import type { PaySetting } from '../pay-setting.ts';
import { curveTable, curveValue } from './curve-table.ts';
import type { OtherComponent } from './target-share.ts';

/** A line among the others of its participant. */
export interface Around {
  readonly setting: PaySetting;
  readonly participant: Participant;
  readonly one: ComponentStatus;
  readonly all: readonly ComponentStatus[];
}

/** The standing of a component as others see it. */
export function componentStatus({ rules, credited, quota }: ComponentStatus): OtherComponent {
  return { component: rules.component, credited, quota: quota?.amount ?? null };
}

/** What multiplies a component's pay; null without a multiplier, `undefined` when the plan pays zero then (PAY-28, ATT-2). */
export function multiplierTerms(around: Around, problems: Problem[]): MultiplierTerms | null | 'undefined' {
  const { multiplier } = around.one.rules.component;
  if (multiplier === undefined) return null;
  const other = around.all.find((standing) => standing.rules.component.id === multiplier.componentId);
  if (other === undefined || other.unusable) return null;
  const attainment = attainmentOf(other.credited, other.quota?.amount ?? null);
  if (attainment === null) {
    if (around.setting.plan.undefinedAttainment === 'refuse') {
      problems.push(undefinedProblem(around.participant, other));
    }
    return 'undefined';
  }
  const curve = curveTable(multiplier.curve, 'first');
  const attained = inPercent(attainment);
  return { ...componentStatus(other), curve, attained, factor: curveValue(curve, attained) };
}

/** The problem of an attainment that is needed and undefined (ATT-2). */
export function undefinedProblem(participant: Participant, one: ComponentStatus): Problem {
  const { component } = one.rules;
  const missing = one.quota === null ? 'has no quota' : 'has a quota of zero';
  const message = `${participant.name} ${missing} for "${component.name}", so attainment is undefined. Add a quota for ${participant.id}, or let the plan pay zero in this case.`;
  return { rule: 'ATT-2', path: `quotas[${participant.id}, ${component.id}]`, message };
}

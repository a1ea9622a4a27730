import { dayProblem, parseDay } from '../base/day.ts';
import { decimalProblem, isDecimal } from '../base/decimal.ts';
import type { Problem } from '../base/result.ts';
import type { Span } from '../base/week-calendar.ts';
import type { Participant, Quota } from './participant.ts';

/** Every problem with the people a calculation is given: ids that repeat, days and amounts that cannot be read (QUOTA-6). */
export function checkParticipants(participants: readonly Participant[]): readonly Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const participant of participants) {
    const path = `participants[${participant.id}]`;
    if (seen.has(participant.id)) {
      const message = `Two participants have the ID "${participant.id}". Keep one of them.`;
      problems.push({ rule: 'QUOTA-6', path, message });
    }
    seen.add(participant.id);
    for (const field of ['hiredOn', 'leftOn'] as const) {
      const day = participant[field];
      if (day !== null && parseDay(day) === null) {
        problems.push({ ...dayProblem(day, `${path}.${field}`), rule: 'QUOTA-6' });
      }
    }
    for (const field of ['targetVariableAnnual', 'commissionRatePercent'] as const) {
      const text = participant[field];
      if (text === null) continue;
      if (!isDecimal(text)) problems.push({ ...decimalProblem(text, `${path}.${field}`), rule: 'QUOTA-6' });
      else if (text.startsWith('-')) {
        problems.push({
          rule: 'QUOTA-6',
          path: `${path}.${field}`,
          message: `${text} is negative. Enter zero or more.`,
        });
      }
    }
  }
  return problems;
}

/** Every quota whose days cannot be read or are the wrong way round (QUOTA-4); without days it cannot be placed at all. */
export function checkQuotaDays(quotas: readonly Quota[]): readonly Problem[] {
  return quotas.flatMap((quota) => {
    const path = `quotas[${quota.participantId}, ${quota.componentId ?? quota.unit}, ${quota.from}]`;
    for (const field of ['from', 'to'] as const) {
      if (parseDay(quota[field]) === null)
        return [{ ...dayProblem(quota[field], `${path}.${field}`), rule: 'QUOTA-4' }];
    }
    if (quota.from <= quota.to) return [];
    const message = `The quota ends on ${quota.to}, before it starts on ${quota.from}. Swap the dates.`;
    return [{ rule: 'QUOTA-4', path, message }];
  });
}

/** Whether the participant is employed on at least one day of the period (QUOTA-7). */
export function isEmployedIn(participant: Participant, period: Span): boolean {
  return (
    (participant.hiredOn === null || participant.hiredOn <= period.to) &&
    (participant.leftOn === null || participant.leftOn >= period.from)
  );
}

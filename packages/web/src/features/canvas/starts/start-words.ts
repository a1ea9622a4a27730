import type { TriggerWhen, WorkflowTrigger } from '@attain/contract/workflow-triggers';
import { TRIGGER_EVENTS } from '@attain/domain/workflows/triggers';
import { formatMoment } from '../../../base/format-date.ts';

/** What starts a run, in one line. */
export function whenWords(when: TriggerWhen): string {
  switch (when.kind) {
    case 'schedule':
      return `Schedule ${when.cron}, ${when.timeZone}; missed instants ${when.missed === 'once' ? 'are made up for once' : 'are skipped'}`;
    case 'webhook':
      return when.synchronous
        ? `Webhook that answers with the end of the run, within ${when.waitSeconds} s`
        : 'Webhook that answers at once';
    case 'event':
      return `Event: ${TRIGGER_EVENTS[when.event]}`;
  }
}

/** When it fires next and what became of the last time. */
export function standingWords(trigger: WorkflowTrigger): readonly string[] {
  const { upcoming, lastFiredAt, lastOutcome } = trigger;
  return [
    ...(upcoming.length > 0 ? [`Next: ${upcoming.map((one) => formatMoment(one)).join(' · ')}`] : []),
    ...(lastFiredAt === null ? ['Has not started anything yet.'] : [`Last: ${formatMoment(lastFiredAt)}`]),
    ...(lastOutcome === null ? [] : [lastOutcome]),
  ];
}

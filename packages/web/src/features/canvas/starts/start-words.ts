import type { TriggerWhen, WorkflowTrigger } from '@attain/contract/workflow-triggers';
import { TRIGGER_EVENTS } from '@attain/domain/workflows/triggers';
import { formatMoment } from '../../../base/format-date.ts';
import { dateFormat } from '../../../base/locale.ts';

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

/** What became of the last time, and whose rights its runs have. */
export function triggerText(trigger: WorkflowTrigger): readonly string[] {
  const { lastFiredAt, lastOutcome, runsAs, isEnabled } = trigger;
  return [
    ...(isEnabled ? [] : ['Paused: it starts nothing until it is switched on.']),
    lastFiredAt === null ? 'Has not started anything yet.' : `Last: ${formatMoment(lastFiredAt)}`,
    ...(lastOutcome === null ? [] : [lastOutcome]),
    ...(runsAs === null ? [] : [`Runs have the rights of ${runsAs}.`]),
  ];
}

/** An instant on the clock of the schedule’s own zone: `Mon, Feb 2, 08:00`. */
export function instantInZone(instant: string, timeZone: string): string {
  return dateFormat({
    ...{ weekday: 'short', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ hourCycle: 'h23', timeZone },
  }).format(Date.parse(instant));
}

import type { TriggerWhen, WorkflowTrigger } from '@attain/contract/workflow-triggers';
import { HOOK_SCHEMES } from '@attain/domain/workflows/hook-schemes';
import { TRIGGER_EVENTS } from '@attain/domain/workflows/triggers';
import { formatMoment } from '../../../base/format-date.ts';
import { messages } from './messages.ts';

export function whenWords(when: TriggerWhen): string {
  switch (when.kind) {
    case 'schedule':
      return (
        messages.schedule(
          when.cron,
          when.timeZone,
          when.missed === 'once' ? messages.onceAfter : messages.skipped,
        ) + messages.overlapping[when.overlap]
      );
    case 'webhook':
      return [
        when.synchronous ? messages.webhookEnd(when.waitSeconds) : messages.webhookAtOnce,
        ...(when.scheme === 'attain' ? [] : [messages.by(HOOK_SCHEMES[when.scheme].label)]),
      ].join('. ');
    case 'event':
      return messages.event(TRIGGER_EVENTS[when.event]);
  }
}

/** The last result of a trigger, and the user whose permissions its runs use. */
export function triggerText(trigger: WorkflowTrigger): readonly string[] {
  const { lastFiredAt, lastOutcome, runsAs, isEnabled } = trigger;
  return [
    ...(isEnabled ? [] : [messages.paused]),
    lastFiredAt === null ? messages.never : messages.last(formatMoment(lastFiredAt)),
    ...(lastOutcome === null ? [] : [lastOutcome]),
    ...(runsAs === null ? [] : [messages.runsAs(runsAs)]),
  ];
}

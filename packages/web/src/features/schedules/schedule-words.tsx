import { environmentWords } from '@attain/domain/policies/policy-words';
import type { Execution, Schedule } from '../../api/shapes.ts';
import { formatDay } from '../../base/format-date.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { messages } from './messages.ts';

/** What a schedule does: `Restore point of Production`. */
export function taskWords({ task, suiteName }: Pick<Schedule, 'task' | 'suiteName'>): string {
  const words = messages.tasks;
  switch (task.type) {
    case 'test-suite':
      return suiteName === null ? words.allSuites : words.suite(suiteName);
    case 'restore-point':
      return words.point(environmentWords[task.environment] ?? task.environment);
    case 'cost-export':
      return words.costs[task.month];
    case 'test-report':
      return words.report(messages.reports[task.report], task.format);
    case 'access-review':
      return words.review(task.days);
    case 'replay':
      return words.replay(task.runs);
    case 'evidence-check':
      return messages.types['evidence-check'];
  }
}

/** Whether it is active or paused. */
export function ScheduleStatus({ status, problem }: Pick<Schedule, 'status' | 'problem'>) {
  const meaning = problem !== null ? 'bad' : status === 'active' ? 'ok' : 'neutral';
  return <Badge meaning={meaning}>{messages.status[status]}</Badge>;
}

const meanings: Readonly<Record<Execution['status'], Meaning>> = {
  queued: 'neutral',
  running: 'info',
  completed: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
};

/** The status of an execution. */
export function ExecutionStatus({ status }: Pick<Execution, 'status'>) {
  return <Badge meaning={meanings[status]}>{messages.executionStatus[status]}</Badge>;
}

/** What an execution made, as a sentence; null: nothing to say. */
export function outputWords({ type, output }: Pick<Execution, 'type' | 'output'>): string | null {
  const words = messages.execution;
  const number = (name: string) => Number(output[name] ?? 0);
  if (Object.keys(output).length === 0) return null;
  switch (type) {
    case 'test-suite':
      return words.tests(number('passed'), number('cases'), number('suites'));
    case 'restore-point':
      return words.agents(number('agents'), output.changed === true);
    case 'cost-export':
      return words.calls(number('calls'));
    case 'evidence-check':
      return words.verified(number('entries'), number('packs'));
    case 'access-review':
      return words.review(number('roles'), formatDay(String(output.dueOn ?? '')));
    case 'replay':
      return words.replayed(number('runs'), number('different'));
    case 'test-report':
      return null;
  }
}

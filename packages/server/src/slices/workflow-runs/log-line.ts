import type { RunLogLine } from '@attain/contract/workflow-runs';
import type { JournalEntry, StepRef } from '@attain/domain/workflows/journal';
import { type PreparedWorkflow, preparedNode } from '@attain/domain/workflows/prepare-workflow';

type Level = RunLogLine['level'];

/** One line of a journal in words people read. Values that passed through steps are not in it. */
export function logLine(prepared: PreparedWorkflow, seq: number, entry: JournalEntry): RunLogLine {
  const { level, say } = wordsOf(prepared, entry);
  const node = 'step' in entry && entry.step !== null ? entry.step.node : null;
  return { seq, at: new Date(entry.atMs).toISOString(), level, node, say };
}

function wordsOf(prepared: PreparedWorkflow, entry: JournalEntry): { level: Level; say: string } {
  const title = (step: StepRef | { node: string; iteration: string | null }) => {
    const { node, type } = preparedNode(prepared, step.node);
    const turn = step.iteration ? ` (${step.iteration})` : '';
    return `“${node.title || type.label}”${turn}`;
  };
  const info = (say: string) => ({ level: 'info' as const, say });
  switch (entry.kind) {
    case 'started':
      return info('The run started.');
    case 'computed': {
      const failed = entry.steps.filter((step) => 'error' in step);
      const [first] = failed;
      const say = `Computed ${entry.steps.map(title).join(', ')}.`;
      if (first === undefined || !('error' in first)) return info(say);
      return { level: 'error', say: `${title(first)} failed: ${first.error.say}` };
    }
    case 'requested':
      return info(`${title(entry.step)} began${entry.attempt > 1 ? `, attempt ${entry.attempt}` : ''}.`);
    case 'attempt-failed': {
      const at = new Date(entry.retryAtMs).toISOString();
      return {
        level: 'warn',
        say: `${title(entry.step)} failed: ${entry.error.say} It is tried again at ${at}.`,
      };
    }
    case 'opened':
      return openedWords(title(entry.step), entry);
    case 'escalated':
      return {
        level: 'warn',
        say: `${title(entry.step)} took too long and was handed on to ${entry.to ?? 'everybody who may decide'}.`,
      };
    case 'result':
      if ('error' in entry.result)
        return { level: 'error', say: `${title(entry.step)} failed: ${entry.result.error.say}` };
      return info(`${title(entry.step)} is done${entry.result.by ? `, by ${entry.result.by}` : ''}.`);
    case 'kept':
      return info(`An answer for ${title(entry.step)} came early and is kept.`);
    case 'ignored':
      return { level: 'warn', say: `An event changed nothing: ${entry.reason.replaceAll('-', ' ')}.` };
    case 'cancel-asked':
      return {
        level: 'warn',
        say: `${entry.by} asked the run to stop${entry.reason ? `: ${entry.reason}` : '.'}`,
      };
    case 'ended':
      if (entry.status === 'failed')
        return { level: 'error', say: `The run failed: ${entry.error?.say ?? 'no reason given'}` };
      return { level: entry.status === 'completed' ? 'info' : 'warn', say: `The run is ${entry.status}.` };
  }
}

function openedWords(
  title: string,
  { wait }: JournalEntry & { readonly kind: 'opened' },
): { level: Level; say: string } {
  switch (wait.for) {
    case 'timer':
      return { level: 'info', say: `${title} waits until ${new Date(wait.dueAtMs).toISOString()}.` };
    case 'signal':
      return { level: 'info', say: `${title} waits for the signal “${wait.name}”.` };
    case 'task':
      return {
        level: 'info',
        say: `${title} waits for ${wait.task.assignee ?? wait.task.queue ?? 'somebody who may decide'}.`,
      };
    case 'outcome':
      return {
        level: 'warn',
        say: `Nobody knows whether ${title} reached its target (${wait.error.say}); a person has to say.`,
      };
  }
}

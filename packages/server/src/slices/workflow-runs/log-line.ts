import { logLevels, type RunLogLine } from '@attain/contract/workflow-runs';
import type { JournalEntry, StepRef } from '@attain/domain/workflows/journal';
import { type PreparedWorkflow, preparedNode } from '@attain/domain/workflows/prepare-workflow';
import { debugWords } from './debug-words.ts';

type Level = RunLogLine['level'];
type Titled = (step: StepRef | { node: string; iteration: string | null }) => string;

/**
 * A journal entry as readable lines: the event, and for debugging the shape of its values. Values themselves are in
 * neither. Entry n has the lines 2n and 2n + 1; a step with a higher log level (NODES-13) writes only lines of that
 * level or above.
 */
export function logLines(prepared: PreparedWorkflow, seq: number, entry: JournalEntry): RunLogLine[] {
  const nameOf = (id: string) => {
    const { node, type } = preparedNode(prepared, id);
    return node.title || type.label;
  };
  const title: Titled = (step) => {
    const turn = step.iteration ? ` (${step.iteration})` : '';
    return `“${nameOf(step.node)}”${turn}`;
  };
  const { level, message } = wordsOf(title, entry);
  const nodeId = 'step' in entry && entry.step !== null ? entry.step.node : null;
  const shared = {
    timestamp: new Date(entry.atMs).toISOString(),
    ...(nodeId === null ? {} : { nodeId, nodeName: nameOf(nodeId) }),
  };
  const debug = debugWords(title, entry);
  const lines: RunLogLine[] = [
    { seq: 2 * seq, ...shared, level, message: message },
    ...(debug === null ? [] : [{ seq: 2 * seq + 1, ...shared, level: 'debug' as const, message: debug }]),
  ];
  const min = nodeId === null ? 'debug' : minLevel(prepared, nodeId);
  return lines.filter((line) => logLevels.indexOf(line.level) <= logLevels.indexOf(min));
}

/** The least that a node's steps write into the log; a node without the setting writes everything. */
function minLevel(prepared: PreparedWorkflow, id: string): Level {
  const { logLevel } = preparedNode(prepared, id).config;
  return logLevels.find((level) => level.toUpperCase() === logLevel) ?? 'debug';
}

function wordsOf(title: Titled, entry: JournalEntry): { level: Level; message: string } {
  const info = (message: string) => ({ level: 'info' as const, message });
  switch (entry.kind) {
    case 'started':
      return info('The run started.');
    case 'computed': {
      const failed = entry.steps.filter((step) => 'error' in step);
      const [first] = failed;
      const message = `Computed ${entry.steps.map(title).join(', ')}.`;
      if (first === undefined || !('error' in first)) return info(message);
      return { level: 'error', message: `${title(first)} failed: ${first.error.message}` };
    }
    case 'requested':
      return info(`${title(entry.step)} started${entry.attempt > 1 ? `, attempt ${entry.attempt}` : ''}.`);
    case 'attempt-failed': {
      const at = new Date(entry.retryAtMs).toISOString();
      return {
        level: 'warn',
        message: `${title(entry.step)} failed: ${entry.error.message} It is retried at ${at}.`,
      };
    }
    case 'opened':
      return openedWords(title(entry.step), entry);
    case 'escalated':
      return {
        level: 'warn',
        message: `${title(entry.step)} took too long and was passed on to ${entry.to ?? 'all users who can decide it'}.`,
      };
    case 'result':
      if ('error' in entry.result)
        return { level: 'error', message: `${title(entry.step)} failed: ${entry.result.error.message}` };
      return info(`${title(entry.step)} is done${entry.result.by ? `, by ${entry.result.by}` : ''}.`);
    case 'kept':
      return info(`An answer for ${title(entry.step)} arrived early and is kept.`);
    case 'ignored':
      return { level: 'warn', message: `An event was ignored: ${entry.reason.replaceAll('-', ' ')}.` };
    case 'cancel-asked':
      return {
        level: 'warn',
        message: `${entry.by} canceled the run${entry.reason ? `: ${entry.reason}` : '.'}`,
      };
    case 'undo-began':
      return {
        level: 'error',
        message: `The run failed: ${entry.error.message} Its undo steps run, the last step first.`,
      };
    case 'ended':
      if (entry.status === 'failed')
        return { level: 'error', message: `The run failed: ${entry.error?.message ?? 'no reason given'}` };
      return {
        level: entry.status === 'completed' ? 'info' : 'warn',
        message: `The run is ${entry.status}.`,
      };
  }
}

function openedWords(
  title: string,
  { wait }: JournalEntry & { readonly kind: 'opened' },
): { level: Level; message: string } {
  switch (wait.for) {
    case 'timer':
      return { level: 'info', message: `${title} waits until ${new Date(wait.dueAtMs).toISOString()}.` };
    case 'signal':
      return { level: 'info', message: `${title} waits for the signal “${wait.name}”.` };
    case 'task':
      return {
        level: 'info',
        message: `${title} waits for ${wait.task.assignee ?? wait.task.queue ?? 'a user who can decide it'}.`,
      };
    case 'outcome':
      return {
        level: 'warn',
        message: `It is unknown whether ${title} succeeded (${wait.error.message}). A user must confirm.`,
      };
  }
}

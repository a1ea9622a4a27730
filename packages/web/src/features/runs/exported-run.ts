import type { AgentRun } from '@attain/contract/agents/agent-runs';
import type { RunLogLine } from '@attain/contract/workflow-runs';
import type { WorkflowRunDetail } from '../../api/shapes.ts';
import { runFigures } from './run-words.ts';

/** The trigger of a run in the four values an agent run allows (RUNS-17). */
export const agentRunTrigger: Readonly<Record<WorkflowRunDetail['trigger'], AgentRun['trigger']>> = {
  manual: 'manual',
  schedule: 'scheduled',
  api: 'api',
  webhook: 'webhook',
  // an event arrives like a delivery; another workflow asks like a program
  event: 'webhook',
  'sub-workflow': 'api',
};

/** A run with its whole log as one document, for export (RUNS-15). */
export function exportedRun(run: WorkflowRunDetail, logs: readonly RunLogLine[]): AgentRun {
  const { nodes, total, errors, successRate } = runFigures(run);
  return {
    id: run.id,
    agentName: run.agentName ?? run.workflowName,
    status:
      run.status === 'completed' || run.status === 'failed' || run.status === 'cancelled'
        ? run.status
        : 'running',
    trigger: agentRunTrigger[run.trigger],
    progress: run.progress,
    duration: run.durationMs,
    startTime: run.startedAt,
    endTime: run.endedAt,
    nodesExecuted: nodes,
    totalNodes: total,
    errorCount: errors,
    successRate,
    output: run.output,
    logs: [...logs],
  };
}

export function logText(lines: readonly RunLogLine[]): string {
  return lines
    .map(({ timestamp, level, message }) => `${timestamp} ${level.toUpperCase().padEnd(5)} ${message}\n`)
    .join('');
}

import { AgentRun } from '@attain/contract/agents/agent-runs';
import { logLevels, RunLogLine } from '@attain/contract/workflow-runs';
import { describe, expect, test } from 'vitest';
import type { WorkflowRunDetail } from '../../api/shapes.ts';
import { agentRunTrigger, exportedRun, logText } from './exported-run.ts';
import { runFiles } from './run-files.tsx';
import { atLeast } from './run-words.ts';
import { costWords, runUsage, tokenWords } from './usage-words.ts';

const at = '2026-02-01T08:00:00.000Z';
const log: RunLogLine[] = [
  { seq: 2, timestamp: at, level: 'info', message: 'The run started.' },
  { seq: 4, timestamp: at, level: 'error', message: '“Pay” failed.', nodeId: 'pay', nodeName: 'Pay' },
];
const run = {
  id: '01a1ffc2-06d0-70fd-a9f9-7873c40791f0',
  workflowName: 'Pay the quarter',
  agentName: null,
  status: 'waiting',
  trigger: 'schedule',
  progress: 50,
  durationMs: null,
  startedAt: at,
  endedAt: null,
  output: null,
  steps: [
    { node: 'a', status: 'success' },
    { node: 'b', status: 'error' },
  ],
  document: { nodes: [1, 2, 3] },
} as unknown as WorkflowRunDetail;

describe('a run that is handed out', () => {
  test('[RUNS-15] has id, agent, status, trigger, progress, times, figures, output and log, and nothing else', () => {
    const handedOut = exportedRun(run, log);
    expect(AgentRun.parse(handedOut)).toEqual(handedOut);
    expect(Object.keys(AgentRun.shape)).toEqual([
      ...['id', 'agentName', 'status', 'trigger', 'progress', 'duration', 'startTime', 'endTime'],
      ...['nodesExecuted', 'totalNodes', 'errorCount', 'successRate', 'output', 'logs'],
    ]);
    expect(handedOut).toMatchObject({
      agentName: 'Pay the quarter',
      status: 'running',
      nodesExecuted: 2,
      totalNodes: 3,
      errorCount: 1,
      successRate: 50,
    });
    expect(exportedRun({ ...run, agentName: 'Payer' }, []).agentName).toBe('Payer');
  });

  test('[RUNS-17] [CONF-BUILD-11] its trigger is manual, scheduled, api or webhook, whatever set it off', () => {
    expect(AgentRun.shape.trigger.options).toEqual(['manual', 'scheduled', 'api', 'webhook']);
    expect(new Set(Object.values(agentRunTrigger))).toEqual(new Set(AgentRun.shape.trigger.options));
    expect(exportedRun(run, []).trigger).toBe('scheduled');
  });

  test('[RUNS-18] a line of its log has timestamp, level, message and, where it is about a node, its id and name', () => {
    const { seq: _, ...shape } = RunLogLine.shape;
    expect(Object.keys(shape)).toEqual(['timestamp', 'level', 'message', 'nodeId', 'nodeName']);
    expect(RunLogLine.safeParse(log[0]).success).toBe(true);
    expect(logText(log)).toBe(`${at} INFO  The run started.\n${at} ERROR “Pay” failed.\n`);
  });

  test('[RUNS-19] [CONF-BUILD-16] levels are error, warn, info and debug, upper case where shown; a log is narrowed to what matters at least so much', () => {
    expect(logLevels).toEqual(['error', 'warn', 'info', 'debug']);
    expect(logLevels.filter((level) => atLeast(level, 'warn'))).toEqual(['error', 'warn']);
    expect(logLevels.filter((level) => atLeast(level, 'debug'))).toEqual(logLevels);
    expect(logText([{ ...log[0], level: 'warn' } as RunLogLine])).toContain(' WARN ');
  });
});

test('usage of language models is shown with its price, or that the price is unknown', () => {
  const answer = (usage: unknown) => ({ type: 'llm', output: { model: 'm', usage } }) as never;
  const paid = { promptTokens: 1400, completionTokens: 120, cost: '0.0047', currency: 'USD' };
  const usage = runUsage([answer(paid), { type: 'calculator', output: { model: 'x' } } as never]);
  expect(usage && [tokenWords(usage), costWords(usage)]).toEqual(['1,400 in + 120 out', '$0.0047']);
  const both = runUsage([answer(paid), answer(null)]);
  expect(both && costWords(both)).toBe('$0.0047 + 1 without a price');
  expect(runUsage([])).toBeNull();
});

test('files of a run are those its steps stored', () => {
  const output = { file: 'f1', fileName: 'pay.csv', bytes: 120 };
  expect(
    runFiles([
      { type: 'file_upload', output },
      { type: 'formatter', output },
      { type: 'file_upload', output: null },
    ]),
  ).toEqual([{ id: 'f1', name: 'pay.csv', bytes: 120 }]);
});

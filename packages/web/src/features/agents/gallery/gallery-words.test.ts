import { expect, test } from 'vitest';
import type { AgentSummary } from '../../../api/shapes.ts';
import {
  agentSavings,
  agentStatusLook,
  groupAgents,
  lastRunResult,
  savingsWords,
  sendsOutside,
  whoCanRun,
  whyNoRun,
} from './gallery-words.ts';

const agent = (id: string, category: string, more: Partial<AgentSummary> = {}) =>
  ({
    id,
    name: id,
    category,
    lastRun: null,
    workflowId: 'w',
    runnable: true,
    needs: [],
    ...more,
  }) as AgentSummary;

test('[GAL-43] [GAL-44] [GAL-45] completed is green, running blue, idle grey', () => {
  expect(agentStatusLook).toEqual({
    completed: { label: 'Completed', meaning: 'ok' },
    running: { label: 'Running', meaning: 'info' },
    idle: { label: 'Idle', meaning: 'neutral' },
  });
});

test('savings that no run estimated are not shown as an amount; their total says where it is from', () => {
  const saved = (more: Partial<AgentSummary>) =>
    agentSavings({ savings: null, status: 'idle', summary: null, ...more } as AgentSummary, 'USD');
  expect(saved({ savings: '1250' })).toEqual({ figure: '$1,250.00', why: undefined });
  expect(saved({ status: 'completed' })).toEqual({
    figure: 'Not estimated',
    why: "This agent doesn't estimate savings or found nothing to change.",
  });
  expect(saved({})).toEqual({ figure: '—', why: 'Known after the first completed run.' });
  expect([null, '0', '1250'].map((savings) => savingsWords(savings, 'USD'))).toEqual([
    'No completed run has estimated savings',
    'The last runs found no savings',
    '$1,250.00 from the last completed runs',
  ]);
});

test('the stated categories come first, in their order; agents without one last', () => {
  const groups = groupAgents([
    agent('a', ''),
    agent('b', 'Zoology'),
    agent('c', 'Dispute Resolution Agent'),
    agent('d', 'Compensation Plan Design Agents'),
    agent('e', 'Compensation Plan Design Agents'),
  ]);
  expect(groups.map(({ category, agents }) => `${category}: ${agents.map(({ id }) => id)}`)).toEqual([
    'Compensation Plan Design Agents: d,e',
    'Dispute Resolution Agent: c',
    'Zoology: b',
    'Other agents: a',
  ]);
});

test('[CONF-GAL-05] an idle agent says when its last run failed or was stopped', () => {
  const after = (status: 'failed' | 'cancelled' | 'completed') =>
    lastRunResult(
      agent('a', '', { lastRun: { id: 'r', status, at: '2026-01-01', waitingFor: null, error: null } }),
    )?.label ?? null;
  expect([after('failed'), after('cancelled'), after('completed'), lastRunResult(agent('a', ''))]).toEqual([
    'Failed',
    'Stopped',
    null,
    null,
  ]);
});

test('[AGENT-12] who cannot run an agent reads why, and who can', () => {
  const calculates = agent('a', '', { needs: ['read:plans', 'run:calculations'] });
  expect(whyNoRun(agent('a', ''), ['agent-operator'])).toBeNull();
  expect(whyNoRun(agent('a', ''), ['viewer'])).toContain('You can view agents');
  expect(whyNoRun(agent('a', '', { workflowId: null }), ['finance'])).toContain('has no workflow');
  expect(whyNoRun(agent('a', '', { runnable: false }), ['finance'])).toContain('published');
  expect(whyNoRun(calculates, ['finance'])).toBeNull();
  expect(whoCanRun(calculates, ['finance'])).toBeNull();
  expect(whyNoRun(calculates, ['plan-designer'])).toContain('run calculations');
  expect(whyNoRun(calculates, ['plan-designer'])).not.toContain('view plans');
  for (const role of ['plan-designer', 'agent-developer', 'auditor', 'viewer'] as const)
    expect(whoCanRun(calculates, [role])).toBe('Administrator, Finance, Compensation Admin can run it');
});

test('[WF-61] an agent whose runs send mail or call other systems says so before it runs', () => {
  const sends = (kind: AgentSummary['sendsTo'][number]['kind']) =>
    sendsOutside({ sendsTo: [{ node: 'n', title: 'Send', kind, to: 'x' }] });
  expect([sends('message'), sends('system'), sends('task'), sends('notice')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(sendsOutside({ sendsTo: [] })).toBe(false);
});

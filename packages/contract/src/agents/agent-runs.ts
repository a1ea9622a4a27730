import { z } from 'zod';
import { Moment } from '../base.ts';
import { Json, RunLogLine } from '../workflow-runs.ts';

/** Run status reduced to whether the run has ended, and how. */
const agentRunStatuses = ['completed', 'running', 'failed', 'cancelled'] as const;

/** How the run was started. */
const agentRunTriggers = ['manual', 'scheduled', 'api', 'webhook'] as const;

/** A run of an agent with its log, as exported. */
export const AgentRun = z.object({
  id: z.uuid(),
  agentName: z.string().describe('For a workflow without an agent: its own name'),
  status: z.enum(agentRunStatuses),
  trigger: z.enum(agentRunTriggers),
  progress: z.number().int().min(0).max(100),
  duration: z.number().int().nullable().describe('Milliseconds; null while running'),
  startTime: Moment.nullable(),
  endTime: Moment.nullable(),
  nodesExecuted: z.number().int(),
  totalNodes: z.number().int(),
  errorCount: z.number().int(),
  successRate: z.number().int().nullable().describe('Percent of steps finished; null before the first'),
  output: Json.nullable(),
  logs: z.array(RunLogLine),
});
export type AgentRun = z.infer<typeof AgentRun>;

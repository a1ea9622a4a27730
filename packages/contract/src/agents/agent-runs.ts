import { z } from 'zod';
import { Moment } from '../base.ts';
import { Json, RunLogLine } from '../workflow-runs.ts';

/** How runs stand for whoever only wants to know whether they are over, and how. */
const agentRunStatuses = ['completed', 'running', 'failed', 'cancelled'] as const;

/** What set an agent off. */
const agentRunTriggers = ['manual', 'scheduled', 'api', 'webhook'] as const;

/** A run of an agent as one document with its log, as it is handed out of the workspace. */
export const AgentRun = z.object({
  id: z.uuid(),
  agentName: z.string().describe('Of a workflow that no agent runs: its own name'),
  status: z.enum(agentRunStatuses),
  trigger: z.enum(agentRunTriggers),
  progress: z.number().int().min(0).max(100),
  duration: z.number().int().nullable().describe('Milliseconds; null while it goes on'),
  startTime: Moment.nullable(),
  endTime: Moment.nullable(),
  nodesExecuted: z.number().int(),
  totalNodes: z.number().int(),
  errorCount: z.number().int(),
  successRate: z
    .number()
    .int()
    .nullable()
    .describe('Percent of the steps that are over; null before the first'),
  output: Json.nullable(),
  logs: z.array(RunLogLine),
});
export type AgentRun = z.infer<typeof AgentRun>;

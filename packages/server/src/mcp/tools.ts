import { api } from '@attain/contract/api';
import type { Access } from '@attain/contract/base';
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { AnyContractProcedure } from '@orpc/contract';
import { z } from 'zod';
import { toolSchema } from './tool-schema.ts';

/** One tool and the endpoint that it calls. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly procedure: AnyContractProcedure;
  readonly input: StandardSchemaWithJSON;
  readonly output: StandardSchemaWithJSON;
  /** The permission that the token needs. */
  readonly access: Access;
  /** Saves something; no tool changes plans, pay, approvals or settings. */
  readonly saves: boolean;
}

/** Rows that a list returns unless more are asked for: a model reads all of them. */
const limit = z.int().min(1).max(100).default(20).describe('Rows per page');

/** Every tool, reading ones first. A new one needs an endpoint: there is no query of its own here. */
export const mcpTools: readonly McpTool[] = [
  tool(
    api.questions.ask,
    'ask',
    'Ask a question',
    'Answers a question about pay, attainment, deals, imports or stale results, each figure with its source.',
  ),
  tool(
    api.plans.list,
    'list_plans',
    'List plans',
    'Lists compensation plans with status and version. Start here to find a plan’s ID.',
  ),
  tool(
    api.plans.get,
    'get_plan',
    'Get a plan',
    'Returns a plan’s document: components, weights, rates, caps and accelerators.',
  ),
  tool(
    api.calculations.list,
    'list_calculations',
    'List calculations',
    'Lists calculations with plan, period, total and staleness. `id` is the `runId` of payouts and statements.',
  ),
  tool(
    api.payouts.list,
    'list_payouts',
    'List payouts',
    'Lists the payout lines of one calculation: payee, component, attainment and amount.',
  ),
  tool(
    api.payouts.explain,
    'explain_payout',
    'Explain a payout',
    'Explains one payout line: the arithmetic step by step, the rules, the next tier and the hashes.',
  ),
  tool(
    api.payouts.credits,
    'list_payout_deals',
    'List deals of a payout',
    'Lists the deals behind one payout line, each with its share and the imported row.',
  ),
  tool(
    api.statements.list,
    'list_statements',
    'List statements',
    'Lists statements, newest period first. Without filters: all that the token’s owner may read.',
  ),
  tool(
    api.statements.get,
    'get_statement',
    'Get a statement',
    'Returns one payee’s statement with every line, its arithmetic and the hashes that verify it.',
  ),
  tool(
    api.findings.lint,
    'list_findings',
    'List findings of a plan',
    'Checks a plan on past deals of at most 40 payees: gaps, cliffs, missing caps, double credit, each with the money. Saves nothing.',
  ),
  tool(
    api.simulations.list,
    'list_simulations',
    'List simulations',
    'Lists plan checks, replays and simulations with their results.',
  ),
  tool(
    api.simulations.get,
    'get_simulation',
    'Get a simulation',
    'Returns one simulation with its result or findings.',
  ),
  tool(
    api.simulations.whatIf,
    'estimate_pay',
    'Estimate pay',
    'Estimates a payee’s pay in a period with additional deals. Saves nothing.',
  ),
  tool(
    api.analytics.predictive,
    'get_forecast',
    'Get the forecast',
    'Forecasts bookings and pay cost with range, method and the error of past forecasts.',
  ),
  tool(
    api.suggestions.list,
    'list_suggestions',
    'List suggestions',
    'Lists suggestions for plans with savings, risk and confidence.',
  ),
  tool(
    api.explanations.get,
    'explain_suggestion',
    'Explain a suggestion',
    'Explains why a suggestion is made: steps, alternatives, who would lose and what is not known.',
  ),
  tool(
    api.evidence.get,
    'get_evidence',
    'Get evidence',
    'Returns a suggestion’s evidence pack and verifies it now.',
  ),
  tool(
    api.evidence.verify,
    'verify_evidence',
    'Verify evidence',
    'Verifies the text of an evidence pack step by step, and says whether this workspace packed it. Saves nothing.',
  ),
  tool(
    api.workflowRuns.list,
    'list_runs',
    'List workflow runs',
    'Lists runs of workflows and agents, newest first.',
  ),
  tool(api.workflowRuns.get, 'get_run', 'Get a workflow run', 'Returns one run, step by step.'),
  tool(
    api.whatIf.run,
    'what_if',
    'Try a plan value',
    'Replays past deals with another weight, cap, accelerator or threshold. Saves the result; the plan stays as it is.',
    true,
  ),
  tool(
    api.suggestions.create,
    'propose_suggestion',
    'Propose a suggestion',
    'Creates a suggestion for a plan. A person decides on it; the plan and pay stay as they are.',
    true,
  ),
  tool(
    api.analyses.start,
    'run_analysis',
    'Analyze a plan',
    'Starts an analysis of a plan in the background. It may add suggestions; a person decides on them.',
    true,
  ),
];

function tool(
  procedure: AnyContractProcedure,
  name: string,
  title: string,
  description: string,
  saves = false,
): McpTool {
  const { inputSchema, outputSchema, meta } = procedure['~orpc'];
  const { access } = meta as { access?: Access };
  const input = (inputSchema ?? z.object({})) as z.ZodObject;
  if (access === undefined) throw new Error(`The endpoint of ${name} has no access policy.`);
  return {
    name,
    title,
    description,
    procedure,
    input: toolSchema('limit' in input.shape ? input.extend({ limit }) : input, 'input'),
    output: toolSchema(outputSchema as unknown as z.ZodObject, 'output'),
    access,
    saves,
  };
}

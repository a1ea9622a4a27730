import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import { nodeType } from '@attain/domain/workflows/nodes/node-types';
import { readConfig } from '@attain/domain/workflows/nodes/read-config';
import { sampleFor } from '@attain/domain/workflows/nodes/sample-output';
import type { Workflow, WorkflowNode } from '@attain/domain/workflows/workflow';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../../api/me.ts';
import { workflowRunQuery, workflowRunsQuery } from '../../../api/queries.ts';
import type { WorkflowRunDetail } from '../../../api/shapes.ts';

/** The output of an external step in a test run, and its source. */
export interface SampledStep {
  readonly node: WorkflowNode;
  readonly source: 'last run' | 'sample';
  readonly value: JsonValue;
}

/**
 * The steps that need sample data in a test run, each with its output in the last completed run if the user
 * may see it, else a sample of its type. Undefined while loading.
 */
export function useSampleData(workflowId: string, workflow: Workflow): readonly SampledStep[] | undefined {
  const mayReadRuns = useMay('read:workflow-runs');
  const runs = workflowRunsQuery({ workflowId, status: 'completed' });
  const list = useQuery({
    queryKey: [...runs.queryKey, 'newest'],
    queryFn: ({ signal }) => runs.read({ cursor: undefined, limit: 1 }, { signal }),
    enabled: mayReadRuns,
  });
  const last = list.data?.rows[0]?.id;
  const run = useQuery({ ...workflowRunQuery(last ?? ''), enabled: last !== undefined });
  if (list.isLoading || run.isLoading) return undefined;
  const recorded = recordedOutputs(run.data);
  return workflow.nodes.filter(needsWorld).map((node) => {
    const before = recorded[node.id];
    if (before !== undefined) return { node, source: 'last run', value: before };
    return { node, source: 'sample', value: sampleOf(node) };
  });
}

function needsWorld({ type, config, pinned, disabled }: WorkflowNode): boolean {
  if (pinned !== undefined || disabled) return false;
  const working = nodeType(type)?.working;
  return working === 'effect' || working === 'task' || (type === 'wait' && config.mode === 'signal');
}

/** A sample of a node's output. */
export function sampleOf(node: WorkflowNode): JsonValue {
  const type = nodeType(node.type);
  return type ? sampleFor({ node, type, config: readConfig(type, node.config).config ?? {} }) : null;
}

/** The first output of each node; withheld or truncated values are ignored. */
function recordedOutputs(run: WorkflowRunDetail | undefined): JsonObject {
  const outputs: Record<string, JsonValue> = {};
  if (run === undefined || run.withheld !== null) return outputs;
  for (const { node, status, output, cut } of run.steps) {
    if (status !== 'success' || output === null || typeof cut?.output === 'number') continue;
    if (!Object.hasOwn(outputs, node)) outputs[node] = output as JsonValue;
  }
  return outputs;
}

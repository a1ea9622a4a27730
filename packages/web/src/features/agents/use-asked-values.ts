import { startFields } from '@attain/domain/workflows/steps/start-fields';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/me.ts';
import { workflowQuery } from '../../api/requests/workflow-queries.ts';
import type { AgentDetail } from '../../api/shapes.ts';
import type { AskedValue } from '../../ui/fields/asked-value.tsx';
import { askedValues } from './asked-values.ts';

/** The values to ask for before a run of the agent; undefined while they load. */
export function useAskedValues(agent: AgentDetail): readonly AskedValue[] | undefined {
  const { workflowId } = agent;
  const mayRead = useMay('read:workflows');
  const workflow = useQuery({ ...workflowQuery(workflowId ?? ''), enabled: mayRead && workflowId !== null });
  if (workflow.isLoading) return undefined;
  // users without access to workflows see only the agent's own parameters
  return askedValues(agent, workflow.data ? startFields(workflow.data.document) : []);
}

import { startFields } from '@attain/domain/workflows/steps/start-fields';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useId } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { agentQuery } from '../../api/requests/agent-queries.ts';
import { Recipients } from '../../api/requests/recipients.tsx';
import { workflowQuery } from '../../api/requests/workflow-queries.ts';
import type { AgentDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { AskedForm } from '../../ui/fields/asked-form.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { askedValues, defaultText } from './asked-values.ts';

export type RunWithValuesProps = {
  agent: { id: string; name: string };
  onStarted: (runId: string) => void;
  onClose: () => void;
};

/** Runs an agent with other values than its defaults: those of its parameters, and what its workflow is started with. */
export function RunWithValues({ agent, onStarted, onClose }: RunWithValuesProps) {
  const detail = useQuery(agentQuery(agent.id));
  const formId = useId();
  const start = useAct({
    act: client.agents.run,
    changes: [keys.agents, keys.workflowRuns, keys.tasks],
    failure: null,
    onDone: (run) => {
      onClose();
      onStarted(run.id);
    },
  });
  return (
    <ActDialog
      act={start}
      title={`Run ${agent.name}`}
      description="What you leave as it is, is taken from the agent’s defaults."
      label="Start"
      icon={<Play aria-hidden />}
      disabled={!detail.data}
      formId={formId}
      onClose={onClose}
    >
      <Loaded query={detail} failure="The agent could not be loaded">
        {(found) => (
          <>
            <AgentValues
              agent={found}
              formId={formId}
              onStart={(input) =>
                start.mutate({ id: agent.id, input, published: found.published ?? undefined })
              }
            />
            <Recipients sendsTo={found.sendsTo} />
          </>
        )}
      </Loaded>
    </ActDialog>
  );
}

type Input = Parameters<typeof client.agents.run>[0]['input'];
type AgentValuesProps = { agent: AgentDetail; formId: string; onStart: (input: Input) => void };

function AgentValues({ agent, formId, onStart }: AgentValuesProps) {
  const { workflowId } = agent;
  const mayRead = useMay('read:workflows');
  const workflow = useQuery({ ...workflowQuery(workflowId ?? ''), enabled: mayRead && workflowId !== null });
  if (workflow.isLoading) return <SkeletonText lines={3} />;
  // who may not look at workflows is asked for the agent's own parameters
  const asked = askedValues(agent, workflow.data ? startFields(workflow.data.document) : []);
  return (
    <AskedForm
      formId={formId}
      asked={asked}
      texts={Object.fromEntries(asked.map(({ name }) => [name, defaultText(agent, name)]))}
      nothing={
        <p className="text-fg-2">
          {agent.isCustomizable
            ? 'This agent has no parameters, and its workflow asks for nothing.'
            : 'This agent takes its defaults only: it is not customizable.'}
        </p>
      }
      onValues={(values) => onStart(values as Input)}
    />
  );
}

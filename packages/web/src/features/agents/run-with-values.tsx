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
import { messages } from './messages.ts';

export type RunWithValuesProps = {
  agent: { id: string; name: string };
  onStarted: (runId: string) => void;
  onClose: () => void;
};

/** Runs an agent with other values than its defaults. */
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
      title={messages.run.title(agent.name)}
      description={messages.run.description}
      label={messages.run.start}
      icon={<Play aria-hidden />}
      disabled={!detail.data}
      formId={formId}
      onClose={onClose}
    >
      <Loaded query={detail} failure={messages.run.failure}>
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
  // users without access to workflows see only the agent's own parameters
  const asked = askedValues(agent, workflow.data ? startFields(workflow.data.document) : []);
  return (
    <AskedForm
      formId={formId}
      asked={asked}
      texts={Object.fromEntries(asked.map(({ name }) => [name, defaultText(agent, name)]))}
      nothing={
        <p className="text-fg-2">
          {agent.isCustomizable ? messages.run.noParameters : messages.run.notCustomizable}
        </p>
      }
      onValues={(values) => onStart(values as Input)}
    />
  );
}

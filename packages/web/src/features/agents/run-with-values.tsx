import { startFields } from '@attain/domain/workflows/steps/start-fields';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { client } from '../../api/client.ts';
import { HttpError, sayError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { agentQuery } from '../../api/requests/agent-queries.ts';
import { workflowQuery } from '../../api/requests/workflow-queries.ts';
import type { AgentDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { AskedField, type AskedValue, readValues } from '../../ui/fields/asked-value.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Run ${agent.name}`}
      description="What you leave as it is, is taken from the agent’s defaults."
      footer={
        <>
          <CloseSheet>
            <Button>Cancel</Button>
          </CloseSheet>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            icon={<Play aria-hidden />}
            busy={start.isPending}
            disabled={!detail.data}
          >
            Start
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Loaded query={detail} failure="The agent could not be loaded">
          {(found) => (
            <WithWorkflow
              agent={found}
              formId={formId}
              onStart={(input) => start.mutate({ id: agent.id, input })}
            />
          )}
        </Loaded>
        {start.isError ? (
          <p role="alert" className="text-bad-text">
            {sayError(start.error)}
          </p>
        ) : null}
        <ProblemList problems={start.error instanceof HttpError ? start.error.issues : []} />
      </div>
    </Dialog>
  );
}

type Input = Parameters<typeof client.agents.run>[0]['input'];
type FormProps = { agent: AgentDetail; formId: string; onStart: (input: Input) => void };

function WithWorkflow(props: FormProps) {
  const { workflowId } = props.agent;
  const mayRead = useMay('read:workflows');
  const workflow = useQuery({ ...workflowQuery(workflowId ?? ''), enabled: mayRead && workflowId !== null });
  if (workflow.isLoading) return <SkeletonText lines={3} />;
  // who may not look at workflows is asked for the agent's own parameters
  const stated = workflow.data ? startFields(workflow.data.document) : [];
  return <ValuesForm {...props} asked={askedValues(props.agent, stated)} />;
}

function ValuesForm({ agent, formId, onStart, asked }: FormProps & { asked: readonly AskedValue[] }) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(asked.map(({ name }) => [name, defaultText(agent, name)])),
  );
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const read = readValues(asked, typed);
    setFault(read.ok ? undefined : read.say);
    if (read.ok) onStart(read.values as Input);
  };
  return (
    <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
      {asked.length === 0 ? (
        <p className="text-fg-2">
          {agent.isCustomizable
            ? 'This agent has no parameters, and its workflow asks for nothing.'
            : 'This agent takes its defaults only: it is not customizable.'}
        </p>
      ) : (
        asked.map((field) => (
          <AskedField
            key={field.name}
            field={field}
            text={typed[field.name] ?? ''}
            onText={(text) => setTyped({ ...typed, [field.name]: text })}
          />
        ))
      )}
      {fault ? (
        <p role="alert" className="text-bad-text">
          {fault}
        </p>
      ) : null}
    </form>
  );
}

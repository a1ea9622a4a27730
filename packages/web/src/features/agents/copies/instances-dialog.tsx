import { useQuery } from '@tanstack/react-query';
import { Pencil, Play, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ActDialog } from '../../../api/act-dialog.tsx';
import { client } from '../../../api/client.ts';
import { changedByAgents } from '../../../api/keys.ts';
import { Failed, Loaded } from '../../../api/loaded.tsx';
import { useMay } from '../../../api/me.ts';
import { agentQuery, instancesQuery } from '../../../api/requests/agent-queries.ts';
import type { AgentInstance } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { formatPercent } from '../../../base/format-number.ts';
import { Badge, type Meaning } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { environmentNames } from '../agent-words.ts';
import { messages as agentMessages } from '../messages.ts';
import { RunWithValues } from '../run-with-values.tsx';
import { InstanceForm } from './instance-form.tsx';
import { messages } from './messages.ts';

const words = messages.instances;
const looks: Record<AgentInstance['status'], Meaning> = { idle: 'neutral', running: 'info', failed: 'bad' };

type InstancesDialogProps = {
  agent: { id: string; name: string };
  /** Link to the runs of an instance. */
  runsLink: (instance: AgentInstance, label: string) => ReactNode;
  onStarted: (runId: string) => void;
  onClose: () => void;
};

type Act = { of: 'new' } | { of: 'edit' | 'run' | 'remove'; instance: AgentInstance };

/** The instances of an agent; creating, editing, running or deleting one takes the dialog's place. */
export function InstancesDialog({ agent, runsLink, onStarted, onClose }: InstancesDialogProps) {
  const [act, setAct] = useState<Act>();
  const back = () => setAct(undefined);
  const detail = useQuery(agentQuery(agent.id));
  const list = useQuery(instancesQuery(agent.id));
  const mayEdit = useMay('edit:agents');
  const isFixed = detail.data?.isCustomizable === false;
  if (act?.of === 'run')
    return <RunWithValues agent={agent} instance={act.instance} onStarted={onStarted} onClose={back} />;
  if (act?.of === 'remove') return <RemoveInstance instance={act.instance} onClose={back} />;
  if (act !== undefined && detail.data)
    return (
      <InstanceForm
        agent={detail.data}
        instance={act.of === 'new' ? undefined : act.instance}
        onClose={back}
      />
    );
  const add = mayEdit ? (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      disabled={!detail.data || isFixed}
      onClick={() => setAct({ of: 'new' })}
    >
      {words.new}
    </Button>
  ) : undefined;
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={words.title(agent.name)}
      description={isFixed ? words.notCustomizable : words.description}
      footer={add}
    >
      {detail.isError && !detail.data ? <Failed query={detail} failure={agentMessages.run.failure} /> : null}
      <Loaded query={list} failure={words.failure}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={words.none} text={mayEdit && !isFixed ? words.noneText : undefined} />
          ) : (
            <ul aria-label={words.title(agent.name)} className="divide-y">
              {rows.map((instance) => (
                <OneInstance
                  key={instance.id}
                  instance={instance}
                  runsLink={runsLink}
                  onAct={(of) => setAct({ of, instance })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}

type OneInstanceProps = Pick<InstancesDialogProps, 'runsLink'> & {
  instance: AgentInstance;
  onAct: (act: 'edit' | 'run' | 'remove') => void;
};

function OneInstance({ instance, runsLink, onAct }: OneInstanceProps) {
  const mayEdit = useMay('edit:agents');
  const mayRun = useMay('run:agents');
  const { name, description, status, lastRun, ended, completed, confidence } = instance;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 break-words font-medium">{name}</span>
          <Badge meaning={looks[status]}>{words.status[status]}</Badge>
        </p>
        {description ? <p className="text-fg-2">{description}</p> : null}
        <p className="break-words text-12 text-fg-2">{valuesOf(instance)}</p>
        <p className="text-12 text-fg-3">
          {words.owner(instance.owner, environmentNames[instance.environment])}
        </p>
        <p className="text-12 text-fg-3">
          {lastRun === null ? words.never : words.last(formatMoment(lastRun), completed, ended)}
          {confidence === null ? null : ` · ${words.confidence(formatPercent(confidence))}`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {mayRun ? (
          <Button
            size="sm"
            icon={<Play aria-hidden />}
            aria-label={words.of(words.run, name)}
            onClick={() => onAct('run')}
          >
            {words.run}
          </Button>
        ) : null}
        {mayEdit ? (
          <Button
            size="sm"
            icon={<Pencil aria-hidden />}
            aria-label={words.of(words.edit, name)}
            onClick={() => onAct('edit')}
          >
            {words.edit}
          </Button>
        ) : null}
        {runsLink(instance, words.runs)}
        {mayEdit ? (
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 aria-hidden />}
            aria-label={words.of(words.remove, name)}
            onClick={() => onAct('remove')}
          >
            {words.remove}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** The values of an instance as `Plan: Q4, Cap: 5`. */
function valuesOf({ isCustom, parameters }: AgentInstance): string {
  if (!isCustom) return words.defaults;
  return Object.entries(parameters)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

function RemoveInstance({ instance, onClose }: { instance: AgentInstance; onClose: () => void }) {
  const remove = useAct({
    act: client.agentInstances.remove,
    changes: changedByAgents,
    failure: null,
    onDone: () => {
      toast({ title: words.removed, text: instance.name, meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      danger
      title={words.removeTitle(instance.name)}
      act={remove}
      label={words.remove}
      onAct={() => remove.mutate({ id: instance.id })}
      onClose={onClose}
    >
      <p className="text-fg-2">{words.removeText}</p>
    </ActDialog>
  );
}

import { environments } from '@attain/domain/deployments/deployment';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import {
  changedByDeployments,
  matrixQuery,
  restoreChangesQuery,
} from '../../api/requests/deployment-queries.ts';
import type { DeployedAgent, EnvironmentId, RestorePoint, Rollback } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { useRows } from '../../api/use-rows.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { environmentNames, messages } from './messages.ts';

const words = messages.rollback;

const onDone = ({ agents }: Rollback) =>
  toast({ title: words.done, text: words.doneText(agents.length), meaning: 'ok' });

/** Puts agents of an environment back to the version before, at once. */
export function RollbackDialog({ onClose }: { onClose: () => void }) {
  const [environment, setEnvironment] = useState<EnvironmentId>('prod');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [reason, setReason] = useState('');
  const agents = useRows<DeployedAgent>(matrixQuery({}));
  const there = agents.rows.filter(({ cells }) =>
    cells.some((cell) => cell.environment === environment && cell.stable !== null),
  );
  const wanted = chosen.filter((id) => there.some((agent) => agent.id === id));
  const rollBack = useAct({
    act: client.rollbacks.create,
    changes: changedByDeployments,
    failure: null,
    onDone: (made) => {
      onDone(made);
      onClose();
    },
  });
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <ActDialog
      title={words.emergency}
      description={words.help}
      act={rollBack}
      label={words.act}
      icon={<Undo2 aria-hidden />}
      disabled={there.length === 0 || reason.trim() === ''}
      onAct={() =>
        rollBack.mutate({
          environment,
          agents: wanted.length === 0 ? null : [...wanted],
          reason: reason.trim(),
        })
      }
      onClose={onClose}
    >
      <Field label={messages.table.environment} required>
        <Select
          value={environment}
          options={environments.map((value) => ({ value, label: environmentNames[value] }))}
          onValueChange={(next) => setEnvironment(next as EnvironmentId)}
        />
      </Field>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-12 font-medium">{words.agents}</legend>
        <p className="text-12 text-fg-3">{there.length === 0 ? words.nothingThere : words.agentsHint}</p>
        <div className="max-h-48 overflow-y-auto">
          {there.map(({ id, name, cells }) => (
            <div key={id}>
              <Checkbox
                label={`${name} ${cells.find((cell) => cell.environment === environment)?.stable?.version ?? ''}`}
                checked={wanted.includes(id)}
                onChange={() => toggle(id)}
              />
            </div>
          ))}
        </div>
      </fieldset>
      <Field label={words.reason} required hint={words.reasonHint}>
        <Textarea value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </ActDialog>
  );
}

/** What a restore point would move, and restoring it. */
export function RestoreDialog({ point, onClose }: { point: RestorePoint; onClose: () => void }) {
  const mayRollBack = useMay('roll-back:agents');
  const [reason, setReason] = useState('');
  const changes = useQuery(restoreChangesQuery(point.id));
  const restore = useAct({
    act: client.restorePoints.restore,
    changes: changedByDeployments,
    failure: null,
    onDone: (made) => {
      onDone(made);
      onClose();
    },
  });
  const nothing = changes.data?.agents.length === 0;
  return (
    <ActDialog
      title={words.restoreTitle(environmentNames[point.environment])}
      description={point.description}
      act={restore}
      label={words.restore}
      icon={<Undo2 aria-hidden />}
      disabled={!mayRollBack || nothing || changes.data === undefined || reason.trim() === ''}
      onAct={() => restore.mutate({ id: point.id, reason: reason.trim() })}
      onClose={onClose}
    >
      <Loaded query={changes} failure={words.pointsFailure}>
        {({ agents }) =>
          agents.length === 0 ? (
            <p className="text-fg-2">{words.same}</p>
          ) : (
            <ul aria-label={words.changes} className="list-disc ps-5">
              {agents.map(({ agentId, agent, from, to }) => (
                <li key={agentId}>{words.moved(agent, from, to)}</li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {mayRollBack ? (
        <Field label={words.reason} required hint={words.reasonHint}>
          <Textarea value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
        </Field>
      ) : (
        <p className="text-12 text-fg-2">{words.readOnly}</p>
      )}
    </ActDialog>
  );
}

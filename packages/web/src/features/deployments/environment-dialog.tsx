import { approvalNeeds } from '@attain/domain/deployments/deployment';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { changedByDeployments } from '../../api/requests/deployment-queries.ts';
import type { Environment } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const words = messages.settings;

/** `2026-12-24T18:00`, as the field of a moment has it, in UTC. */
const fieldOf = (moment: string | null) => (moment === null ? '' : moment.slice(0, 16));
const momentOf = (field: string) => (field === '' ? null : `${field}:00Z`);

/** How an environment is deployed to. */
export function EnvironmentDialog({
  environment,
  onClose,
}: {
  environment: Environment;
  onClose: () => void;
}) {
  const { id, name, revision, rules } = environment;
  const [autoDeploy, setAutoDeploy] = useState(rules.autoDeploy);
  const [needsApproval, setNeeds] = useState(rules.needsApproval);
  const [from, setFrom] = useState(fieldOf(rules.frozenFrom));
  const [until, setUntil] = useState(fieldOf(rules.frozenUntil));
  const [target, setTarget] = useState(String(rules.target));
  const [freezeReason, setReason] = useState(rules.freezeReason);
  const save = useAct({
    act: client.environments.save,
    changes: changedByDeployments,
    failure: null,
    onDone: () => {
      toast({ title: words.saved, text: name, meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      title={words.title(name)}
      act={save}
      label={words.save}
      onAct={() =>
        save.mutate({
          id,
          revision,
          autoDeploy,
          needsApproval,
          frozenFrom: momentOf(from),
          frozenUntil: momentOf(until),
          freezeReason: freezeReason.trim(),
          target: Number(target),
        })
      }
      onClose={onClose}
    >
      <Checkbox
        label={words.follow}
        hint={words.followHint}
        checked={autoDeploy}
        onChange={({ target }) => setAutoDeploy(target.checked)}
      />
      <RadioGroup
        label={words.approval}
        hint={words.highRisk}
        value={needsApproval}
        choices={approvalNeeds.map((value) => ({ value, label: words.needs[value] }))}
        onValueChange={setNeeds}
      />
      <Field label={words.target} hint={words.targetHint} required>
        <Input
          type="number"
          min={94}
          max={99.99}
          step={0.01}
          value={target}
          onChange={(event) => setTarget(event.target.value)}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={words.frozenFrom}>
          <Input type="datetime-local" value={from} onChange={({ target }) => setFrom(target.value)} />
        </Field>
        <Field label={words.frozenUntil} hint={words.freezeHint}>
          <Input type="datetime-local" value={until} onChange={({ target }) => setUntil(target.value)} />
        </Field>
      </div>
      <Field label={words.freezeReason}>
        <Input value={freezeReason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </ActDialog>
  );
}

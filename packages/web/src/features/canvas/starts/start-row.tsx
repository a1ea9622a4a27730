import type { RevealedTrigger, WorkflowTrigger } from '@attain/contract/workflow-triggers';
import { KeyRound, Trash2 } from 'lucide-react';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { standingWords, whenWords } from './start-words.ts';

export type StartRowProps = {
  trigger: WorkflowTrigger;
  mayChange: boolean;
  onSecret: (trigger: RevealedTrigger) => void;
};

const changes = [keys.workflowTriggers, keys.audit];

/** One trigger: what it waits for, how it went, and its switch. */
export function StartRow({ trigger, mayChange, onSecret }: StartRowProps) {
  const { id, name, isEnabled, when, address } = trigger;
  const turn = useAct({
    act: isEnabled ? client.workflowTriggers.disable : client.workflowTriggers.enable,
    changes,
    failure: 'The trigger could not be switched',
  });
  const renew = useAct({
    act: client.workflowTriggers.renewSecret,
    changes,
    failure: 'The secret could not be renewed',
    onDone: onSecret,
  });
  const remove = useAct({
    act: client.workflowTriggers.remove,
    changes,
    failure: 'The trigger could not be removed',
  });
  const url = address === null ? null : new URL(address, window.location.origin).href;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 p-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{name}</p>
        <p className="text-12 text-fg-2">{whenWords(when)}</p>
        {url ? (
          <p className="flex min-w-0 items-center gap-1">
            <code className="min-w-0 break-all font-mono text-12">{url}</code>
            <CopyButton text={url} label={`Copy the address of ${name}`} />
          </p>
        ) : null}
        {standingWords(trigger).map((line) => (
          <p key={line} className="text-12 text-fg-3">
            {line}
          </p>
        ))}
      </div>
      <div className="flex items-center gap-1">
        <Switch
          label={<span className="sr-only">{name} is on</span>}
          checked={isEnabled}
          disabled={!mayChange || turn.isPending}
          onChange={() => turn.mutate({ id })}
        />
        {mayChange && when.kind === 'webhook' ? (
          <IconButton
            label={`New secret for ${name}`}
            icon={<KeyRound aria-hidden />}
            onClick={() => renew.mutate({ id })}
          />
        ) : null}
        {mayChange ? (
          <IconButton
            label={`Remove ${name}`}
            icon={<Trash2 aria-hidden />}
            onClick={() => remove.mutate({ id })}
          />
        ) : null}
      </div>
    </li>
  );
}

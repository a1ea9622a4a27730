import type { RevealedTrigger, WorkflowTrigger } from '@attain/contract/workflow-triggers';
import { HOOK_SCHEMES, type HookScheme } from '@attain/domain/workflows/hook-schemes';
import { History, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { UpcomingInstants } from '../../../api/cron/upcoming-instants.tsx';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { BackfillForm, WaitingInstants } from './backfill.tsx';
import { hookAnswerWords, hookExample } from './hook-example.ts';
import { messages } from './messages.ts';
import { triggerText, whenWords } from './start-words.ts';
import { TestAddress } from './test-address.tsx';

export type StartRowProps = {
  trigger: WorkflowTrigger;
  mayChange: boolean;
  onChange: () => void;
  onSecret: (trigger: RevealedTrigger) => void;
};

const changes = [keys.workflowTriggers, keys.audit];

/** One trigger: when it fires, its last result, and its switch. */
export function StartRow({ trigger, mayChange, onChange, onSecret }: StartRowProps) {
  const { id, name, isEnabled, when } = trigger;
  const [asked, setAsked] = useState<'secret' | 'remove' | 'backfill' | null>(null);
  const turn = useAct({
    act: isEnabled ? client.workflowTriggers.disable : client.workflowTriggers.enable,
    changes,
    failure: messages.switchFailure,
  });
  return (
    <li className="flex flex-col gap-2 p-3" aria-label={name}>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-medium">{name}</p>
          <p className="text-12 text-fg-2">{whenWords(when)}</p>
        </div>
        <div className="flex items-center gap-1">
          <Switch
            label={<span className="sr-only">{messages.isOn(name)}</span>}
            checked={isEnabled}
            disabled={!mayChange || turn.isPending}
            onChange={() => turn.mutate({ id })}
          />
          {mayChange ? (
            <IconButton label={messages.change(name)} icon={<Pencil aria-hidden />} onClick={onChange} />
          ) : null}
          {mayChange && when.kind === 'schedule' && isEnabled ? (
            <IconButton
              label={messages.backfill(name)}
              icon={<History aria-hidden />}
              onClick={() => setAsked('backfill')}
            />
          ) : null}
          {mayChange && when.kind === 'webhook' && isMadeByAttain(when.scheme) ? (
            <IconButton
              label={messages.newSecret(name)}
              icon={<KeyRound aria-hidden />}
              onClick={() => setAsked('secret')}
            />
          ) : null}
          {mayChange ? (
            <IconButton
              label={messages.remove(name)}
              icon={<Trash2 aria-hidden />}
              onClick={() => setAsked('remove')}
            />
          ) : null}
        </div>
      </div>
      {asked === 'backfill' ? <BackfillForm trigger={trigger} onDone={() => setAsked(null)} /> : null}
      {asked === null || asked === 'backfill' ? null : (
        <Question trigger={trigger} asked={asked} onSecret={onSecret} onClose={() => setAsked(null)} />
      )}
      <WaitingInstants trigger={trigger} mayChange={mayChange} />
      <StartState trigger={trigger} />
    </li>
  );
}

/** Whether Attain can make a new secret; a sender's own is entered by editing the trigger. */
function isMadeByAttain(scheme: HookScheme): boolean {
  const { secret } = HOOK_SCHEMES[scheme];
  return secret === 'attain' || secret === 'either';
}

function StartState({ trigger }: { trigger: WorkflowTrigger }) {
  const { name, when, upcoming, address } = trigger;
  const url = address === null ? null : new URL(address, window.location.origin).href;
  return (
    <>
      {when.kind === 'schedule' && upcoming.length > 0 ? (
        <UpcomingInstants label={messages.nextOf(name)} instants={upcoming} timeZone={when.timeZone} />
      ) : null}
      {url && when.kind === 'webhook' ? (
        <>
          <p className="flex min-w-0 items-center gap-1">
            <code className="min-w-0 break-all font-mono text-12">{url}</code>
            <CopyButton text={url} label={messages.copyAddress(name)} />
          </p>
          <details className="text-12">
            <summary className="min-h-6 cursor-pointer text-primary-text">{messages.howToCall}</summary>
            <p className="py-1 text-fg-2">{hookAnswerWords(when)}</p>
            <CodeBlock label={messages.exampleFor(name)} code={hookExample({ url, secret: null, when })} />
          </details>
          <Test trigger={trigger} url={url} />
        </>
      ) : null}
      <ul className="text-12 text-fg-3">
        {triggerText(trigger).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

function Test({ trigger, url }: { trigger: WorkflowTrigger; url: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="text-12" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer text-primary-text">{messages.testAddress}</summary>
      {open ? <TestAddress trigger={trigger} url={url} /> : null}
    </details>
  );
}

type QuestionProps = {
  trigger: WorkflowTrigger;
  asked: 'secret' | 'remove';
  onSecret: (trigger: RevealedTrigger) => void;
  onClose: () => void;
};

/** Confirms an action that may break other systems. */
function Question({ trigger: { id, name }, asked, onSecret, onClose }: QuestionProps) {
  const renew = useAct({
    act: client.workflowTriggers.renewSecret,
    changes,
    failure: messages.renewFailure,
    onDone: (revealed) => {
      onClose();
      onSecret(revealed);
    },
  });
  const remove = useAct({
    act: client.workflowTriggers.remove,
    changes,
    failure: messages.removeFailure,
  });
  const secret = asked === 'secret';
  return (
    <div
      role="alertdialog"
      aria-label={secret ? messages.askSecret : messages.askRemove}
      className="rounded-md bg-bad-soft p-2"
    >
      <p>{secret ? messages.secretText(name) : messages.removeText(name)}</p>
      <div className="flex gap-2 pt-2">
        <Button
          size="sm"
          variant="danger"
          autoFocus
          busy={renew.isPending || remove.isPending}
          onClick={() => (secret ? renew.mutate({ id }) : remove.mutate({ id }))}
        >
          {secret ? messages.renew : messages.removeIt}
        </Button>
        <Button size="sm" onClick={onClose}>
          {messages.keep}
        </Button>
      </div>
    </div>
  );
}

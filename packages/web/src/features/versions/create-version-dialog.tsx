import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { Loaded } from '../../api/loaded.tsx';
import { changedByVersions, nextVersionQuery } from '../../api/requests/version-queries.ts';
import type { AgentVersion, NextVersion } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const words = messages.create;

type Props = { agentId: string; onDone: (version: AgentVersion) => void; onClose: () => void };

/** Makes the agent's form and workflow draft a version, with the label and the changes shown first. */
export function CreateVersionDialog(props: Props) {
  const next = useQuery(nextVersionQuery(props.agentId));
  if (next.data) return <Form {...props} next={next.data} />;
  return (
    <Dialog open title={words.title} onOpenChange={(open) => !open && props.onClose()}>
      <Loaded query={next} failure={words.failure}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}

function Form({ agentId, next, onDone, onClose }: Props & { next: NextVersion }) {
  const [version, setVersion] = useState(next.version);
  const [message, setMessage] = useState('');
  const create = useAct({
    act: client.agentVersions.create,
    changes: changedByVersions,
    failure: null,
    onDone: (made) => {
      toast({ title: words.done, text: made.version, meaning: 'ok' });
      onDone(made);
    },
  });
  const nothing = next.changes.length === 0;
  return (
    <ActDialog
      title={words.title}
      description={words.help}
      act={create}
      label={messages.acts.create}
      disabled={nothing || !next.hasWorkflow || version.trim() === ''}
      onAct={() => create.mutate({ id: agentId, version: version.trim(), message })}
      onClose={onClose}
    >
      <Field label={words.version} required hint={next.head ? words.versionHint(next.bump) : undefined}>
        <Input value={version} maxLength={20} onChange={({ target }) => setVersion(target.value)} />
      </Field>
      <Field label={words.message} hint={words.messageHint}>
        <Textarea value={message} maxLength={500} onChange={({ target }) => setMessage(target.value)} />
      </Field>
      <section aria-label={words.changes}>
        <h3 className="pb-1 text-12 font-medium">{words.changes}</h3>
        {nothing || !next.hasWorkflow ? (
          <p className="text-fg-2">{next.hasWorkflow ? words.nothing : words.noWorkflow}</p>
        ) : (
          <ul className="max-h-48 list-disc overflow-y-auto ps-5 text-12 text-fg-2">
            {next.changes.map((change) => (
              <li key={change} className="wrap-anywhere">
                {change}
              </li>
            ))}
          </ul>
        )}
      </section>
    </ActDialog>
  );
}

type RevertProps = Props & { version: AgentVersion };

/** Makes an older version's content the newest version. */
export function RevertDialog({ agentId, version, onDone, onClose }: RevertProps) {
  const [message, setMessage] = useState('');
  const revert = useAct({
    act: client.agentVersions.revert,
    changes: changedByVersions,
    failure: null,
    onDone: (made) => {
      toast({ title: messages.revert.done, text: made.version, meaning: 'ok' });
      onDone(made);
    },
  });
  return (
    <ActDialog
      title={messages.revert.title(version.version)}
      description={messages.revert.help(version.version)}
      act={revert}
      label={messages.revert.act}
      onAct={() => revert.mutate({ id: agentId, hash: version.id, message })}
      onClose={onClose}
    >
      <Field label={words.message} hint={words.messageHint}>
        <Textarea value={message} maxLength={500} onChange={({ target }) => setMessage(target.value)} />
      </Field>
    </ActDialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { Loaded } from '../../api/loaded.tsx';
import { branchQuery, changedByVersions } from '../../api/requests/version-queries.ts';
import type { AgentBranch, BranchDetail, MergeDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { CodeArea } from '../../ui/fields/code-area.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const words = messages.branches;

type Props = { agentId: string; onClose: () => void };

/** Creates a branch at the newest version of main. */
export function NewBranchDialog({ agentId, onClose }: Props) {
  const [name, setName] = useState('');
  const create = useAct({
    act: client.agentBranches.create,
    changes: changedByVersions,
    failure: null,
    onDone: (made) => {
      toast({ title: words.created, text: made.name, meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      title={words.new}
      description={words.newHelp}
      act={create}
      label={words.new}
      disabled={name.trim() === ''}
      onAct={() => create.mutate({ id: agentId, name: name.trim() })}
      onClose={onClose}
    >
      <Field label={words.name} required hint={words.nameHint}>
        <Input value={name} maxLength={60} onChange={({ target }) => setName(target.value)} />
      </Field>
    </ActDialog>
  );
}

/** Makes the branch's form and workflow its next version. */
export function CommitDialog({ agentId, branch, onClose }: Props & { branch: string }) {
  const [message, setMessage] = useState('');
  const commit = useAct({
    act: client.agentBranches.commit,
    changes: changedByVersions,
    failure: null,
    onDone: (made) => {
      toast({ title: words.committed, text: made.version, meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      title={words.commitTitle(branch)}
      description={words.commitHelp}
      act={commit}
      label={words.doCommit}
      onAct={() => commit.mutate({ id: agentId, branch, message })}
      onClose={onClose}
    >
      <Field label={messages.create.message} hint={messages.create.messageHint}>
        <Textarea value={message} maxLength={500} onChange={({ target }) => setMessage(target.value)} />
      </Field>
    </ActDialog>
  );
}

/** Edits the form of a branch as JSON. */
export function BranchFormDialog(props: Props & { branch: string }) {
  const branch = useQuery(branchQuery(props.agentId, props.branch));
  if (branch.data) return <FormEditor {...props} stored={branch.data} />;
  return (
    <Dialog open title={words.formTitle(props.branch)} onOpenChange={(open) => !open && props.onClose()}>
      <Loaded query={branch} failure={words.formFailure}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}

function FormEditor({ agentId, stored, onClose }: Props & { stored: BranchDetail }) {
  const [text, setText] = useState(() => JSON.stringify(stored.form, null, 2));
  const [isWrong, setWrong] = useState(false);
  const save = useAct({
    act: client.agentBranches.saveForm,
    changes: changedByVersions,
    failure: null,
    onDone: () => {
      toast({ title: words.saved, text: stored.name, meaning: 'ok' });
      onClose();
    },
  });
  const start = () => {
    const form = readObject(text);
    setWrong(form === undefined);
    if (form) save.mutate({ id: agentId, branch: stored.name, form, revision: stored.revision });
  };
  return (
    <ActDialog
      title={words.formTitle(stored.name)}
      description={words.formHelp}
      act={save}
      label={words.saveForm}
      onAct={start}
      onClose={onClose}
    >
      <Field label={words.formLabel} required error={isWrong ? words.notJson : undefined}>
        <CodeArea rows={18} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
    </ActDialog>
  );
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

type RequestProps = Props & { branches: readonly AgentBranch[]; onOpened: (request: MergeDetail) => void };

/** Asks to merge a branch that has something new. */
export function MergeRequestDialog({ agentId, branches, onOpened, onClose }: RequestProps) {
  const able = branches.filter(({ ahead }) => ahead > 0);
  const [branch, setBranch] = useState(able[0]?.name ?? '');
  const [title, setTitle] = useState(able[0]?.lastCommit.message ?? '');
  const open = useAct({
    act: client.mergeRequests.open,
    changes: changedByVersions,
    failure: null,
    onDone: (made) => {
      toast({ title: messages.requests.opened, text: made.title, meaning: 'ok' });
      onOpened(made);
    },
  });
  return (
    <ActDialog
      title={messages.requests.newTitle}
      description={messages.requests.newHelp}
      act={open}
      label={messages.requests.open}
      disabled={branch === '' || title.trim() === ''}
      onAct={() => open.mutate({ id: agentId, branch, title: title.trim() })}
      onClose={onClose}
    >
      {able.length === 0 ? (
        <p className="text-fg-2">{messages.requests.noBranch}</p>
      ) : (
        <>
          <Field label={messages.requests.branch} required>
            <Select
              value={branch}
              onValueChange={setBranch}
              options={able.map(({ name }) => ({ value: name, label: name }))}
            />
          </Field>
          <Field label={messages.requests.title} required>
            <Input value={title} maxLength={200} onChange={({ target }) => setTitle(target.value)} />
          </Field>
        </>
      )}
    </ActDialog>
  );
}

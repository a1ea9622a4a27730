import { type ContractType, contractTypes } from '@attain/domain/data-contracts/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { workflowListQuery } from '../../api/requests/workflow-queries.ts';
import type { ContractDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { CodeArea } from '../../ui/fields/code-area.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { messages } from './messages.ts';
import { pretty, readJson } from './read-json.ts';

/** What a new contract begins with. */
export type ContractStart = { name: string; schema: unknown };

type Draft = { name: string; type: ContractType; schema: string; sample: string };

type ContractDialogProps = {
  /** The contract to edit; without it a new one. */
  stored?: ContractDetail;
  start?: ContractStart;
  onSaved: (contract: ContractDetail) => void;
  onClose: () => void;
};

const emptySchema = { type: 'object', properties: {}, required: [] };

function draftOf(stored?: ContractDetail, start?: ContractStart): Draft {
  if (stored)
    return {
      name: stored.name,
      type: stored.type,
      schema: pretty(stored.schema),
      sample: pretty(stored.sample),
    };
  return { name: start?.name ?? '', type: 'input', schema: pretty(start?.schema ?? emptySchema), sample: '' };
}

/** What the draft says wrongly before it is sent. */
function faultOf(draft: Draft): string | undefined {
  if (!readJson(draft.schema).ok) return messages.dialog.notJson(messages.detail.schema);
  if (draft.sample.trim() !== '' && !readJson(draft.sample).ok)
    return messages.dialog.notJson(messages.detail.sample);
}

function requestOf(draft: Draft) {
  const read = (text: string) => {
    const json = readJson(text);
    return json.ok ? json.value : undefined;
  };
  const sample = draft.sample.trim() === '' ? undefined : read(draft.sample);
  return { name: draft.name, schema: read(draft.schema) as Record<string, unknown>, sample };
}

/** Creates a contract or edits its draft. */
export function ContractDialog({ stored, start, onSaved, onClose }: ContractDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(stored, start));
  const [fault, setFault] = useState<string>();
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const save = useAct({
    act: (request: ReturnType<typeof requestOf>, options) =>
      stored
        ? client.dataContracts.save({ ...request, id: stored.id, revision: stored.revision }, options)
        : client.dataContracts.create({ ...request, type: draft.type }, options),
    changes: [keys.contracts, keys.audit],
    failure: null,
    onDone: (saved) => {
      toast({ title: messages.dialog.saved, text: saved.name, meaning: 'ok' });
      onSaved(saved);
    },
  });
  const issues = save.error instanceof HttpError ? save.error.issues : [];
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={stored ? messages.dialog.editTitle(stored.name) : messages.dialog.newTitle}
      description={stored ? messages.dialog.editHelp : messages.dialog.newHelp}
      footer={
        <ActFooter
          disabled={draft.name.trim() === ''}
          busy={save.isPending}
          onClick={() => {
            const wrong = faultOf(draft);
            setFault(wrong);
            if (wrong === undefined) save.mutate(requestOf(draft));
          }}
        >
          {messages.dialog.save}
        </ActFooter>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={messages.dialog.name} required>
            <Input
              value={draft.name}
              maxLength={100}
              onChange={({ target }) => change({ name: target.value })}
            />
          </Field>
          <Field label={messages.dialog.type} required>
            <Select
              value={draft.type}
              disabled={stored !== undefined}
              onValueChange={(value) => change({ type: value as ContractType })}
              options={contractTypes.map((value) => ({ value, label: messages.types[value] }))}
            />
          </Field>
        </div>
        {stored ? null : <InferFields onInferred={change} />}
        <Field label={messages.dialog.schema} required>
          <CodeArea
            rows={10}
            value={draft.schema}
            onChange={({ target }) => change({ schema: target.value })}
          />
        </Field>
        <Field label={messages.dialog.sample} hint={stored ? undefined : messages.dialog.sampleHint}>
          <CodeArea
            rows={5}
            value={draft.sample}
            onChange={({ target }) => change({ sample: target.value })}
          />
        </Field>
        {fault || (save.isError && issues.length === 0) ? (
          <p role="alert" className="text-bad-text">
            {fault ?? describeError(save.error)}
          </p>
        ) : null}
        <ProblemList problems={issues} title={messages.dialog.notSaved} />
      </div>
    </Dialog>
  );
}

/** Derives schema and sample from the recorded runs of a workflow. */
function InferFields({ onInferred }: { onInferred: (part: Pick<Draft, 'schema' | 'sample'>) => void }) {
  const workflows = useQuery(workflowListQuery());
  const [workflowId, setWorkflow] = useState('');
  const infer = useAct({
    act: client.dataContracts.infer,
    changes: [],
    failure: messages.dialog.inferFailure,
    onDone: ({ schema, sample }) => onInferred({ schema: pretty(schema), sample: pretty(sample) }),
  });
  const rows = workflows.data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 grow sm:max-w-72">
        <Field label={messages.dialog.infer}>
          <Select
            value={workflowId}
            placeholder={messages.dialog.chooseWorkflow}
            onValueChange={setWorkflow}
            options={rows.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      </div>
      {(['input', 'output'] as const).map((side) => (
        <Button
          key={side}
          disabled={workflowId === ''}
          busy={infer.isPending && infer.variables.side === side}
          onClick={() => infer.mutate({ workflowId, side })}
        >
          {side === 'input' ? messages.dialog.inferInput : messages.dialog.inferOutput}
        </Button>
      ))}
      <p role="status" className="w-full text-12 text-fg-3">
        {infer.data ? messages.dialog.inferred(infer.data.values) : messages.dialog.inferHint}
      </p>
    </div>
  );
}

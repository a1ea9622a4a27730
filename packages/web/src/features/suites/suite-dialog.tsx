import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { workflowListQuery } from '../../api/requests/workflow-queries.ts';
import type { Suite, SuiteDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const words = messages.edit;

type SuiteDialogProps = {
  /** The suite to edit; without it a new one. */
  stored?: SuiteDetail;
  /** Suites that a new test can be added to. */
  suites?: readonly Suite[];
  onSaved?: (suiteId: string) => void;
  onClose: () => void;
};

const newSuite = 'new';

/** Chooses or creates the suite of a new test, or changes a suite. */
export function SuiteDialog({ stored, suites = [], onSaved, onClose }: SuiteDialogProps) {
  const [suiteId, setSuite] = useState(newSuite);
  const isExisting = suiteId !== newSuite;
  const [draft, setDraft] = useState({
    name: stored?.name ?? '',
    description: stored?.description ?? '',
    workflowId: stored?.workflowId ?? '',
  });
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const save = useAct({
    act: (input: typeof draft, options) =>
      stored
        ? client.suites.save(
            {
              id: stored.id,
              revision: stored.revision,
              required: stored.required,
              name: input.name,
              description: input.description,
            },
            options,
          )
        : client.suites.create(input, options),
    changes: [keys.suites, keys.audit],
    failure: null,
    onDone: (suite) => {
      toast({ title: words.saved, text: suite.name, meaning: 'ok' });
      onClose();
      onSaved?.(suite.id);
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={stored ? words.suite : words.newCase}
      description={words.suiteHelp}
      footer={
        <ActFooter
          disabled={!isExisting && (draft.name.trim() === '' || draft.workflowId === '')}
          busy={save.isPending}
          onClick={() => {
            if (!isExisting) return save.mutate(draft);
            onClose();
            onSaved?.(suiteId);
          }}
        >
          {stored ? words.save : isExisting ? words.continue : words.create}
        </ActFooter>
      }
    >
      <div className="flex flex-col gap-4">
        {stored || suites.length === 0 ? null : (
          <Field label={words.suiteOf} required>
            <Select
              value={suiteId}
              onValueChange={setSuite}
              options={[
                { value: newSuite, label: words.newSuite },
                ...suites.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
        )}
        {isExisting ? null : <SuiteFields draft={draft} isNew={stored === undefined} onChange={change} />}
        {save.isError ? (
          <p role="alert" className="text-bad-text">
            {describeError(save.error)}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}

type SuiteDraft = { name: string; description: string; workflowId: string };

type SuiteFieldsProps = {
  draft: SuiteDraft;
  isNew: boolean;
  onChange: (part: Partial<SuiteDraft>) => void;
};

function SuiteFields({ draft, isNew, onChange: change }: SuiteFieldsProps) {
  const workflows = useQuery({ ...workflowListQuery(), enabled: isNew });
  return (
    <>
      {isNew ? (
        <Field label={words.workflow} required>
          <Select
            value={draft.workflowId}
            placeholder={words.chooseWorkflow}
            onValueChange={(workflowId) => {
              const found = workflows.data?.rows.find(({ id }) => id === workflowId);
              change({
                workflowId,
                name: draft.name === '' ? (found?.name ?? '').slice(0, 100) : draft.name,
              });
            }}
            options={(workflows.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      ) : null}
      <Field label={words.name} required>
        <Input value={draft.name} maxLength={100} onChange={({ target }) => change({ name: target.value })} />
      </Field>
      <Field label={words.description}>
        <Textarea
          rows={3}
          value={draft.description}
          maxLength={1_000}
          onChange={({ target }) => change({ description: target.value })}
        />
      </Field>
    </>
  );
}

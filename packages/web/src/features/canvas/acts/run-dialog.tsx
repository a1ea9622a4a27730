import type { WorkflowDetail } from '@attain/contract/workflows';
import { missingPermissionsMessage } from '@attain/domain/access/permissions';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import { lackingSteps } from '@attain/domain/workflows/nodes/rights-needed';
import { startFields } from '@attain/domain/workflows/steps/start-fields';
import type { WorkflowNode } from '@attain/domain/workflows/workflow';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ActDialog } from '../../../api/act-dialog.tsx';
import { client } from '../../../api/client.ts';
import { useHeld } from '../../../api/held.ts';
import { keys } from '../../../api/keys.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { Recipients } from '../../../api/requests/recipients.tsx';
import { publishedWorkflowQuery } from '../../../api/requests/workflow-queries.ts';
import { useAct } from '../../../api/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { AskedForm } from '../../../ui/fields/asked-form.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { CodeArea } from '../../../ui/fields/code-area.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../../ui/overlays/sheet-parts.tsx';
import { messages } from '../messages.ts';
import { readJson } from './json-text.ts';

export type RunDialogProps = {
  workflow: WorkflowDetail;
  /** Whether the canvas differs from the latest version. */
  differs: boolean;
  /** Null without permission to publish. */
  onPublish: (() => void) | null;
  /** Opens a test run of the draft with sample data. */
  onTest: () => void;
  /** Opens a run of the draft; null without permission. */
  onDraft: (() => void) | null;
  onStarted: (runId: string) => void;
  onClose: () => void;
};

/** Starts a run of the latest version, or offers publishing if there is none. */
export function RunDialog(props: RunDialogProps) {
  return props.workflow.version === 0 ? <NothingToRun {...props} /> : <RunNewest {...props} />;
}

function NothingToRun({ onPublish, onTest, onDraft, onClose }: RunDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.run.unpublished}
      description={messages.run.unpublishedText}
      footer={
        <>
          <CloseSheet>
            <Button>{messages.run.cancel}</Button>
          </CloseSheet>
          <Button onClick={onTest}>{messages.run.test}</Button>
          {onDraft ? <Button onClick={onDraft}>{messages.run.draft}</Button> : null}
          {onPublish ? (
            <Button variant="primary" onClick={onPublish}>
              {messages.run.publish}
            </Button>
          ) : null}
        </>
      }
    >
      <p>{onPublish ? messages.run.publishOrTest : messages.run.askPublisher}</p>
    </Dialog>
  );
}

function RunNewest({ workflow, differs, onPublish, onTest, onDraft, onStarted, onClose }: RunDialogProps) {
  const formId = useId();
  const held = useHeld();
  const [anyway, setAnyway] = useState(false);
  const lacking = missingPermissionsMessage(held, workflow.needs);
  const version = useQuery(publishedWorkflowQuery(workflow.id, workflow.version));
  const start = useAct({
    act: client.workflowRuns.start,
    changes: [keys.workflowRuns, keys.tasks],
    failure: null,
    onDone: (run) => onStarted(run.id),
  });
  return (
    <ActDialog
      act={start}
      title={messages.run.title(workflow.version)}
      description={messages.run.description(workflow.version)}
      label={messages.run.start}
      icon={<Play aria-hidden />}
      disabled={!version.data || (lacking !== null && !anyway)}
      formId={formId}
      onClose={onClose}
    >
      {differs ? (
        <Caution>
          {messages.run.outdated(workflow.version)}{' '}
          {onPublish ? (
            <button type="button" className="font-medium underline" onClick={onPublish}>
              {messages.run.publishFirst}
            </button>
          ) : null}{' '}
          {onDraft ? (
            <button type="button" className="font-medium underline" onClick={onDraft}>
              {messages.run.draft}
            </button>
          ) : null}
        </Caution>
      ) : null}
      {lacking === null ? null : (
        <Lacking
          steps={lackingSteps(held, version.data?.document.nodes ?? [])}
          message={lacking}
          anyway={anyway}
          onAnyway={setAnyway}
          onTest={onTest}
        />
      )}
      <Loaded query={version} failure={messages.run.failure}>
        {(published) => (
          <>
            <RunInput
              formId={formId}
              published={published}
              onStart={(input) => start.mutate({ workflowId: workflow.id, version: workflow.version, input })}
            />
            <Recipients sendsTo={published.sendsTo} />
          </>
        )}
      </Loaded>
    </ActDialog>
  );
}

type LackingProps = {
  steps: readonly WorkflowNode[];
  /** The missing permissions and the roles that have them. */
  message: string;
  anyway: boolean;
  onAnyway: (anyway: boolean) => void;
  onTest: () => void;
};

/** Asks for confirmation before a run that would fail for lack of permission. */
function Lacking({ steps, message, anyway, onAnyway, onTest }: LackingProps) {
  const names = [...new Set(steps.map(({ title, type }) => title || type))];
  return (
    <div className="flex flex-col gap-2 rounded-md bg-warn-soft px-2 py-1.5 text-12 text-warn-text">
      <p>{messages.run.lacking(names.length === 0 ? messages.run.subStep : names.join(', '), message)}</p>
      <p>
        <button type="button" className="font-medium underline" onClick={onTest}>
          {messages.run.testSample}
        </button>
      </p>
      <Checkbox
        label={messages.run.anyway}
        checked={anyway}
        onChange={({ target }) => onAnyway(target.checked)}
      />
    </div>
  );
}

function Caution({ children }: { children: ReactNode }) {
  return <p className="rounded-md bg-warn-soft px-2 py-1.5 text-12 text-warn-text">{children}</p>;
}

type RunInputProps = { formId: string; published: WorkflowDetail; onStart: (input: JsonValue) => void };

/** The input of a run: a form of the fields its start node asks for, or JSON. */
function RunInput({ formId, published, onStart }: RunInputProps) {
  const asked = startFields(published.document);
  if (asked.length === 0) return <JsonInput formId={formId} onStart={onStart} />;
  return <AskedForm formId={formId} asked={asked} onValues={(values) => onStart(values as JsonObject)} />;
}

function JsonInput({ formId, onStart }: Omit<RunInputProps, 'published'>) {
  const [json, setJson] = useState('{}');
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readJson(json);
    setFault(read.ok ? undefined : read.message);
    if (read.ok) onStart(read.value);
  };
  return (
    <form id={formId} noValidate onSubmit={submit}>
      <Field label={messages.run.input} hint={messages.run.inputHint} error={fault} required>
        <CodeArea rows={5} value={json} onChange={({ target }) => setJson(target.value)} />
      </Field>
    </form>
  );
}

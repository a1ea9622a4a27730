import type { WorkflowDetail } from '@attain/contract/workflows';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import { startFields } from '@attain/domain/workflows/steps/start-fields';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { client } from '../../../api/client.ts';
import { HttpError, sayError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { publishedWorkflowQuery } from '../../../api/requests/workflow-queries.ts';
import { useAct } from '../../../api/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { AskedField, readValues } from '../../../ui/fields/asked-value.tsx';
import { CodeArea } from '../../../ui/fields/code-area.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../../ui/overlays/sheet-parts.tsx';
import { ProblemList } from '../../../ui/states/problem-list.tsx';

export type RunDialogProps = {
  workflow: WorkflowDetail;
  /** Whether the canvas says something else than the newest version. */
  differs: boolean;
  onPublish: () => void;
  onStarted: (runId: string) => void;
  onClose: () => void;
};

/** Starts a run of the newest published version: its input as the form its beginning asks for, or as JSON. */
export function RunDialog({ workflow, differs, onPublish, onStarted, onClose }: RunDialogProps) {
  const formId = useId();
  const version = useQuery({
    ...publishedWorkflowQuery(workflow.id, workflow.version),
    enabled: workflow.version > 0,
  });
  const start = useAct({
    act: client.workflowRuns.start,
    changes: [keys.workflowRuns, keys.tasks],
    failure: null,
    onDone: (run) => onStarted(run.id),
  });
  const never = workflow.version === 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={never ? 'Nothing is published yet' : `Run version ${workflow.version}`}
      description={
        never
          ? 'A run needs a version that cannot change under it.'
          : 'The run is pinned to this version and goes on whatever happens to this window.'
      }
      footer={
        <>
          <CloseSheet>
            <Button>Cancel</Button>
          </CloseSheet>
          {never ? (
            <Button variant="primary" onClick={onPublish}>
              Publish…
            </Button>
          ) : (
            <Button
              type="submit"
              form={formId}
              variant="primary"
              icon={<Play aria-hidden />}
              busy={start.isPending}
              disabled={!version.data}
            >
              Start
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {!never && differs ? (
          <p className="rounded-md bg-warn-soft px-2 py-1.5 text-12 text-warn-text">
            The canvas says something else than version {workflow.version}; what runs is the version.
          </p>
        ) : null}
        {never ? (
          <p>Publish what stands on the canvas, then run it.</p>
        ) : (
          <Loaded query={version} failure="The version could not be loaded">
            {(published) => (
              <InputForm
                formId={formId}
                published={published}
                onStart={(input) =>
                  start.mutate({ workflowId: workflow.id, version: workflow.version, input })
                }
              />
            )}
          </Loaded>
        )}
        {start.isError ? (
          <p role="alert" className="text-bad-text">
            {sayError(start.error)}
          </p>
        ) : null}
        <ProblemList problems={start.error instanceof HttpError ? start.error.issues : []} />
      </div>
    </Dialog>
  );
}

type InputFormProps = { formId: string; published: WorkflowDetail; onStart: (input: JsonValue) => void };

function InputForm({ formId, published, onStart }: InputFormProps) {
  const fields = startFields(published.document);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [json, setJson] = useState('{}');
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fields.length > 0) {
      const read = readValues(fields, typed);
      setFault(read.ok ? undefined : read.say);
      if (read.ok) onStart(read.values as JsonObject);
      return;
    }
    try {
      const input = JSON.parse(json) as JsonValue;
      setFault(undefined);
      onStart(input);
    } catch (error) {
      setFault(`This is not JSON: ${error instanceof Error ? error.message : error}`);
    }
  };
  return (
    <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
      {fields.length > 0 ? (
        fields.map((field) => (
          <AskedField
            key={field.name}
            field={field}
            text={typed[field.name] ?? ''}
            onText={(text) => setTyped({ ...typed, [field.name]: text })}
          />
        ))
      ) : (
        <Field label="Input" hint="As JSON; expressions read it as input." required>
          <CodeArea rows={5} value={json} onChange={({ target }) => setJson(target.value)} />
        </Field>
      )}
      {fault ? (
        <p role="alert" className="text-bad-text">
          {fault}
        </p>
      ) : null}
    </form>
  );
}

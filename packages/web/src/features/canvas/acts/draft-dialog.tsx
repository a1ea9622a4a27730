import type { WorkflowDetail } from '@attain/contract/workflows';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import { deliveriesOf } from '@attain/domain/workflows/nodes/deliveries';
import { earlierSteps } from '@attain/domain/workflows/step-alone';
import { startFields } from '@attain/domain/workflows/steps/start-fields';
import { graphOf } from '@attain/domain/workflows/workflow-graph';
import { Play } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { ActDialog } from '../../../api/act-dialog.tsx';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { Recipients } from '../../../api/requests/recipients.tsx';
import { useAct } from '../../../api/use-act.ts';
import { AskedForm } from '../../../ui/fields/asked-form.tsx';
import { CodeArea } from '../../../ui/fields/code-area.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { SkeletonText } from '../../../ui/states/skeleton.tsx';
import { pickWorkflow, useCanvas, useCanvasState } from '../editing/canvas-context.ts';
import { messages } from '../messages.ts';
import { readJson } from './json-text.ts';
import { RUN_INPUT, SampleField, type TypedSamples } from './test-run-dialog.tsx';
import { useSampleData } from './use-sample-data.ts';

export type DraftDialogProps = {
  /** The step to execute alone; null: the whole draft. */
  step: string | null;
  save: () => Promise<WorkflowDetail | null>;
  typed: TypedSamples;
  onTyped: (typed: TypedSamples) => void;
  onStarted: (runId: string) => void;
  onClose: () => void;
};

/** Runs the draft, or one of its steps, without publishing it (WF-91). */
export function DraftDialog({ step, save, typed, onTyped, onStarted, onClose }: DraftDialogProps) {
  const formId = useId();
  const { workflowId } = useCanvas();
  const workflow = useCanvasState(pickWorkflow);
  const node = workflow.nodes.find(({ id }) => id === step);
  const before = step === null ? null : earlierSteps(graphOf(workflow), step);
  const samples = useSampleData(workflowId, workflow)?.filter((one) => before?.has(one.node.id));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const start = useAct({
    act: async ({ input, outputs }: { input: JsonValue; outputs: JsonObject }) => {
      const saved = await save();
      if (saved === null) throw new Error(messages.draft.notSaved);
      return client.workflowRuns.tryDraft({
        workflowId,
        revision: saved.revision,
        input,
        ...(step === null ? {} : { step: { node: step, outputs } }),
      });
    },
    changes: [keys.workflowRuns, keys.tasks],
    failure: null,
    onDone: (run) => onStarted(run.id),
  });
  const run = (given: JsonValue | null) => {
    const wrong: Record<string, string> = {};
    const read = (key: string, text: string): JsonValue => {
      const json = readJson(text);
      if (!json.ok) wrong[key] = json.message;
      return json.ok ? json.value : null;
    };
    const outputs: Record<string, JsonValue> = {};
    for (const { node, value } of samples ?? []) {
      const text = typed[node.id];
      outputs[node.id] = text === undefined ? value : read(node.id, text);
    }
    const input = given ?? read(RUN_INPUT, typed[RUN_INPUT] ?? '{}');
    setFaults(wrong);
    if (Object.keys(wrong).length === 0) start.mutate({ input, outputs });
  };
  const asked = startFields(workflow);
  const sending = deliveriesOf(
    workflow.nodes.filter(({ id, pinned }) => (before === null ? pinned === undefined : id === step)),
  );
  return (
    <ActDialog
      act={start}
      title={node ? messages.draft.titleOf(node.title || node.type) : messages.draft.title}
      description={node ? messages.draft.descriptionOf : messages.draft.description}
      label={node ? messages.draft.startStep : messages.draft.start}
      icon={<Play aria-hidden />}
      disabled={samples === undefined}
      formId={formId}
      onClose={onClose}
    >
      {asked.length > 0 ? (
        <AskedForm formId={formId} asked={asked} onValues={(values) => run(values as JsonObject)} />
      ) : (
        <form
          id={formId}
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            run(null);
          }}
        >
          <Field label={messages.run.input} hint={messages.run.inputHint} error={faults[RUN_INPUT]} required>
            <CodeArea
              rows={3}
              value={typed[RUN_INPUT] ?? '{}'}
              onChange={({ target }) => onTyped({ ...typed, [RUN_INPUT]: target.value })}
            />
          </Field>
        </form>
      )}
      {samples === undefined ? <SkeletonText lines={3} /> : null}
      {samples && samples.length > 0 ? (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 text-12 font-medium">{messages.draft.earlier}</legend>
          {samples.map((one) => (
            <SampleField
              key={one.node.id}
              step={one}
              text={typed[one.node.id]}
              fault={faults[one.node.id]}
              onText={(text) => onTyped({ ...typed, [one.node.id]: text })}
            />
          ))}
        </fieldset>
      ) : null}
      <Recipients sendsTo={[...sending]} />
    </ActDialog>
  );
}

import type { JsonValue } from '@attain/domain/workflows/json-value';
import { canPin, passingPort, pinnablePorts, pinnedPort } from '@attain/domain/workflows/nodes/bypass';
import { outputsOf } from '@attain/domain/workflows/nodes/node-types';
import { canUndo, undoChoices, undoSteps } from '@attain/domain/workflows/undo-steps';
import type { PinnedData, WorkflowNode } from '@attain/domain/workflows/workflow';
import { Pin, StepForward } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { CodeArea } from '../../../ui/fields/code-area.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { readJson } from '../acts/json-text.ts';
import type { ShownRun } from '../acts/shown-run.ts';
import { sampleOf } from '../acts/use-sample-data.ts';
import { pickWorkflow, useCanvas, useCanvasState } from '../editing/canvas-context.ts';
import { messages } from '../messages.ts';

export type TrialFieldsProps = {
  node: WorkflowNode;
  /** The run shown on the nodes; its output is what gets pinned. */
  run: ShownRun | undefined;
  onRunStep: ((id: string) => void) | null;
};

/** How a node behaves in runs of the draft: disabled, with pinned data, or executed alone. */
export function TrialFields({ node, run, onRunStep }: TrialFieldsProps) {
  const { acts, editable } = useCanvas();
  const mayDisable = passingPort(node) !== null;
  const pin = () => {
    const shown = run?.withheld ? undefined : run?.steps.findLast((step) => step.node === node.id);
    const known = shown?.status === 'success' && typeof shown.cut?.output !== 'number';
    acts.pin(node.id, { output: known ? (shown.output as JsonValue) : sampleOf(node) });
  };
  return (
    <section aria-label={messages.trial.title} className="flex flex-col gap-2">
      <h3 className="text-12 font-medium">{messages.trial.title}</h3>
      <Checkbox
        label={messages.trial.disabled}
        hint={mayDisable ? messages.trial.disabledHint : messages.trial.cannotDisable}
        checked={node.disabled ?? false}
        disabled={!editable || !(mayDisable || node.disabled)}
        onChange={({ target }) => acts.disable(new Set([node.id]), target.checked)}
      />
      {mayDisable || node.continueOnError ? (
        <Checkbox
          label={messages.trial.continueOnError}
          hint={messages.trial.continueHint}
          checked={node.continueOnError ?? false}
          disabled={!editable}
          onChange={({ target }) => acts.continueAfter(node.id, target.checked)}
        />
      ) : null}
      <UndoField node={node} />
      {node.pinned ? <PinnedFields key={node.id} node={node} pinned={node.pinned} /> : null}
      <div className="flex flex-wrap gap-2">
        {canPin(node) && !node.pinned ? (
          <Button size="sm" icon={<Pin aria-hidden />} disabled={!editable} onClick={pin}>
            {messages.trial.pin}
          </Button>
        ) : null}
        {onRunStep && canPin(node) && node.type !== 'loop' ? (
          <Button size="sm" icon={<StepForward aria-hidden />} onClick={() => onRunStep(node.id)}>
            {messages.trial.execute}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/** Which step undoes this one when the run fails or is cancelled later. */
function UndoField({ node }: { node: WorkflowNode }) {
  const { acts, editable } = useCanvas();
  const workflow = useCanvasState(pickWorkflow);
  if (undoSteps(workflow).has(node.id)) return <p className="text-12 text-fg-2">{messages.trial.isUndo}</p>;
  const choices = undoChoices(workflow, node);
  if (!canUndo(node)) return null;
  return (
    <Field
      label={messages.trial.undo}
      hint={choices.length > 0 ? messages.trial.undoHelp : messages.trial.undoFirst}
    >
      <Select
        controlSize="sm"
        disabled={!editable}
        value={node.undoWith ?? none}
        onValueChange={(value) => acts.chooseUndo(node.id, value === none ? null : value)}
        options={[
          { value: none, label: messages.trial.noUndo },
          ...choices.map(({ id, title }) => ({ value: id, label: title || id })),
        ]}
      />
    </Field>
  );
}

/** No step has this id. */
const none = '-';

function PinnedFields({ node, pinned }: { node: WorkflowNode; pinned: PinnedData }) {
  const { acts, editable } = useCanvas();
  const [text, setText] = useState(() => JSON.stringify(pinned.output, null, 2));
  const [fault, setFault] = useState<string>();
  const type = (typed: string) => {
    setText(typed);
    const read = readJson(typed);
    setFault(read.ok ? undefined : read.message);
    if (read.ok) acts.pin(node.id, { ...pinned, output: read.value });
  };
  const ports = pinnablePorts(node);
  const labels = new Map(outputsOf(node).map(({ name, label }) => [name, label]));
  return (
    <>
      <Field label={messages.trial.pinned} hint={messages.trial.pinnedHint} error={fault} required>
        <CodeArea
          rows={5}
          className="max-h-60"
          value={text}
          disabled={!editable}
          onChange={({ target }) => type(target.value)}
        />
      </Field>
      {ports.length > 1 ? (
        <Field label={messages.trial.port} required>
          <Select
            controlSize="sm"
            value={pinnedPort(node, pinned)}
            disabled={!editable}
            onValueChange={(port) => acts.pin(node.id, { ...pinned, port })}
            options={ports.map((value) => ({ value, label: labels.get(value) ?? value }))}
          />
        </Field>
      ) : null}
      <Button size="sm" className="self-start" disabled={!editable} onClick={() => acts.pin(node.id, null)}>
        {messages.trial.unpin}
      </Button>
    </>
  );
}

import type { Problem } from '@attain/domain/base/result';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import { nodeType } from '@attain/domain/workflows/nodes/node-types';
import { tryWorkflow, type WorkflowTrial } from '@attain/domain/workflows/try-workflow';
import { FlaskConical } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { CodeArea } from '../../../ui/fields/code-area.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { focusFault } from '../../../ui/fields/focus-fault.ts';
import { ActFooter } from '../../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ProblemList } from '../../../ui/states/problem-list.tsx';
import { SkeletonText } from '../../../ui/states/skeleton.tsx';
import { pickWorkflow, useCanvas, useCanvasState } from '../editing/canvas-context.ts';
import { messages } from '../messages.ts';
import { readJson } from './json-text.ts';
import { type SampledStep, useSampleData } from './use-sample-data.ts';

/** Sample values typed per node; the run input is stored under ''. */
export type TypedSamples = Readonly<Record<string, string>>;

export type TestRunDialogProps = {
  typed: TypedSamples;
  onTyped: (typed: TypedSamples) => void;
  onTried: (trial: WorkflowTrial) => void;
  onClose: () => void;
};

/** The key of the run input among typed samples. */
export const RUN_INPUT = '';

/** Runs the draft on sample data (WF-77) in the browser, without publishing. */
export function TestRunDialog({ typed, onTyped, onTried, onClose }: TestRunDialogProps) {
  const formId = useId();
  const { workflowId } = useCanvas();
  const workflow = useCanvasState(pickWorkflow);
  const steps = useSampleData(workflowId, workflow);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length > 0) focusFault(form.current);
  }, [faults]);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const test = (event: FormEvent) => {
    event.preventDefault();
    const wrong: Record<string, string> = {};
    const outputs: Record<string, JsonValue> = {};
    const { [RUN_INPUT]: runInput = '{}', ...texts } = typed;
    const read = (key: string, text: string): JsonValue => {
      const json = readJson(text);
      if (!json.ok) wrong[key] = json.message;
      return json.ok ? json.value : null;
    };
    const input = read(RUN_INPUT, runInput);
    for (const { node, value } of steps ?? []) {
      const text = texts[node.id];
      outputs[node.id] = text === undefined ? value : read(node.id, text);
    }
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return;
    const trial = tryWorkflow(workflow, { input, outputs, atMs: Date.now() });
    if (trial.ok) onTried(trial.value);
    else setProblems(trial.problems);
  };
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={messages.test.title}
      description={messages.test.description}
      footer={
        <ActFooter type="submit" form={formId} icon={<FlaskConical aria-hidden />} disabled={!steps}>
          {messages.test.run}
        </ActFooter>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={test} className="flex flex-col gap-4">
        <ProblemList problems={problems} />
        <Field label={messages.test.input} hint={messages.test.inputHint} error={faults[RUN_INPUT]} required>
          <CodeArea
            rows={3}
            value={typed[RUN_INPUT] ?? '{}'}
            onChange={({ target }) => onTyped({ ...typed, [RUN_INPUT]: target.value })}
          />
        </Field>
        {steps === undefined ? <SkeletonText lines={4} /> : null}
        {steps?.map((step) => (
          <SampleField
            key={step.node.id}
            step={step}
            text={typed[step.node.id]}
            fault={faults[step.node.id]}
            onText={(text) => onTyped({ ...typed, [step.node.id]: text })}
          />
        ))}
      </form>
    </Dialog>
  );
}

type SampleFieldProps = {
  step: SampledStep;
  text: string | undefined;
  fault: string | undefined;
  onText: (text: string) => void;
};

/** The sample output of one step, collapsed by default. */
export function SampleField({ step: { node, source, value }, text, fault, onText }: SampleFieldProps) {
  const label = nodeType(node.type)?.label ?? node.type;
  const title = node.title || label;
  return (
    <details className="rounded-md border" open={fault !== undefined || undefined}>
      <summary className="flex min-h-9 cursor-pointer items-center gap-2 px-3 py-1 pointer-coarse:min-h-11">
        <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
        <span className="shrink-0 text-12 text-fg-2">
          {text !== undefined
            ? messages.test.edited
            : source === 'last run'
              ? messages.test.lastRun
              : messages.test.sample}
        </span>
      </summary>
      <div className="border-t p-3">
        <Field label={messages.test.outputOf(title)} hint={label} error={fault} required>
          <CodeArea
            rows={6}
            className="max-h-80"
            value={text ?? JSON.stringify(value, null, 2)}
            onChange={({ target }) => onText(target.value)}
          />
        </Field>
      </div>
    </details>
  );
}

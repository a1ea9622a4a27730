import type { WorkflowProblem } from '@attain/domain/workflows/connect';
import type { WorkflowNode, WorkflowSettings } from '@attain/domain/workflows/workflow';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Suspense } from 'react';
import { Field } from '../../../ui/fields/field.tsx';
import { FreeTextInput } from '../../../ui/fields/free-text-input.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { pickWorkflow, useCanvas, useCanvasState } from '../editing/canvas-context.ts';
import { messages } from '../messages.ts';
import { ErrorWorkflowField, StartsSummary } from './late-fields.tsx';
import { VariablesField } from './variables-field.tsx';

type WorkflowFormProps = {
  /** The stored workflow whose triggers are shown; null if frozen. */
  stored: { id: string; version: number } | null;
  problems: readonly WorkflowProblem[];
  onGo: (problem: WorkflowProblem) => void;
};

/** The workflow's name, deadline, variables, triggers and problems. */
export function WorkflowForm({ stored, problems, onGo }: WorkflowFormProps) {
  const { acts, editable } = useCanvas();
  const workflow = useCanvasState(pickWorkflow);
  const { deadlineMinutes } = workflow.settings;
  const setDeadline = (typed: string) => {
    const text = typed.trim();
    if (text !== '' && !/^[1-9]\d{0,8}$/.test(text)) return;
    change({ deadlineMinutes: text === '' ? null : Number(text) });
  };
  const change = (settings: Partial<WorkflowSettings>) =>
    acts.changeFrame({ settings: { ...workflow.settings, ...settings } });
  return (
    <>
      <h2 className="text-14 font-semibold">{messages.panel.workflow}</h2>
      <Problems problems={problems} onGo={onGo} />
      <Field label={messages.panel.name} required>
        <FreeTextInput
          value={workflow.name}
          maxLength={200}
          disabled={!editable}
          onChange={({ target }) => target.value !== '' && acts.changeFrame({ name: target.value })}
        />
      </Field>
      <Field label={messages.panel.description}>
        <Textarea
          value={workflow.description}
          maxLength={4000}
          disabled={!editable}
          onChange={({ target }) => acts.changeFrame({ description: target.value })}
        />
      </Field>
      <Field label={messages.panel.deadline} hint={messages.panel.deadlineHint}>
        <Input
          figure
          inputMode="numeric"
          value={deadlineMinutes === null ? '' : String(deadlineMinutes)}
          disabled={!editable}
          onChange={({ target }) => setDeadline(target.value)}
        />
      </Field>
      <FailureFields settings={workflow.settings} disabled={!editable} onChange={change} />
      <VariablesField />
      <Suspense fallback={null}>{stored ? <StartsSummary workflow={stored} /> : null}</Suspense>
    </>
  );
}

type FailureFieldsProps = {
  settings: WorkflowSettings;
  disabled: boolean;
  onChange: (settings: Partial<WorkflowSettings>) => void;
};

/** Who is notified when a run fails, and what runs then. */
function FailureFields({ settings, disabled, onChange }: FailureFieldsProps) {
  const { errorWorkflow = '', notifyOnFailure = '', mailOnFailure = '' } = settings;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 text-12 font-semibold">{messages.panel.onFailure}</legend>
      <Field label={messages.panel.notify} hint={messages.panel.notifyHint}>
        <Input
          value={notifyOnFailure}
          maxLength={500}
          disabled={disabled}
          onChange={({ target }) => onChange({ notifyOnFailure: target.value })}
        />
      </Field>
      <Field label={messages.panel.mail} hint={messages.panel.mailHint}>
        <Input
          value={mailOnFailure}
          maxLength={500}
          disabled={disabled}
          onChange={({ target }) => onChange({ mailOnFailure: target.value })}
        />
      </Field>
      <Suspense fallback={null}>
        <Field label={messages.panel.errorWorkflow} hint={messages.panel.errorWorkflowHint}>
          <ErrorWorkflowField
            value={errorWorkflow}
            disabled={disabled}
            onChange={(id) => onChange({ errorWorkflow: id })}
          />
        </Field>
      </Suspense>
    </fieldset>
  );
}

function Problems({ problems, onGo }: Omit<WorkflowFormProps, 'stored'>) {
  const { nodes } = useCanvasState(pickWorkflow);
  if (problems.length === 0) {
    return (
      <p className="flex items-center gap-1.5 rounded-md bg-ok-soft px-2 py-1.5 text-12 text-ok-text">
        <CircleCheck aria-hidden className="size-4" /> {messages.panel.noIssues}
      </p>
    );
  }
  return (
    <section aria-label={messages.outline.problems} className="rounded-md bg-bad-soft px-2 py-1.5 text-12">
      <h3 className="flex items-center gap-1.5 font-medium text-bad-text">
        <CircleAlert aria-hidden className="size-4" />
        {problems.length === 1 ? messages.panel.fixOne : messages.panel.fix(problems.length)}
      </h3>
      <ul className="mt-1 flex flex-col">
        {problems.map((problem) => (
          <li key={`${problem.rule} ${problem.path} ${problem.message}`}>
            {problem.node || problem.edge ? (
              <button type="button" className="min-h-6 text-start underline" onClick={() => onGo(problem)}>
                {withNodeName(nodes, problem)}
              </button>
            ) : (
              <span>{problem.message}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A problem with the name of its node, unless its message contains it. */
function withNodeName(nodes: readonly WorkflowNode[], { node, path, message }: WorkflowProblem): string {
  const title = nodes.find(({ id }) => id === node)?.title || node;
  const field = /\.config\.(.+)$/.exec(path)?.[1];
  return field ? `${title}, ${field}: ${message}` : message;
}

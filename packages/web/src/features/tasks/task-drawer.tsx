import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useId, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMay, useMe } from '../../api/me.ts';
import { taskQuery } from '../../api/queries.ts';
import type { HumanTask } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { CodeArea } from '../../ui/fields/code-area.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FreeTextInput } from '../../ui/fields/free-text-input.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { MaterialView } from './material-view.tsx';
import { messages } from './messages.ts';
import { MoveTask } from './move-task.tsx';
import { OutcomeGiven, outcomeOf } from './outcome-given.tsx';
import { materialOf } from './task-material.ts';
import {
  decisionWords,
  dueIn,
  type FormField,
  formFields,
  formValues,
  priorityWords,
  recipientWords,
  taskKinds,
  taskStatus,
  whyNotMine,
} from './task-words.ts';

/** One task with everything needed to decide it; deciding continues its run. */
export function TaskDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const [moving, setMoving] = useState(false);
  const task = useQuery({ ...taskQuery(id), enabled: !moving });
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={task.data?.title ?? messages.drawer.title}
      beside={
        task.data ? (
          <Badge meaning={taskStatus[task.data.status].meaning}>{taskStatus[task.data.status].label}</Badge>
        ) : null
      }
    >
      <Loaded query={task} failure={messages.drawer.failure}>
        {(found) => <OneTask task={found} onMoving={setMoving} onDone={onClose} />}
      </Loaded>
    </Drawer>
  );
}

function OneTask({
  task,
  onMoving,
  onDone,
}: {
  task: HumanTask;
  onMoving: (moving: boolean) => void;
  onDone: () => void;
}) {
  const open = task.status === 'pending' || task.status === 'escalated';
  const mayDecide = useMay('decide:tasks');
  const mayReadRuns = useMay('read:workflow-runs');
  const me = useMe().data;
  const outcome = task.type === 'unknown_outcome' ? outcomeOf(task.input) : null;
  const why = me ? whyNotMine(task, { username: me.user.username, roles: me.roles }) : null;
  return (
    <div className="flex flex-col gap-4">
      {task.instructions ? <p className="whitespace-pre-line">{task.instructions}</p> : null}
      <KeyValueList
        rows={[
          { key: messages.drawer.asksFor, value: taskKinds[task.type] ?? task.type },
          {
            key: messages.drawer.run,
            value: mayReadRuns ? (
              <Link className="text-primary-text underline" {...paths.workflowRun(task.runId)}>
                {task.workflowName}
              </Link>
            ) : (
              task.workflowName
            ),
          },
          { key: messages.drawer.startedBy, value: task.startedBy },
          { key: messages.drawer.since, value: formatMoment(task.createdAt) },
          { key: messages.drawer.priority, value: priorityWords(task.priority) },
          { key: messages.drawer.for, value: recipientWords(task) },
          {
            key: messages.drawer.due,
            value: open
              ? messages.drawer.dueAt(dueIn(task, Date.now()).words, formatMoment(task.dueAt))
              : formatMoment(task.dueAt),
          },
          ...(task.expiresAt ? [{ key: messages.drawer.expires, value: formatMoment(task.expiresAt) }] : []),
          ...(task.completedAt
            ? [
                {
                  key: messages.drawer.ended,
                  value: task.completedBy
                    ? messages.drawer.endedBy(formatMoment(task.completedAt), task.completedBy)
                    : formatMoment(task.completedAt),
                },
              ]
            : []),
        ]}
      />
      {task.fallbackReason ? <p className="text-warn-text">{task.fallbackReason}</p> : null}
      {task.withheld ? (
        <p className="text-fg-2">
          {task.withheld}
          {task.decisions.includes('approved') ? ` ${messages.drawer.cannotApprove}` : ''}
        </p>
      ) : null}
      {outcome ? (
        <OutcomeGiven outcome={outcome} />
      ) : (
        <Given title={messages.drawer.details} value={task.input} />
      )}
      {open && mayDecide && why === null ? <DecisionForm task={task} onDone={onDone} /> : null}
      {open && (why !== null || !mayDecide) ? (
        <p className="border-t pt-4 text-fg-2">{why ?? messages.drawer.noPermission}</p>
      ) : null}
      {open ? <MoveTask task={task} onMoving={onMoving} onDone={onDone} /> : null}
      {open ? null : <Given title={messages.drawer.answer} value={task.result} />}
    </div>
  );
}

/** withheld data cannot be approved */
function decisionsOf({ decisions, withheld }: Pick<HumanTask, 'decisions' | 'withheld'>): readonly string[] {
  return withheld === null ? decisions : decisions.filter((decision) => decision !== 'approved');
}

/** Input or answer of a step, formatted, with the raw JSON behind a disclosure. */
function Given({ title, value }: { title: string; value: HumanTask['input'] }) {
  const material = materialOf(value);
  if (material === null) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-12 font-medium">{title}</h3>
      <MaterialView material={material} />
      <details className="pt-2">
        <summary className="min-h-6 cursor-pointer text-12 text-fg-2">{messages.drawer.raw}</summary>
        <CodeBlock label={messages.drawer.rawOf(title)} code={JSON.stringify(value, null, 2)} />
      </details>
    </section>
  );
}

function DecisionForm({ task, onDone }: { task: HumanTask; onDone: () => void }) {
  const formId = useId();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [comment, setComment] = useState('');
  const [reasonMissing, setReasonMissing] = useState(false);
  const [output, setOutput] = useState('');
  const [outputFault, setOutputFault] = useState<string>();
  const reason = useRef<HTMLTextAreaElement>(null);
  const outputField = useRef<HTMLTextAreaElement>(null);
  const fields = formFields(task.form);
  const decide = useAct({
    act: client.tasks.decide,
    changes: [keys.tasks, keys.workflowRuns],
    failure: messages.drawer.decideFailure,
    onDone: () => {
      toast({ title: messages.drawer.completed, text: task.title, meaning: 'ok' });
      onDone();
    },
  });
  const decisions = task.decisions.length > 0 ? decisionsOf(task) : ['done'];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') ?? 'done';
    if (chosen === 'rejected' && comment.trim() === '') {
      setReasonMissing(true);
      reason.current?.focus();
      return;
    }
    const given = chosen === 'succeeded' ? readOutput(output) : {};
    setOutputFault(given.fault);
    if (given.fault !== undefined) {
      outputField.current?.focus();
      return;
    }
    decide.mutate({
      id: task.id,
      ...(given.value === undefined ? {} : { output: given.value }),
      ...(task.decisions.length > 0 ? { decision: chosen } : {}),
      values: formValues(fields, typed),
      comment,
    });
  };
  return (
    <form id={formId} onSubmit={submit} className="flex flex-col gap-3 border-t pt-4">
      {fields.map((field) => (
        <OneField
          key={field.name}
          field={field}
          text={typed[field.name] ?? ''}
          onText={(text) => setTyped({ ...typed, [field.name]: text })}
        />
      ))}
      {task.type === 'unknown_outcome' ? (
        <Field label={messages.drawer.output} hint={messages.drawer.outputHint} error={outputFault}>
          <CodeArea
            ref={outputField}
            rows={3}
            value={output}
            onChange={({ target }) => {
              setOutput(target.value);
              setOutputFault(undefined);
            }}
          />
        </Field>
      ) : null}
      <Field
        label={messages.drawer.comment}
        hint={task.decisions.includes('rejected') ? messages.drawer.commentHint : undefined}
        error={reasonMissing && comment.trim() === '' ? messages.drawer.reasonMissing : undefined}
      >
        <Textarea
          ref={reason}
          value={comment}
          maxLength={4000}
          onChange={(event) => setComment(event.target.value)}
        />
      </Field>
      {task.decisions.includes('retry') ? (
        <p className="text-12 text-fg-2">{messages.drawer.retryHint}</p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {decisions.map((decision, index) => (
          <Button
            key={decision}
            type="submit"
            value={decision}
            variant={index === 0 ? 'primary' : decision === 'rejected' ? 'danger' : 'secondary'}
            busy={decide.isPending && decide.variables?.decision === decision}
            disabled={decide.isPending}
          >
            {decisionWords(decision)}
          </Button>
        ))}
      </div>
    </form>
  );
}

function readOutput(text: string): { value?: HumanTask['input']; fault?: string } {
  if (text.trim() === '') return {};
  try {
    return { value: JSON.parse(text) as HumanTask['input'] };
  } catch {
    return { fault: messages.drawer.badJson };
  }
}

type OneFieldProps = { field: FormField; text: string; onText: (text: string) => void };

function OneField({ field, text, onText }: OneFieldProps) {
  const { label, type, required, options } = field;
  if (type === 'boolean') {
    return (
      <Checkbox
        label={label}
        checked={text === 'true'}
        onChange={(event) => onText(String(event.target.checked))}
      />
    );
  }
  return (
    <Field label={label} required={required} hint={type === 'list' ? messages.drawer.listHint : undefined}>
      {type === 'choice' ? (
        <Select
          value={text}
          onValueChange={onText}
          options={options.map((value) => ({ value, label: value }))}
        />
      ) : type === 'list' ? (
        <Textarea required={required} value={text} onChange={(event) => onText(event.target.value)} />
      ) : type === 'text' ? (
        <FreeTextInput required={required} value={text} onChange={(event) => onText(event.target.value)} />
      ) : (
        <Input
          required={required}
          type={type === 'date' ? 'date' : 'text'}
          inputMode={type === 'number' ? 'decimal' : undefined}
          figure={type === 'number'}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  );
}

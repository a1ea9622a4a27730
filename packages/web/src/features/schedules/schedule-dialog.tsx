import { environments } from '@attain/domain/deployments/deployment';
import { environmentWords } from '@attain/domain/policies/policy-words';
import { type Priority, priorities } from '@attain/domain/schedules/scheduled-process';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { CronFields } from '../../api/cron/cron-fields.tsx';
import { SchedulePreview } from '../../api/cron/upcoming-instants.tsx';
import { HttpError } from '../../api/http-error.ts';
import { useMay } from '../../api/me.ts';
import { changedBySchedules, schedulesQuery } from '../../api/requests/schedule-queries.ts';
import type { EnvironmentId, Schedule } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { useRows } from '../../api/use-rows.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';
import { TaskFields } from './task-fields.tsx';

const words = messages.dialog;
const none = 'none';

type Draft = Pick<
  Schedule,
  | 'name'
  | 'description'
  | 'when'
  | 'task'
  | 'dependencies'
  | 'priority'
  | 'notify'
  | 'sendTo'
  | 'restorePoint'
>;

function draftOf(from: Partial<Schedule>): Draft {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    name: from.name ?? '',
    description: from.description ?? '',
    when: from.when ?? { cron: '0 6 * * 1', timeZone, missed: 'once' },
    task: from.task ?? { type: 'test-suite', suiteId: null },
    dependencies: from.dependencies ?? [],
    priority: from.priority ?? 'medium',
    notify: from.notify ?? '',
    sendTo: from.sendTo ?? '',
    restorePoint: from.restorePoint ?? null,
  };
}

type ScheduleDialogProps = {
  /** The schedule to edit; without it a new one. */
  stored?: Schedule | undefined;
  prefilled?: Pick<Schedule, 'task' | 'name'>;
  onSaved?: (schedule: Schedule) => void;
  onClose: () => void;
};

/** Creates a schedule or changes one. */
export function ScheduleDialog({ stored, prefilled, onSaved, onClose }: ScheduleDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(stored ?? prefilled ?? {}));
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const mayPreview = useMay('read:workflows');
  const save = useAct({
    act: (values: Draft, options) =>
      client.schedules.save({ ...values, id: stored?.id ?? null, revision: stored?.revision ?? 0 }, options),
    changes: changedBySchedules,
    failure: null,
    onDone: (schedule) => {
      toast({ title: words.saved, text: words.savedText(schedule.name), meaning: 'ok' });
      onClose();
      onSaved?.(schedule);
    },
  });
  const issues = save.error instanceof HttpError ? save.error.issues : [];
  const errorAt = (path: string) =>
    issues.find((issue) => issue.path.replaceAll('.', '/').replace(/^\//, '') === path)?.message;
  return (
    <ActDialog
      size="lg"
      title={stored ? words.edit(stored.name) : words.create}
      description={words.help}
      act={save}
      label={words.save}
      disabled={draft.name.trim() === '' || draft.when.cron.trim() === ''}
      onAct={() => save.mutate({ ...draft, name: draft.name.trim() })}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={words.name} required error={errorAt('name')}>
          <Input
            value={draft.name}
            maxLength={100}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Field>
        <Field label={words.description}>
          <Input
            value={draft.description}
            maxLength={500}
            onChange={({ target }) => change({ description: target.value })}
          />
        </Field>
        <TaskFields
          task={draft.task}
          isStored={stored !== undefined}
          onTask={(task) => change(task.type === 'restore-point' ? { task, restorePoint: null } : { task })}
        />
        <CronFields
          schedule={draft.when}
          onChange={(part) => change({ when: { ...draft.when, ...part } })}
          errorAt={(field) => errorAt(`when/${field}`)}
        />
        <Field label={words.priority} required hint={words.priorityHint}>
          <Select
            value={draft.priority}
            onValueChange={(priority) => change({ priority: priority as Priority })}
            options={priorities.map((value) => ({ value, label: messages.priorities[value] }))}
          />
        </Field>
        {mayPreview ? <SchedulePreview cron={draft.when.cron} timeZone={draft.when.timeZone} /> : null}
        <PointField draft={draft} onChange={change} />
        <Field label={words.notify} hint={words.notifyHint} error={errorAt('notify')}>
          <Input
            value={draft.notify}
            maxLength={500}
            onChange={({ target }) => change({ notify: target.value })}
          />
        </Field>
        <Field label={words.sendTo} hint={words.sendToHint} error={errorAt('sendTo')}>
          <Input
            value={draft.sendTo}
            maxLength={500}
            onChange={({ target }) => change({ sendTo: target.value })}
          />
        </Field>
      </div>
      <Dependencies draft={draft} id={stored?.id} onChange={change} />
    </ActDialog>
  );
}

type PartProps = { draft: Draft; onChange: (part: Partial<Draft>) => void };

/** Whether a restore point is taken first; a task that takes one needs none. */
function PointField({ draft: { task, restorePoint }, onChange }: PartProps) {
  const mayTake = useMay('deploy:agents');
  if (!mayTake || task.type === 'restore-point') return null;
  return (
    <Field label={words.restorePoint} required>
      <Select
        value={restorePoint ?? none}
        onValueChange={(value) =>
          onChange({ restorePoint: value === none ? null : (value as EnvironmentId) })
        }
        options={[
          { value: none, label: words.noPoint },
          ...environments.map((value) => ({ value, label: environmentWords[value] ?? value })),
        ]}
      />
    </Field>
  );
}

function Dependencies({ draft: { dependencies }, id, onChange }: PartProps & { id: string | undefined }) {
  const others = useRows<Schedule>(schedulesQuery).rows.filter((one) => one.id !== id);
  if (others.length === 0) return null;
  const toggle = (other: string) =>
    onChange({
      dependencies: dependencies.includes(other)
        ? dependencies.filter((one) => one !== other)
        : [...dependencies, other],
    });
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-12 font-medium">{words.dependsOn}</legend>
      <p className="text-12 text-fg-3">{words.dependsOnHint}</p>
      <div className="max-h-40 overflow-y-auto">
        {others.map((other) => (
          <div key={other.id}>
            <Checkbox
              label={other.name}
              checked={dependencies.includes(other.id)}
              onChange={() => toggle(other.id)}
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}

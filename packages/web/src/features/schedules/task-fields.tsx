import { REVIEW_DAYS } from '@attain/domain/access/access-review';
import { environments } from '@attain/domain/deployments/deployment';
import { environmentWords } from '@attain/domain/policies/policy-words';
import { type ProcessType, processRights, processTypes } from '@attain/domain/schedules/scheduled-process';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../api/me.ts';
import { suitesQuery } from '../../api/requests/suite-queries.ts';
import type { EnvironmentId, Schedule } from '../../api/shapes.ts';
import { CountField } from '../../ui/fields/count-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { messages } from './messages.ts';

const words = messages.dialog;
const all = 'all';

type Task = Schedule['task'];
type TaskOf<Type extends ProcessType> = Extract<Task, { type: Type }>;

/** A task of each type to begin with. */
const fresh: { readonly [Type in ProcessType]: TaskOf<Type> } = {
  'test-suite': { type: 'test-suite', suiteId: null },
  'restore-point': { type: 'restore-point', environment: 'prod' },
  'cost-export': { type: 'cost-export', month: 'previous' },
  'test-report': { type: 'test-report', report: 'weekly', format: 'pdf' },
  'evidence-check': { type: 'evidence-check' },
  'access-review': { type: 'access-review', days: REVIEW_DAYS.usual },
  replay: { type: 'replay', runs: 20 },
};

type SettingsProps = { task: Task; onTask: (task: Task) => void };
type TaskFieldsProps = SettingsProps & { /** The type of a stored schedule stays. */ isStored: boolean };

/** What a schedule does, with the settings of its type. Only types that the user may do are offered. */
export function TaskFields({ task, onTask, isStored }: TaskFieldsProps) {
  const held = useMe().data?.permissions ?? [];
  const may = processTypes.filter(
    (type) =>
      type === task.type || (!isStored && held.some(({ permission }) => permission === processRights[type])),
  );
  return (
    <>
      <Field label={words.type} required>
        <Select
          value={task.type}
          onValueChange={(type) => onTask(fresh[type as ProcessType])}
          options={may.map((value) => ({ value, label: messages.types[value] }))}
        />
      </Field>
      <Settings task={task} onTask={onTask} />
    </>
  );
}

function Settings({ task, onTask }: SettingsProps) {
  switch (task.type) {
    case 'test-suite':
      return <SuiteField task={task} onTask={onTask} />;
    case 'restore-point':
      return (
        <Field label={words.environment} required>
          <Select
            value={task.environment}
            onValueChange={(next) => onTask({ ...task, environment: next as EnvironmentId })}
            options={environments.map((value) => ({ value, label: environmentWords[value] ?? value }))}
          />
        </Field>
      );
    case 'cost-export':
      return (
        <Field label={words.month} required>
          <Select
            value={task.month}
            onValueChange={(month) => onTask({ ...task, month: month as typeof task.month })}
            options={Object.entries(words.months).map(([value, label]) => ({ value, label }))}
          />
        </Field>
      );
    case 'test-report':
      return (
        <>
          <Field label={words.report} required>
            <Select
              value={task.report}
              onValueChange={(report) => onTask({ ...task, report: report as typeof task.report })}
              options={Object.entries(messages.reports).map(([value, label]) => ({ value, label }))}
            />
          </Field>
          <Field label={words.format} required>
            <Select
              value={task.format}
              onValueChange={(format) => onTask({ ...task, format: format as typeof task.format })}
              options={['pdf', 'csv'].map((value) => ({ value, label: value.toUpperCase() }))}
            />
          </Field>
        </>
      );
    case 'access-review':
      return (
        <CountField
          maxDigits={3}
          label={words.days}
          value={task.days}
          onChange={(days) => onTask({ ...task, days })}
        />
      );
    case 'replay':
      return (
        <CountField
          maxDigits={3}
          label={words.runs}
          value={task.runs}
          onChange={(runs) => onTask({ ...task, runs })}
        />
      );
    case 'evidence-check':
      return null;
  }
}

function SuiteField({ task, onTask }: { task: TaskOf<'test-suite'>; onTask: (task: Task) => void }) {
  const suites = useQuery(suitesQuery({}));
  return (
    <Field label={words.suite} required>
      <Select
        value={task.suiteId ?? all}
        onValueChange={(value) => onTask({ ...task, suiteId: value === all ? null : value })}
        options={[
          { value: all, label: words.allSuites },
          ...(suites.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Field>
  );
}

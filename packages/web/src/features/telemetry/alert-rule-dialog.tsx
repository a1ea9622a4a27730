import { type AlertMeasure, alertMeasures, alertSeverities } from '@attain/domain/telemetry/alert';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import type { AlertRule } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { CountField } from '../../ui/fields/count-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const words = messages.rules.dialog;

type Draft = Omit<AlertRule, 'id' | 'workflowName' | 'budgetName' | 'revision'>;

const fresh: Draft = {
  name: '',
  measure: 'failed-runs',
  workflowId: null,
  threshold: '1',
  target: '99',
  budgetId: null,
  windowMinutes: 60,
  minRuns: 1,
  cooldownMinutes: 60,
  severity: 'high',
  notify: '',
  mailTo: '',
  isActive: true,
};

function draftOf(stored: AlertRule | undefined): Draft {
  if (stored === undefined) return fresh;
  const { id: _, workflowName: __, budgetName: ___, revision: ____, ...values } = stored;
  return values;
}

/** Another condition, with a usual threshold for those whose scale is their own. */
function changedMeasure({ budgetId }: Draft, measure: AlertMeasure): Partial<Draft> {
  if (measure === 'budget') return { measure, threshold: '80', workflowId: null };
  if (measure === 'burn-rate') return { measure, threshold: '14.4', budgetId: null };
  return budgetId === null ? { measure } : { measure, budgetId: null };
}

type AlertRuleDialogProps = {
  stored: AlertRule | undefined;
  workflows: readonly { id: string; name: string }[];
  budgets: readonly { id: string; name: string }[];
  onClose: () => void;
};

/** Creates an alert rule or changes one. */
export function AlertRuleDialog({ stored, workflows, budgets, onClose }: AlertRuleDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(stored));
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const save = useAct({
    act: (values: Draft, options) =>
      stored
        ? client.alertRules.save({ ...values, id: stored.id, revision: stored.revision }, options)
        : client.alertRules.create(values, options),
    changes: [keys.alerts, keys.audit],
    failure: null,
    onDone: ({ name }) => {
      toast({ title: words.saved, text: name, meaning: 'ok' });
      onClose();
    },
  });
  const issues = save.error instanceof HttpError ? save.error.issues : [];
  const errorAt = (path: string) => issues.find((issue) => issue.path === path)?.message;
  const isBudget = draft.measure === 'budget';
  const measures = alertMeasures.filter((one) => one !== 'budget' || isBudget || budgets.length > 0);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={stored ? words.edit : words.create}
      description={words.help}
      footer={
        <ActFooter
          disabled={
            draft.name.trim() === '' || draft.threshold.trim() === '' || (isBudget && draft.budgetId === null)
          }
          busy={save.isPending}
          onClick={() =>
            save.mutate({ ...draft, threshold: draft.threshold.trim(), target: draft.target.trim() })
          }
        >
          {words.save}
        </ActFooter>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={words.name} required error={errorAt('/name')}>
          <Input
            value={draft.name}
            maxLength={100}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Field>
        <Field label={words.measure} required>
          <Select
            value={draft.measure}
            onValueChange={(value) => change(changedMeasure(draft, value as AlertMeasure))}
            options={measures.map((value) => ({ value, label: messages.rules.measures[value] }))}
          />
        </Field>
        {isBudget ? (
          <Field label={words.budget} required error={errorAt('/budgetId')}>
            <Select
              value={draft.budgetId ?? ''}
              onValueChange={(budgetId) => change({ budgetId })}
              options={budgets.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
        ) : (
          <Field label={words.workflow} error={errorAt('/workflowId')}>
            <Select
              value={draft.workflowId ?? 'all'}
              onValueChange={(value) => change({ workflowId: value === 'all' ? null : value })}
              options={[
                { value: 'all', label: messages.filter.anyWorkflow },
                ...workflows.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
        )}
        <Field label={words.threshold} required error={errorAt('/threshold')}>
          <Input
            inputMode="decimal"
            value={draft.threshold}
            onChange={({ target }) => change({ threshold: target.value })}
          />
        </Field>
        {draft.measure === 'burn-rate' ? (
          <Field label={words.target} hint={words.targetHint} required error={errorAt('/target')}>
            <Input
              inputMode="decimal"
              value={draft.target}
              onChange={({ target }) => change({ target: target.value })}
            />
          </Field>
        ) : null}
        <CountField
          maxDigits={7}
          label={isBudget ? words.clearAfter : words.window}
          value={draft.windowMinutes}
          error={errorAt('/windowMinutes')}
          onChange={(windowMinutes) => change({ windowMinutes })}
        />
        {isBudget ? null : (
          <CountField
            maxDigits={7}
            label={words.minRuns}
            value={draft.minRuns}
            error={errorAt('/minRuns')}
            onChange={(minRuns) => change({ minRuns })}
          />
        )}
        <CountField
          maxDigits={7}
          label={words.cooldown}
          hint={words.cooldownHint}
          value={draft.cooldownMinutes}
          error={errorAt('/cooldownMinutes')}
          onChange={(cooldownMinutes) => change({ cooldownMinutes })}
        />
        <Field label={words.severity} required>
          <Select
            value={draft.severity}
            onValueChange={(value) => change({ severity: value as AlertRule['severity'] })}
            options={alertSeverities.map((value) => ({ value, label: messages.alerts.severities[value] }))}
          />
        </Field>
        <Field label={words.notify} hint={words.notifyHint} error={errorAt('/notify')}>
          <Input
            value={draft.notify}
            maxLength={500}
            onChange={({ target }) => change({ notify: target.value })}
          />
        </Field>
        <Field label={words.mail} hint={words.mailHint} error={errorAt('/mailTo')}>
          <Input
            value={draft.mailTo}
            maxLength={1000}
            onChange={({ target }) => change({ mailTo: target.value })}
          />
        </Field>
        <Checkbox
          label={words.active}
          checked={draft.isActive}
          onChange={({ target }) => change({ isActive: target.checked })}
        />
      </div>
      {save.isError && issues.length === 0 ? (
        <p role="alert" className="mt-3 text-bad-text">
          {describeError(save.error)}
        </p>
      ) : null}
    </Dialog>
  );
}

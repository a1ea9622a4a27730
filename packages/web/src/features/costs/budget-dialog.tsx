import {
  type BudgetAction,
  type BudgetPeriod,
  type BudgetScope,
  budgetActions,
  budgetPeriods,
  budgetScopes,
  costCategories,
} from '@attain/domain/costs/budget';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import type { Budget } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { currencyOptions } from '../../base/format-money.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const words = messages.dialog;

type Draft = {
  name: string;
  limit: string;
  currency: string;
  period: BudgetPeriod;
  alertThreshold: string;
  scope: BudgetScope;
  scopeId: string;
  action: BudgetAction;
  reason: string;
};

const fresh: Omit<Draft, 'currency'> = {
  name: '',
  limit: '',
  period: 'monthly',
  alertThreshold: '80',
  scope: 'workspace',
  scopeId: '',
  action: 'warn',
  reason: '',
};

function draftOf(stored: Budget | undefined, currency: string): Draft {
  if (stored === undefined) return { ...fresh, currency };
  const { name, limit, period, alertThreshold, scope, scopeId, action } = stored;
  return {
    name,
    limit,
    currency: stored.currency,
    period,
    alertThreshold,
    scope,
    scopeId,
    action,
    reason: '',
  };
}

/** Creates a budget or changes one. */
export function BudgetDialog({
  stored,
  currency,
  onClose,
}: {
  stored: Budget | undefined;
  /** The workspace’s, which new budgets begin with. */
  currency: string;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(() => draftOf(stored, currency));
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const save = useAct({
    act: ({ reason, currency, ...values }: Draft, options) =>
      stored
        ? client.budgets.save({ ...values, reason, id: stored.id, revision: stored.revision }, options)
        : client.budgets.create({ ...values, currency }, options),
    changes: [keys.costs, keys.audit],
    failure: null,
    onDone: ({ name }) => {
      toast({ title: words.saved, text: name, meaning: 'ok' });
      onClose();
    },
  });
  const isRaised = stored !== undefined && Number(draft.limit) > Number(stored.limit);
  const issues = save.error instanceof HttpError ? save.error.issues : [];
  const errorAt = (path: string) => issues.find((issue) => issue.path === path)?.message;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={stored ? words.edit(stored.name) : words.create}
      description={words.help}
      footer={
        <ActFooter
          disabled={draft.name.trim() === '' || draft.limit.trim() === ''}
          busy={save.isPending}
          onClick={() => save.mutate({ ...draft, limit: draft.limit.trim() })}
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
        <Field label={words.limit} required error={errorAt('/limit')}>
          <Input
            inputMode="decimal"
            value={draft.limit}
            onChange={({ target }) => change({ limit: target.value })}
          />
        </Field>
        <Field label={words.currency} required hint={words.currencyHint}>
          <Select
            disabled={stored !== undefined}
            value={draft.currency}
            onValueChange={(currency) => change({ currency })}
            options={currencyOptions([draft.currency])}
          />
        </Field>
        <Field label={words.period} required>
          <Select
            value={draft.period}
            onValueChange={(value) => change({ period: value as BudgetPeriod })}
            options={budgetPeriods.map((value) => ({ value, label: messages.periods[value] }))}
          />
        </Field>
        <Field label={words.threshold} required error={errorAt('/alertThreshold')}>
          <Input
            inputMode="decimal"
            value={draft.alertThreshold}
            onChange={({ target }) => change({ alertThreshold: target.value })}
          />
        </Field>
        <ScopeFields draft={draft} change={change} error={errorAt('/scopeId')} />
        <Field label={words.action} required hint={words.actionHint}>
          <Select
            value={draft.action}
            onValueChange={(value) => change({ action: value as BudgetAction })}
            options={budgetActions.map((value) => ({ value, label: messages.actions[value] }))}
          />
        </Field>
        {isRaised ? (
          <Field label={words.reason} required error={errorAt('/reason')}>
            <Input
              value={draft.reason}
              maxLength={500}
              onChange={({ target }) => change({ reason: target.value })}
            />
          </Field>
        ) : null}
      </div>
      {save.isError && issues.length === 0 ? (
        <p role="alert" className="mt-3 text-bad-text">
          {describeError(save.error)}
        </p>
      ) : null}
    </Dialog>
  );
}

type ScopeProps = { draft: Draft; change: (part: Partial<Draft>) => void; error: string | undefined };

function ScopeFields({ draft, change, error }: ScopeProps) {
  return (
    <>
      <Field label={words.scope} required>
        <Select
          value={draft.scope}
          onValueChange={(value) =>
            change({ scope: value as BudgetScope, scopeId: value === 'category' ? costCategories[0] : '' })
          }
          options={budgetScopes.map((value) => ({ value, label: messages.scopes[value] }))}
        />
      </Field>
      {draft.scope === 'workspace' ? null : draft.scope === 'category' ? (
        <Field label={words.scopeId} required error={error}>
          <Select
            value={draft.scopeId}
            onValueChange={(scopeId) => change({ scopeId })}
            options={costCategories.map((value) => ({ value, label: messages.categories[value] }))}
          />
        </Field>
      ) : (
        <Field label={words.scopeId} required hint={words.scopeIdHint} error={error}>
          <Input
            value={draft.scopeId}
            maxLength={200}
            onChange={({ target }) => change({ scopeId: target.value })}
          />
        </Field>
      )}
    </>
  );
}

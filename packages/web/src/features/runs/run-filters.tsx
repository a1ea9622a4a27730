import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/me.ts';
import { instancesQuery } from '../../api/requests/agent-queries.ts';
import { workflowListQuery } from '../../api/requests/workflow-queries.ts';
import type { WorkflowRun } from '../../api/shapes.ts';
import { useAddressText } from '../../base/use-address-text.ts';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { messages } from './messages.ts';

/** Filters of the run list besides status and search, as the address has them; days as `2026-11-22`. */
export type MoreFilters = {
  workflow?: string | undefined;
  instance?: string | undefined;
  trigger?: WorkflowRun['trigger'] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  value?: string | undefined;
};

const all = 'all';

/** The filters as the server reads them: days begin and end in the browser's time zone. */
export function runsAsked({ workflow, instance, trigger, from, to, value }: MoreFilters) {
  const text = value?.trim() ?? '';
  return {
    workflowId: workflow,
    instance,
    trigger,
    from: from ? new Date(`${from}T00:00:00`).toISOString() : undefined,
    to: to ? dayAfter(to).toISOString() : undefined,
    value: text.length >= 2 ? text : undefined,
  };
}

function dayAfter(day: string): Date {
  const moment = new Date(`${day}T00:00:00`);
  moment.setDate(moment.getDate() + 1);
  return moment;
}

/** Workflow, trigger, days and text; closed while none is set. */
export function RunFilters({ more, onMore }: { more: MoreFilters; onMore: (more: MoreFilters) => void }) {
  const set = Object.values(more).filter(Boolean).length;
  const [open, setOpen] = useState(set > 0);
  const workflows = useQuery({ ...workflowListQuery(), enabled: open });
  const mayReadAgents = useMay('read:agents');
  const instances = useQuery({ ...instancesQuery(), enabled: open && mayReadAgents });
  const known = instances.data?.rows ?? [];
  const change = (next: MoreFilters) => onMore({ ...more, ...next });
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-9 cursor-pointer items-center text-12 font-medium">
        {set > 0 ? messages.list.setFilters(set) : messages.list.moreFilters}
      </summary>
      <div className="flex flex-col gap-2 pt-1">
        <Field label={messages.list.workflow}>
          <Select
            value={more.workflow ?? all}
            onValueChange={(value) => change({ workflow: value === all ? undefined : value })}
            options={[
              { value: all, label: messages.list.anyWorkflow },
              ...(workflows.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
        {known.length === 0 && more.instance === undefined ? null : (
          <Field label={messages.list.instance}>
            <Select
              value={more.instance ?? all}
              onValueChange={(value) => change({ instance: value === all ? undefined : value })}
              options={[
                { value: all, label: messages.list.anyInstance },
                ...(more.instance === undefined || known.some(({ id }) => id === more.instance)
                  ? []
                  : [{ value: more.instance, label: messages.list.unknownInstance }]),
                ...known.map(({ id, name, agentName }) => ({ value: id, label: `${agentName}: ${name}` })),
              ]}
            />
          </Field>
        )}
        <Field label={messages.list.trigger}>
          <Select
            value={more.trigger ?? all}
            onValueChange={(value) =>
              change({ trigger: value === all ? undefined : (value as MoreFilters['trigger']) })
            }
            options={[
              { value: all, label: messages.list.anyTrigger },
              ...Object.entries(messages.triggers).map(([value, label]) => ({ value, label })),
            ]}
          />
        </Field>
        <div className="grid grid-cols-2 gap-2">
          <Field label={messages.list.from}>
            <DateInput
              value={more.from ?? ''}
              onChange={({ target }) => change({ from: target.value || undefined })}
            />
          </Field>
          <Field label={messages.list.to}>
            <DateInput
              value={more.to ?? ''}
              onChange={({ target }) => change({ to: target.value || undefined })}
            />
          </Field>
        </div>
        <ValueField value={more.value} onValue={(value) => change({ value })} />
      </div>
    </details>
  );
}

/** Text that is searched after a pause in typing. */
function ValueField({
  value,
  onValue,
}: {
  value: string | undefined;
  onValue: (value: string | undefined) => void;
}) {
  const [text, setText] = useAddressText(value, onValue);
  return (
    <Field label={messages.list.value} hint={messages.list.valueHint}>
      <Input value={text} maxLength={200} onChange={({ target }) => setText(target.value)} />
    </Field>
  );
}

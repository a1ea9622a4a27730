import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ActDialog } from '../../../api/act-dialog.tsx';
import { client } from '../../../api/client.ts';
import { HttpError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useAct } from '../../../api/use-act.ts';
import { useDebounced } from '../../../base/use-debounced.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { DateInput } from '../../../ui/fields/date-input.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const delegationsQuery = () =>
  queryOptions({
    queryKey: [...keys.approvals, 'delegations'],
    queryFn: ({ signal }) => client.approvals.delegations(undefined, { signal }),
  });
type Delegation = Awaited<ReturnType<typeof client.approvals.delegations>>['rows'][number];

const delegatesQuery = (search: string) =>
  queryOptions({
    queryKey: [...keys.approvals, 'delegates', search],
    queryFn: ({ signal }) => client.approvals.delegates(search === '' ? {} : { search }, { signal }),
    placeholderData: keepPreviousData,
  });

const changes = [keys.approvals, keys.audit];

/** Who approves for whom, and the form that lets someone approve for me. */
export function DelegationsDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [typed, setTyped] = useState({ delegateId: '', name: '', from: '', to: '' });
  const [text, setText] = useState('');
  const people = useQuery(delegatesQuery(useDebounced(text)));
  const save = useAct({
    act: client.approvals.delegate,
    changes,
    failure: null,
    onDone: (row) => {
      toast({
        title: messages.done,
        text: `${messages.delegation(row)}, ${messages.days(row)}`,
        meaning: 'ok',
      });
      onClose();
    },
  });
  const issues = save.error instanceof HttpError ? save.error.issues : [];
  const wrongAt = (path: string) => issues.find((issue) => issue.path === path)?.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { delegateId, from, to } = typed;
    save.mutate({ delegateId, from, to });
  };
  const options = (people.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <ActDialog
      act={save}
      title={messages.title}
      description={messages.description}
      label={messages.save}
      disabled={typed.delegateId === '' || typed.from === '' || typed.to === ''}
      formId={formId}
      onClose={onClose}
    >
      <Current />
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label={messages.person} required hint={messages.personHint} error={wrongAt('delegateId')}>
          <Combobox
            options={options}
            value={typed.delegateId}
            chosenLabel={typed.name}
            onSearch={setText}
            onValueChange={(delegateId) =>
              setTyped({
                ...typed,
                delegateId,
                name: options.find(({ value }) => value === delegateId)?.label ?? '',
              })
            }
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={messages.from} required error={wrongAt('from')}>
            <DateInput
              value={typed.from}
              onChange={({ target }) => setTyped({ ...typed, from: target.value })}
            />
          </Field>
          <Field label={messages.to} required hint={messages.toHint} error={wrongAt('to')}>
            <DateInput value={typed.to} onChange={({ target }) => setTyped({ ...typed, to: target.value })} />
          </Field>
        </div>
      </form>
    </ActDialog>
  );
}

function Current() {
  const query = useQuery(delegationsQuery());
  return (
    <Loaded query={query} failure={messages.loading}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="text-fg-2">{messages.none}</p>
        ) : (
          <ul aria-label={messages.current} className="-my-2 flex flex-col divide-y">
            {rows.map((row) => (
              <DelegationItem key={row.id} row={row} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function DelegationItem({ row }: { row: Delegation }) {
  const end = useAct({
    act: client.approvals.endDelegation,
    changes,
    failure: messages.failure,
    onDone: () => toast({ title: messages.ended, text: messages.delegation(row), meaning: 'ok' }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <span className="min-w-0">
        {messages.delegation(row)}
        <span className="block text-12 text-fg-2">{messages.days(row)}</span>
      </span>
      <Button
        size="sm"
        busy={end.isPending}
        aria-label={messages.endOf(row)}
        onClick={() => end.mutate({ id: row.id })}
      >
        {messages.end}
      </Button>
    </li>
  );
}

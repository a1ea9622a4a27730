import type { WorkflowTrigger } from '@attain/contract/workflow-triggers';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { client } from '../../../api/client.ts';
import { instantInZone } from '../../../api/cron/instant-in-zone.ts';
import { describeError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { backfillQuery } from '../../../api/requests/trigger-queries.ts';
import { useAct } from '../../../api/use-act.ts';
import { useDebounced } from '../../../base/use-debounced.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { messages } from './messages.ts';

const changes = [keys.workflowTriggers, keys.workflowRuns, keys.audit];
const weekMs = 7 * 24 * 60 * 60 * 1_000;

/** A moment as a field of the browser takes it, in its time zone. */
function localMinute(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Starts runs for past times of a schedule; says how many before it does. */
export function BackfillForm({
  trigger: { id, name, when },
  onDone,
}: {
  trigger: WorkflowTrigger;
  onDone: () => void;
}) {
  const [from, setFrom] = useState(() => localMinute(Date.now() - weekMs));
  const [to, setTo] = useState(() => localMinute(Date.now()));
  const typed = from === '' || to === '' ? null : { from, to };
  const span = useDebounced(typed === null ? '' : `${typed.from} ${typed.to}`);
  const [first = '', last = ''] = span.split(' ');
  const asked = { id, from: isoOf(first), to: isoOf(last) };
  const found = useQuery({ ...backfillQuery(asked), enabled: span !== '' });
  const start = useAct({ act: client.workflowTriggers.backfill, changes, failure: null, onDone });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    start.mutate(asked);
  };
  // the count of a span that is no longer the one in the fields starts nothing
  const isCurrent = typed !== null && span === `${typed.from} ${typed.to}`;
  const count = found.isError || !isCurrent ? 0 : (found.data?.count ?? 0);
  const zone = when.kind === 'schedule' ? when.timeZone : 'UTC';
  const error = start.error ?? found.error;
  return (
    <form
      onSubmit={submit}
      aria-label={messages.backfill(name)}
      className="flex flex-col gap-3 rounded-md border bg-surface-2 p-3"
    >
      <p className="text-12 text-fg-2">{messages.backfillHelp}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={messages.backfillFrom} required>
          <Input type="datetime-local" value={from} onChange={({ target }) => setFrom(target.value)} />
        </Field>
        <Field label={messages.backfillTo} required>
          <Input type="datetime-local" value={to} onChange={({ target }) => setTo(target.value)} />
        </Field>
      </div>
      {error ? (
        <p role="alert" className="text-bad-text">
          {describeError(error)}
        </p>
      ) : (
        <p role="status" className="text-12">
          {found.data && isCurrent
            ? messages.backfillCount(
                count,
                found.data.first === null ? '' : instantInZone(found.data.first, zone),
                found.data.last === null ? '' : instantInZone(found.data.last, zone),
              )
            : null}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={start.isPending} disabled={count === 0}>
          {messages.backfillStart(count)}
        </Button>
        <Button onClick={onDone}>{messages.cancel}</Button>
      </div>
    </form>
  );
}

function isoOf(local: string): string {
  const ms = Date.parse(local);
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString();
}

/** What of a schedule waits: past times to be made up for, and one for the end of the latest run. */
export function WaitingInstants({
  trigger: { id, when, queuedFor, backfillLeft },
  mayChange,
}: {
  trigger: WorkflowTrigger;
  mayChange: boolean;
}) {
  const stop = useAct({
    act: client.workflowTriggers.stopBackfill,
    changes,
    failure: messages.backfillStopFailure,
  });
  if (when.kind !== 'schedule') return null;
  return (
    <>
      {queuedFor === null ? null : (
        <p className="text-12 text-fg-2">{messages.queued(instantInZone(queuedFor, when.timeZone))}</p>
      )}
      {backfillLeft === 0 ? null : (
        <p role="status" className="flex flex-wrap items-center gap-2 text-12">
          {messages.backfillLeft(backfillLeft)}
          {mayChange ? (
            <Button size="sm" busy={stop.isPending} onClick={() => stop.mutate({ id })}>
              {messages.backfillStop}
            </Button>
          ) : null}
        </p>
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { client } from '../../../api/client.ts';
import { describeError, HttpError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { Loaded } from '../../../api/loaded.tsx';
import type { Recalculation, Run } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { ProblemList } from '../../../ui/states/problem-list.tsx';
import { messages } from '../messages.ts';
import { AcceptChange } from './accept-change.tsx';
import { type ChangeDraft, draftOf, draftOfKind, statedChange, type TypedDrafts } from './change-draft.ts';
import { ChangeFields, type PayeeField } from './change-fields.tsx';
import { PaidAgainTable } from './paid-again-table.tsx';

const kinds = [
  { value: 'deal', label: messages.try.kinds.deal },
  { value: 'quota', label: messages.try.kinds.quota },
  { value: 'exchange-rate', label: messages.try.kinds.rate },
  { value: 'assignment', label: messages.try.kinds.assignment },
] as const;

/** Previews one record change at a time; earlier previews are listed, and each can be applied to the records. */
export function TryChange({
  run,
  PayeeField,
  mayChange,
  onAccepted,
}: {
  run: Run;
  PayeeField: PayeeField;
  mayChange: boolean;
  /** Called with the next version after a change was applied. */
  onAccepted: (next: Run) => void;
}) {
  const key = [...keys.calculations, run.id, 'recalculations'];
  const tried = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.recalculations.list({ id: run.id, limit: 20 }, { signal }),
  });
  return (
    <>
      {mayChange ? <TryForm run={run} PayeeField={PayeeField} listKey={key} onAccepted={onAccepted} /> : null}
      <Loaded query={tried} failure={messages.try.failure}>
        {({ rows }) =>
          rows.length === 0 ? null : (
            <Card title={messages.try.before}>
              <ul className="flex flex-col gap-2">
                {rows.map((row) => (
                  <li key={row.id}>
                    <details>
                      <summary className="rounded-sm py-1">
                        <span className="font-medium">{row.change.name}</span>{' '}
                        <span className="figures">
                          {formatMoney(row.delta, { currency: row.currency, signed: true })}
                        </span>{' '}
                        <span className="text-12 text-fg-2">
                          {row.reason} · {row.createdBy}, {formatMoment(row.createdAt)}
                        </span>
                        {row.accepted ? (
                          <Badge className="ms-2" meaning="ok">
                            {messages.try.accepted}
                          </Badge>
                        ) : null}
                      </summary>
                      <PaidAgainTable
                        label={messages.try.changes(row.change.name)}
                        lines={row.lines}
                        currency={row.currency}
                      />
                      {mayChange || row.accepted ? (
                        <div className="mt-2">
                          <AcceptChange run={run} made={row} onAccepted={onAccepted} />
                        </div>
                      ) : null}
                    </details>
                  </li>
                ))}
              </ul>
            </Card>
          )
        }
      </Loaded>
    </>
  );
}

type TryFormProps = {
  run: Run;
  PayeeField: PayeeField;
  listKey: readonly unknown[];
  onAccepted: (next: Run) => void;
};

function TryForm({ run, PayeeField, listKey, onAccepted }: TryFormProps) {
  const [draft, setDraft] = useState<ChangeDraft>(draftOf('deal', run));
  const [typed, setTyped] = useState<TypedDrafts>({});
  const [reason, setReason] = useState('');
  const make = useAct({
    act: client.recalculations.make,
    changes: [listKey, keys.audit],
    failure: null,
  });
  const change = statedChange(draft);
  const missing =
    change === null
      ? messages.try.missingRecord
      : reason.trim().length < 3
        ? messages.try.missingReason
        : null;
  const put = (next: ChangeDraft) => {
    setDraft(next);
    make.reset();
  };
  return (
    <Card title={messages.try.title}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (change !== null && missing === null) make.mutate({ id: run.id, change, reason: reason.trim() });
        }}
      >
        <p className="text-fg-2">{messages.try.text}</p>
        <div>
          <SegmentedControl
            label={messages.try.kind}
            segments={kinds}
            value={draft.of}
            onValueChange={(of) => {
              setTyped({ ...typed, [draft.of]: draft });
              put(draftOfKind(of, { draft, typed, run }));
            }}
          />
        </div>
        <ChangeFields PayeeField={PayeeField} draft={draft} run={run} onChange={put} />
        <Field label={messages.try.reason} required hint={messages.try.reasonHint}>
          <Input value={reason} maxLength={2000} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" busy={make.isPending} disabled={missing !== null}>
            {messages.try.submit}
          </Button>
          {missing ? <span className="text-12 text-fg-2">{missing}</span> : null}
        </div>
        {make.isError ? (
          make.error instanceof HttpError && make.error.issues.length > 0 ? (
            <ProblemList problems={make.error.issues} title={describeError(make.error)} />
          ) : (
            <p role="alert" className="text-bad-text">
              {describeError(make.error)}
            </p>
          )
        ) : null}
        {make.data ? (
          <Made made={make.data}>
            <AcceptChange run={run} made={make.data} onAccepted={onAccepted} />
          </Made>
        ) : null}
      </form>
    </Card>
  );
}

function Made({ made, children }: { made: Recalculation; children: ReactNode }) {
  const { currency, payees, lines, change, delta, reachesLater } = made;
  return (
    <section aria-label={messages.try.result} className="flex flex-col gap-2">
      <p role="status">
        <span className="font-medium">{change.name}</span>{' '}
        {messages.try.summary(lines.length, payees.length, reachesLater)} {messages.try.total}{' '}
        <span className="figures font-medium">{formatMoney(delta, { currency, signed: true })}</span>
      </p>
      <PaidAgainTable label={messages.try.lines} lines={lines} currency={currency} />
      {children}
    </section>
  );
}

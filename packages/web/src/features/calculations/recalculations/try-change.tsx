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
import { counted } from '../../../base/format-number.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { ProblemList } from '../../../ui/states/problem-list.tsx';
import { AcceptChange } from './accept-change.tsx';
import { type ChangeDraft, draftOf, draftOfKind, statedChange, type TypedDrafts } from './change-draft.ts';
import { ChangeFields, type PayeeField } from './change-fields.tsx';
import { PaidAgainTable } from './paid-again-table.tsx';

const kinds = [
  { value: 'deal', label: 'Deal' },
  { value: 'quota', label: 'Quota' },
  { value: 'exchange-rate', label: 'Rate' },
  { value: 'assignment', label: 'Assignment' },
] as const;

/** One changed record at a time: what it would change is paid at once and kept beside the calculation; accepted, it is made in the records. */
export function TryChange({
  run,
  PayeeField,
  mayChange,
  onAccepted,
}: {
  run: Run;
  PayeeField: PayeeField;
  mayChange: boolean;
  /** A tried change was accepted, and this calculation takes it in. */
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
      <Loaded query={tried} failure="What was tried before could not be loaded">
        {({ rows }) =>
          rows.length === 0 ? null : (
            <Card title="Tried before">
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
                            accepted
                          </Badge>
                        ) : null}
                      </summary>
                      <PaidAgainTable
                        label={`What ${row.change.name} changes`}
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
      ? 'Fill in the record first: who, when, and figures in digits.'
      : reason.trim().length < 3
        ? 'Say why, in a few words.'
        : null;
  const put = (next: ChangeDraft) => {
    setDraft(next);
    make.reset();
  };
  return (
    <Card title="Try one changed record">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (change !== null && missing === null) make.mutate({ id: run.id, change, reason: reason.trim() });
        }}
      >
        <p className="text-fg-2">
          Whoever depends on it is paid again, everybody else is left alone. The records stay as they are
          until you accept the change.
        </p>
        <div>
          <SegmentedControl
            label="Kind of record"
            segments={kinds}
            value={draft.of}
            onValueChange={(of) => {
              setTyped({ ...typed, [draft.of]: draft });
              put(draftOfKind(of, { draft, typed, run }));
            }}
          />
        </div>
        <ChangeFields PayeeField={PayeeField} draft={draft} run={run} onChange={put} />
        <Field label="Why" required hint="Kept with the result; the audit log keeps its hash.">
          <Input value={reason} maxLength={2000} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" busy={make.isPending} disabled={missing !== null}>
            Show what it changes
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
    <section aria-label="What it changes" className="flex flex-col gap-2">
      <p role="status">
        <span className="font-medium">{change.name}</span> changes {counted(lines.length, 'line')} of{' '}
        {counted(payees.length, 'payee')}, by{' '}
        <span className="figures font-medium">{formatMoney(delta, { currency, signed: true })}</span> in all.
        {reachesLater ? ' Later periods build on this one and would change too.' : ''}
      </p>
      <PaidAgainTable label="Lines that change" lines={lines} currency={currency} />
      {children}
    </section>
  );
}

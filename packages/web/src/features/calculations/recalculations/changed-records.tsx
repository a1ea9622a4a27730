import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { Loaded } from '../../../api/loaded.tsx';
import type { Run } from '../../../api/shapes.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SkeletonText } from '../../../ui/states/skeleton.tsx';
import { messages } from '../messages.ts';
import { RecalculateAllButton } from '../recalculate-all.tsx';
import type { PayeeField } from './change-fields.tsx';
import { PayDifferenceReport } from './pay-difference.tsx';

const TryChange = lazy(async () => ({ default: (await import('./try-change.tsx')).TryChange }));

const lateQuery = (run: Run) =>
  queryOptions({
    // includes the reasons, because another late record changes the difference
    queryKey: [...keys.calculations, run.id, 'late', run.stale.map(({ message }) => message)],
    queryFn: ({ signal }) => client.recalculations.late({ id: run.id }, { signal }),
  });

export type ChangedRecordsProps = {
  run: Run;
  /** Recalculates with the late records; undefined if the user may not. */
  onAccept?: () => void;
  accepting: boolean;
  /** Called when this calculation and those it builds on are being recalculated. */
  onChain: () => void;
  /** Called with the next version after a tried change was applied. */
  onAccepted: (next: Run) => void;
  /** Picks the payee of a changed record. */
  PayeeField: PayeeField;
};

/** How changed records would change a calculation: late ones, and one that the user tries. */
export function ChangedRecords(props: ChangedRecordsProps) {
  const { run, onAccept, accepting, onChain, onAccepted, PayeeField } = props;
  return (
    <div className="flex flex-col gap-4">
      {run.stale.length > 0 ? (
        <LateRecords run={run} onAccept={onAccept} accepting={accepting} onChain={onChain} />
      ) : (
        <Card title={messages.late.none}>
          <p className="text-fg-2">{messages.late.noneText}</p>
        </Card>
      )}
      <Suspense fallback={<SkeletonText lines={5} />}>
        <TryChange
          run={run}
          PayeeField={PayeeField}
          mayChange={onAccept !== undefined}
          onAccepted={onAccepted}
        />
      </Suspense>
    </div>
  );
}

function LateRecords({
  run,
  onAccept,
  accepting,
  onChain,
}: Omit<ChangedRecordsProps, 'PayeeField' | 'onAccepted'>) {
  const late = useQuery(lateQuery(run));
  const first = late.data?.recalculatedFirst ?? [];
  return (
    <Card
      title={messages.late.title}
      actions={
        onAccept && late.data ? (
          first.length > 0 ? (
            <RecalculateAllButton
              upTo={run.id}
              label={messages.late.inOrder(first.length + 1)}
              onStarted={onChain}
            />
          ) : (
            <Button variant="primary" busy={accepting} onClick={onAccept}>
              {messages.late.recalculate}
            </Button>
          )
        ) : null
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-fg-2">{messages.late.preview(run.version)}</p>
        {first.length > 0 ? (
          <p className="text-fg-2">
            {messages.late.first(
              first
                .map(({ periodKey, delta }) =>
                  messages.late.firstOne(
                    periodKey,
                    delta === null
                      ? messages.late.impossible
                      : formatMoney(delta, { currency: run.currency, signed: true }),
                  ),
                )
                .join(', '),
            )}
          </p>
        ) : null}
        <Loaded query={late} failure={messages.late.failure}>
          {(difference) => <PayDifferenceReport difference={difference} label={messages.late.table} />}
        </Loaded>
      </div>
    </Card>
  );
}

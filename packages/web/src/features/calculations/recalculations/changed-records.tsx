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
import { RecalculateAllButton } from '../recalculate-all.tsx';
import type { PayeeField } from './change-fields.tsx';
import { PayDifferenceReport } from './pay-difference.tsx';

const TryChange = lazy(async () => ({ default: (await import('./try-change.tsx')).TryChange }));

const lateQuery = (run: Run) =>
  queryOptions({
    // with its reasons: another late record is another difference
    queryKey: [...keys.calculations, run.id, 'late', run.stale.map(({ message }) => message)],
    queryFn: ({ signal }) => client.recalculations.late({ id: run.id }, { signal }),
  });

export type ChangedRecordsProps = {
  run: Run;
  /** Takes the late records in: calculates again; left out where the user may not. */
  onAccept?: () => void;
  accepting: boolean;
  /** The calculations it builds on and it itself are being recalculated. */
  onChain: () => void;
  /** One tried change was accepted, and this calculation takes it in. */
  onAccepted: (next: Run) => void;
  /** Chooses whom a changed record is of. */
  PayeeField: PayeeField;
};

/** What changed records make of a calculation: those that came late, before they are accepted, and one at a time to try. */
export function ChangedRecords(props: ChangedRecordsProps) {
  const { run, onAccept, accepting, onChain, onAccepted, PayeeField } = props;
  return (
    <div className="flex flex-col gap-4">
      {run.stale.length > 0 ? (
        <LateRecords run={run} onAccept={onAccept} accepting={accepting} onChain={onChain} />
      ) : (
        <Card title="No record came late">
          <p className="text-fg-2">
            Deals, quotas, rates and assignments are as this calculation read them. What comes later is shown
            here before it is accepted.
          </p>
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
      title="Late records"
      actions={
        onAccept && late.data ? (
          first.length > 0 ? (
            <RecalculateAllButton
              upTo={run.id}
              label={`Recalculate ${first.length + 1} in order`}
              onStarted={onChain}
            />
          ) : (
            <Button variant="primary" busy={accepting} onClick={onAccept}>
              Recalculate
            </Button>
          )
        ) : null
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-fg-2">
          Preview: how new records would change pay. Recalculate to apply. Version {run.version} is kept.
        </p>
        {first.length > 0 ? (
          <p className="text-fg-2">
            Recalculated first, because this period builds on them:{' '}
            {first
              .map(
                ({ periodKey, delta }) =>
                  `${periodKey} (${delta === null ? 'cannot be calculated' : formatMoney(delta, { currency: run.currency, signed: true })})`,
              )
              .join(', ')}
            .
          </p>
        ) : null}
        <Loaded query={late} failure="The preview could not be computed">
          {(difference) => (
            <PayDifferenceReport difference={difference} label="What the late records change" />
          )}
        </Loaded>
      </div>
    </Card>
  );
}

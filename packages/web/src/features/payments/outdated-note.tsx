import type { PaymentRun } from '../../api/shapes.ts';

/** Which calculations were out of date when the payments were created, and why they were paid all the same. */
export function OutdatedNote({ run: { outdated } }: { run: PaymentRun }) {
  if (outdated === null) return null;
  return (
    <div role="note" className="rounded-lg border bg-warn-soft px-4 py-3 text-warn-text">
      <p className="font-semibold">These payments were created from out-of-date calculations.</p>
      <OutdatedList calculations={outdated.calculations} />
      <p className="mt-1">Reason: {outdated.reason}</p>
    </div>
  );
}

/** The calculations with what changed since. */
export function OutdatedList({
  calculations,
}: {
  calculations: NonNullable<PaymentRun['outdated']>['calculations'];
}) {
  return (
    <ul className="list-disc ps-5">
      {calculations.map(({ calculationId, planName, periodKey, version, changes }) => (
        <li key={calculationId}>
          {planName}, {periodKey}, version {version}: {changes.join(' ')}
        </li>
      ))}
    </ul>
  );
}

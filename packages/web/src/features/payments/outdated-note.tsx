import type { PaymentRun } from '../../api/shapes.ts';
import { messages } from './messages.ts';

/** The calculations that were outdated when the payments were created, and the reason given for using them. */
export function OutdatedNote({ run: { outdated } }: { run: PaymentRun }) {
  if (outdated === null) return null;
  return (
    <div role="note" className="rounded-lg border bg-warn-soft px-4 py-3 text-warn-text">
      <p className="font-semibold">{messages.outdated.title}</p>
      <OutdatedList calculations={outdated.calculations} />
      <p className="mt-1">{messages.outdated.reason(outdated.reason)}</p>
    </div>
  );
}

/** Calculations and the changes since. */
export function OutdatedList({
  calculations,
}: {
  calculations: NonNullable<PaymentRun['outdated']>['calculations'];
}) {
  return (
    <ul className="list-disc ps-5">
      {calculations.map((one) => (
        <li key={one.calculationId}>{messages.outdated.calculation(one)}</li>
      ))}
    </ul>
  );
}

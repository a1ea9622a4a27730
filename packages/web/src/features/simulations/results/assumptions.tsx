import { counted } from '../../../base/format-number.ts';

export type AssumptionsProps = { outcomes: { unpaid: number; assumptions: readonly string[] } };

/** What a result leaves out and takes for granted; nothing where it does neither. */
export function Assumptions({ outcomes: { unpaid, assumptions } }: AssumptionsProps) {
  return (
    <>
      {unpaid > 0 ? (
        <p className="rounded-lg border border-warn/50 bg-warn-soft px-4 py-2 text-warn-text">
          {counted(unpaid, 'payee')} could not be paid by one of the plans and are in no total. The table
          below says why.
        </p>
      ) : null}
      {assumptions.length > 0 ? (
        <details className="rounded-lg border bg-surface px-4 py-2">
          <summary className="w-fit rounded-sm text-12 font-medium">
            What was taken for granted ({assumptions.length})
          </summary>
          <ul className="mt-1 list-disc ps-5 text-fg-2">
            {assumptions.map((say) => (
              <li key={say}>{say}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

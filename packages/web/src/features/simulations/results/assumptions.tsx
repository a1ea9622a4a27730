import type { ReplaySummary } from '../../../api/shapes.ts';
import { messages } from '../messages.ts';

export type AssumptionsProps = {
  outcomes: Pick<ReplaySummary, 'payees' | 'unpaid' | 'unpaidReasons' | 'assumptions'>;
};

/** Excluded payees with reasons, and assumptions of a result. */
export function Assumptions({ outcomes }: AssumptionsProps) {
  const { payees, unpaid, unpaidReasons, assumptions } = outcomes;
  return (
    <>
      {unpaid > 0 ? (
        <details className="rounded-lg border border-warn/50 bg-warn-soft px-4 py-2 text-warn-text">
          <summary className="w-fit rounded-sm">
            {messages.assumptions.excluded(unpaid, payees + unpaid)}{' '}
            <span className="underline">{messages.assumptions.reasons}</span>
          </summary>
          <ul className="mt-1 list-disc ps-5">
            {unpaidReasons.map(({ plan, example, payees: count }) => (
              <li key={`${plan} ${example}`}>
                {messages.assumptions.reason(count, messages.assumptions[plan], example)}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {assumptions.length > 0 ? (
        <details className="rounded-lg border bg-surface px-4 py-2">
          <summary className="w-fit rounded-sm text-12 font-medium">
            {messages.assumptions.title(assumptions.length)}
          </summary>
          <ul className="mt-1 list-disc ps-5 text-fg-2">
            {assumptions.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

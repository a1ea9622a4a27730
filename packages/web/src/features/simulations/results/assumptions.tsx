import type { ReplaySummary } from '../../../api/shapes.ts';
import { counted, formatCount } from '../../../base/format-number.ts';

export type AssumptionsProps = {
  outcomes: Pick<ReplaySummary, 'payees' | 'unpaid' | 'unpaidReasons' | 'assumptions'>;
};

const sides = { baseline: 'the plan it is compared with', draft: 'this plan' } as const;

/** Who a result excludes and why, and what it assumes; nothing where it does neither. */
export function Assumptions({ outcomes }: AssumptionsProps) {
  const { payees, unpaid, unpaidReasons, assumptions } = outcomes;
  return (
    <>
      {unpaid > 0 ? (
        <details className="rounded-lg border border-warn/50 bg-warn-soft px-4 py-2 text-warn-text">
          <summary className="w-fit rounded-sm">
            {formatCount(unpaid)} of {counted(payees + unpaid, 'payee')} excluded: one of the plans can’t pay
            them. <span className="underline">View reasons</span>
          </summary>
          <ul className="mt-1 list-disc ps-5">
            {unpaidReasons.map(({ plan, example, payees: count }) => (
              <li key={`${plan} ${example}`}>
                {counted(count, 'payee')} by {sides[plan]}. For example: {example}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {assumptions.length > 0 ? (
        <details className="rounded-lg border bg-surface px-4 py-2">
          <summary className="w-fit rounded-sm text-12 font-medium">
            Assumptions ({assumptions.length})
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

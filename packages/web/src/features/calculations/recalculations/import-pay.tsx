import { Link } from '@tanstack/react-router';
import type { ImportDetail } from '../../../api/shapes.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { PayDifferenceReport } from './pay-difference.tsx';

type Pay = NonNullable<NonNullable<ImportDetail['summary']>['pay']>;

/** What storing a file would change in pay, calculation by calculation, before anybody stores it. */
export function ImportPay({ pay }: { pay: Pay }) {
  const same = pay.runs.filter((run) => run.difference?.lineCount === 0);
  const others = pay.runs.filter((run) => !same.includes(run));
  return (
    <Card title="What it changes in pay">
      <div className="flex flex-col gap-3">
        {pay.note ? <p className="text-fg-2">{pay.note}</p> : null}
        {same.length > 0 ? (
          <p className="text-fg-2">
            Nothing is paid otherwise in {same.map((run) => `${run.planName}, ${run.periodKey}`).join('; ')}.
          </p>
        ) : null}
        {others.map((run, at) => (
          <details key={run.runId} open={at === 0}>
            <summary className="rounded-sm py-1">
              <span className="font-medium">
                {run.planName}, {run.periodKey}, version {run.version}
              </span>{' '}
              <span className="figures">
                {run.difference === null
                  ? 'cannot be paid'
                  : formatMoney(run.difference.delta, { currency: run.difference.currency, signed: true })}
              </span>
            </summary>
            <div className="flex flex-col gap-3 py-2">
              {run.rejected === null ? null : <p className="text-bad-text">{run.rejected}</p>}
              {run.difference === null ? null : (
                <PayDifferenceReport
                  difference={run.difference}
                  label={`What it changes in ${run.planName}, ${run.periodKey}`}
                />
              )}
              <p>
                <Link className="text-primary-text underline" {...paths.run(run.runId)}>
                  Open the calculation
                </Link>
              </p>
            </div>
          </details>
        ))}
      </div>
    </Card>
  );
}

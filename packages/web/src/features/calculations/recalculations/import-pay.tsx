import { Link } from '@tanstack/react-router';
import type { ImportDetail } from '../../../api/shapes.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { messages } from '../messages.ts';
import { PayDifferenceReport } from './pay-difference.tsx';

type Pay = NonNullable<NonNullable<ImportDetail['summary']>['pay']>;

/** How storing an import would change pay, by calculation. */
export function ImportPay({ pay }: { pay: Pay }) {
  const same = pay.runs.filter((run) => run.difference?.lineCount === 0);
  const others = pay.runs.filter((run) => !same.includes(run));
  return (
    <Card title={messages.importPay.title}>
      <div className="flex flex-col gap-3">
        {pay.note ? <p className="text-fg-2">{pay.note}</p> : null}
        {same.length > 0 ? (
          <p className="text-fg-2">
            {messages.importPay.same(
              same.map((run) => messages.importPay.run(run.planName, run.periodKey)).join('; '),
            )}
          </p>
        ) : null}
        {others.map((run, at) => (
          <details key={run.runId} open={at === 0}>
            <summary className="rounded-sm py-1">
              <span className="font-medium">
                {messages.importPay.version(run.planName, run.periodKey, run.version)}
              </span>{' '}
              <span className="figures">
                {run.difference === null
                  ? messages.importPay.impossible
                  : formatMoney(run.difference.delta, { currency: run.difference.currency, signed: true })}
              </span>
            </summary>
            <div className="flex flex-col gap-3 py-2">
              {run.rejected === null ? null : <p className="text-bad-text">{run.rejected}</p>}
              {run.difference === null ? null : (
                <PayDifferenceReport
                  difference={run.difference}
                  label={messages.importPay.table(run.planName, run.periodKey)}
                />
              )}
              <p>
                <Link className="text-primary-text underline" {...paths.run(run.runId)}>
                  {messages.importPay.open}
                </Link>
              </p>
            </div>
          </details>
        ))}
      </div>
    </Card>
  );
}

import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import { isBeingMade } from '../../api/requests/payment-queries.ts';
import type { PaymentRun } from '../../api/shapes.ts';
import { WorkProgress } from '../../api/work-progress.tsx';
import { formatMoment } from '../../base/format-date.ts';

import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { messages } from './messages.ts';
import { OutdatedNote } from './outdated-note.tsx';
import { PaymentStatus } from './payment-status.tsx';
import { reportingText, totalText } from './payment-totals.ts';

/** Totals and approvals of a payment run, and the problems that block it. */
export function PaymentFacts({ run }: { run: PaymentRun }) {
  if (isBeingMade(run)) return <PaymentProgress run={run} />;

  const when = (one: PaymentRun['made']) => (one ? formatMoment(one.at) : messages.facts.notYet);
  return (
    <div className="flex flex-col gap-4">
      <FigureRow>
        {run.totals === null ? null : (
          <FigureTile
            label={run.paidAt === null ? messages.facts.due : messages.facts.paid}
            figure={totalText(run)}
            sub={[messages.facts.payments(run.paymentCount), reportingText(run)].filter(Boolean).join(' · ')}
          />
        )}
        <FigureTile
          label={messages.facts.status}
          figure={<PaymentStatus run={run} />}
          sub={
            run.made
              ? messages.facts.createdBy(run.made.by ?? 'Attain', formatMoment(run.made.at))
              : undefined
          }
        />
        <FigureTile
          label={messages.facts.approved}
          figure={run.approved?.by ?? '—'}
          sub={when(run.approved)}
        />
        <FigureTile
          label={messages.facts.posted}
          figure={run.posted?.by ?? '—'}
          sub={run.paidAt ? messages.facts.paidAt(formatMoment(run.paidAt)) : when(run.posted)}
        />
      </FigureRow>
      <Reporting run={run} />
      {run.error ? (
        <p role="alert" className="text-bad-text">
          {run.error}
        </p>
      ) : null}
      <ProblemList problems={run.problems} />
      {run.status === 'calculated' && run.barred.approve !== null ? (
        <p className="text-fg-2">{run.barred.approve}</p>
      ) : null}
      <OutdatedNote run={run} />
      {run.stale.length > 0 ? (
        <div role="note" className="rounded-lg border bg-warn-soft px-4 py-3 text-warn-text">
          <p className="font-semibold">{messages.facts.outdated}</p>
          <ul className="list-disc ps-5">
            {run.stale.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

/** Exchange rates behind the common total, and the missing ones. */
function Reporting({ run: { reporting } }: { run: PaymentRun }) {
  if (reporting === null) return null;
  const { converted, missing, currency } = reporting;
  if (converted.length + missing.length === 0) return null;
  return (
    <ul aria-label={messages.facts.together(currency)} className="text-fg-2">
      {converted.map(({ message }) => (
        <li key={message}>{message}.</li>
      ))}
      {missing.map((message) => (
        <li key={message} className="text-warn-text">
          {message}
        </li>
      ))}
    </ul>
  );
}

/** Progress of a payment run, with a button that stops it. */
export function PaymentProgress({ run: { id, period, progress } }: { run: PaymentRun }) {
  return (
    <WorkProgress
      {...{ id, progress, label: messages.facts.progress(period.key) }}
      detail={progress.total ? undefined : messages.facts.reading}
      cancel={client.payments.cancel}
      may={useMay('make:payments')}
      changes={[keys.payments, keys.audit]}
      failure={messages.facts.cancelFailure}
    />
  );
}

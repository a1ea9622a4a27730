import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import { isBeingMade } from '../../api/requests/payment-queries.ts';
import type { PaymentRun } from '../../api/shapes.ts';
import { WorkProgress } from '../../api/work-progress.tsx';
import { formatMoment } from '../../base/format-date.ts';
import { counted } from '../../base/format-number.ts';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { OutdatedNote } from './outdated-note.tsx';
import { PaymentStatus } from './payment-status.tsx';
import { reportingText, totalText } from './payment-totals.ts';

/** What a payment run comes to, who has agreed to it, and what stands in its way. */
export function PaymentFacts({ run }: { run: PaymentRun }) {
  if (isBeingMade(run)) return <PaymentProgress run={run} />;
  const stage = (one: PaymentRun['made']) =>
    one ? `${one.by ?? 'Attain'}, ${formatMoment(one.at)}` : 'not yet';
  // who it was stands above it
  const when = (one: PaymentRun['made']) => (one ? formatMoment(one.at) : 'not yet');
  return (
    <div className="flex flex-col gap-4">
      <FigureRow>
        {run.totals === null ? null : (
          <FigureTile
            label={run.paidAt === null ? 'To pay' : 'Paid'}
            figure={totalText(run)}
            sub={[counted(run.paymentCount, 'payment'), reportingText(run)].filter(Boolean).join(' · ')}
          />
        )}
        <FigureTile label="Status" figure={<PaymentStatus run={run} />} sub={`Made by ${stage(run.made)}`} />
        <FigureTile label="Approved" figure={run.approved?.by ?? '—'} sub={when(run.approved)} />
        <FigureTile
          label="Posted"
          figure={run.posted?.by ?? '—'}
          sub={run.paidAt ? `Paid ${formatMoment(run.paidAt)}` : when(run.posted)}
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
          <p className="font-semibold">
            These payments are out of date. Make them again before they are approved.
          </p>
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

/** By which rates the payments come to one total, or which rate is missing. */
function Reporting({ run: { reporting } }: { run: PaymentRun }) {
  if (reporting === null) return null;
  const { converted, missing, currency } = reporting;
  if (converted.length + missing.length === 0) return null;
  return (
    <ul aria-label={`Together in ${currency}`} className="text-fg-2">
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

/** How far payments are, and a way to stop them. */
export function PaymentProgress({ run: { id, period, progress } }: { run: PaymentRun }) {
  return (
    <WorkProgress
      {...{ id, progress, label: `Payments of ${period.key}` }}
      detail={progress.total ? undefined : 'Reading what was earned'}
      cancel={client.payments.cancel}
      may={useMay('make:payments')}
      changes={[keys.payments, keys.audit]}
      failure="The payments could not be stopped"
    />
  );
}

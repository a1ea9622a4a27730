import { ledgerSums } from '@attain/domain/payments/ledger-words';
import { useQuery } from '@tanstack/react-query';
import { Failed } from '../../api/loaded.tsx';
import { statementPaymentsQuery } from '../../api/requests/payment-queries.ts';
import { formatMoney } from '../../base/format-money.ts';
import { LedgerList } from './ledger-list.tsx';
import { PaymentStatus } from './payment-status.tsx';

/** Beneath a statement: how it was paid, with what is held, drawn and carried; nothing while no payment took it in. */
export function StatementPayments({ runId, participantId }: { runId: string; participantId: string }) {
  const payments = useQuery(statementPaymentsQuery(runId, participantId));
  if (payments.isError) return <Failed query={payments} failure="How it was paid could not be loaded" />;
  if (!payments.data || payments.data.length === 0) return null;
  return (
    <section
      id="how-it-was-paid"
      aria-label="How it was paid"
      className="rounded-lg border bg-surface px-5 py-4 shadow-card"
    >
      <h2 className="text-14 font-semibold">How it was paid</h2>
      {payments.data.map((payment) => (
        <div key={`${payment.runId} ${payment.currency}`} className="mt-3">
          <p className="flex flex-wrap items-center gap-2 text-fg-2">
            Payments of {payment.run.period.key} <PaymentStatus run={payment.run} />
          </p>
          <LedgerList payment={payment} />
        </div>
      ))}
    </section>
  );
}

/** At the head of a statement: what the newest payment that took it in pays, and what came between; nothing while none did. */
export function PaidNote({ runId, participantId }: { runId: string; participantId: string }) {
  const [payment] = useQuery(statementPaymentsQuery(runId, participantId)).data ?? [];
  if (!payment) return null;
  const { run, paid, currency } = payment;
  const between = ledgerSums(payment.ledger).filter(({ kind }) => kind !== 'earned');
  return (
    <p className="mt-1 text-12 text-fg-2">
      <span className="font-medium text-fg">
        {formatMoney(paid.amount, { currency: paid.currency })} {run.paidAt === null ? 'to be paid' : 'paid'}
      </span>{' '}
      with the payments of {run.period.key}
      {between.map(({ kind, label, amount }) => (
        <span key={kind}>
          {' · '}
          <span className="whitespace-nowrap">
            {label} <span className="figures">{formatMoney(amount, { currency })}</span>
          </span>
        </span>
      ))}
    </p>
  );
}

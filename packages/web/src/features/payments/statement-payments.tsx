import { ledgerSums } from '@attain/domain/payments/ledger-words';
import { useQuery } from '@tanstack/react-query';
import { Failed } from '../../api/loaded.tsx';
import { statementPaymentsQuery } from '../../api/requests/payment-queries.ts';
import { formatMoney } from '../../base/format-money.ts';
import { LedgerList } from './ledger-list.tsx';
import { messages } from './messages.ts';
import { PaymentStatus } from './payment-status.tsx';

/** Payments of a statement with their ledgers; nothing until it is in a payment run. */
export function StatementPayments({ runId, participantId }: { runId: string; participantId: string }) {
  const payments = useQuery(statementPaymentsQuery(runId, participantId));
  if (payments.isError) return <Failed query={payments} failure={messages.statement.failure} />;
  if (!payments.data || payments.data.length === 0) return null;
  return (
    <section
      id="how-it-was-paid"
      aria-label={messages.statement.title}
      className="rounded-lg border bg-surface px-5 py-4 shadow-card"
    >
      <h2 className="text-14 font-semibold">{messages.statement.title}</h2>
      {payments.data.map((payment) => (
        <div key={`${payment.runId} ${payment.currency}`} className="mt-3">
          <p className="flex flex-wrap items-center gap-2 text-fg-2">
            {messages.statement.paymentsOf(payment.run.period.key)} <PaymentStatus run={payment.run} />
          </p>
          <LedgerList payment={payment} />
        </div>
      ))}
    </section>
  );
}

/** One line above a statement: its newest payment and the adjustments in it; nothing until it is in a payment run. */
export function PaidNote({ runId, participantId }: { runId: string; participantId: string }) {
  const [payment] = useQuery(statementPaymentsQuery(runId, participantId)).data ?? [];
  if (!payment) return null;
  const { run, paid, currency } = payment;
  const between = ledgerSums(payment.ledger).filter(({ kind }) => kind !== 'earned');
  return (
    <p className="mt-1 text-12 text-fg-2">
      <span className="font-medium text-fg">
        {messages.statement.paidWith(
          formatMoney(paid.amount, { currency: paid.currency }),
          run.paidAt !== null,
        )}
      </span>{' '}
      {messages.statement.within(run.period.key)}
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

import { ledgerWords, openBalances } from '@attain/domain/payments/ledger-words';
import { Link } from '@tanstack/react-router';
import { formatSentence } from '../../api/format-sentence.ts';
import type { PaymentDetail } from '../../api/shapes.ts';
import { isDecimal, isNegative } from '../../base/decimal.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { DealsOnReceipt } from './deals-on-receipt.tsx';
import { messages } from './messages.ts';

/** A payment's ledger, line by line, then the amount paid and the open balances. */
export function LedgerList({ payment }: { payment: PaymentDetail }) {
  const { currency, ledger, paid, closing } = payment;
  const money = (amount: string) => formatMoney(amount, { currency });
  const open = openBalances(closing);
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label={messages.ledger.label} className="flex flex-col">
        {ledger.map((line) => (
          <li key={line.seq} className="border-b py-2.5">
            <div className="flex items-baseline justify-between gap-4">
              <span className="text-pretty">{formatSentence(line.message, currency)}</span>
              <span className={`figures font-medium ${isNegative(line.amount) ? 'text-bad-text' : ''}`}>
                {money(line.amount)}
              </span>
            </div>
            <p className="text-12 break-words text-fg-3 tabular-nums">
              <span>{ledgerWords[line.kind]}</span>
              {isDecimal(line.formula.replaceAll(',', '')) ? null : <> · {line.formula}</>}
              <Source of={line.references} />
            </p>
          </li>
        ))}
      </ol>
      <div className="flex items-baseline justify-between gap-4 text-14 font-semibold">
        <span>{payment.run.paidAt === null ? messages.ledger.due : messages.ledger.paid}</span>
        <span className="figures">{formatMoney(paid.amount, { currency: paid.currency })}</span>
      </div>
      {paid.exchange ? (
        <p className="text-12 text-fg-2 tabular-nums">{formatSentence(paid.message, currency)}</p>
      ) : null}
      {open.length > 0 ? (
        <dl className="rounded-lg border bg-sunken px-3 py-2">
          {open.map(({ label, amount }) => (
            <div key={label} className="flex items-baseline justify-between gap-4 py-0.5">
              <dt className="text-fg-2">{label}</dt>
              <dd className="figures">{money(amount)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <DealsOnReceipt payment={payment} />
    </div>
  );
}

/** The limit that changed the payment, or the payment run that a balance was carried from. */
function Source({ of }: { of: PaymentDetail['ledger'][number]['references'] }) {
  if (of.limitFrom) return <> · {messages.ledger.limitFrom(formatDay(of.limitFrom))}</>;
  if (!of.paymentRunId) return null;
  return (
    <>
      {' · '}
      <Link className="underline" {...paths.payments(of.paymentRunId)}>
        {messages.ledger.paymentsOf(of.periodKey ?? '')}
      </Link>
    </>
  );
}

import { ledgerWords, openBalances } from '@attain/domain/payments/ledger-words';
import { Link } from '@tanstack/react-router';
import type { PaymentDetail } from '../../api/shapes.ts';
import { isDecimal, isNegative } from '../../base/decimal.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatSentence } from '../../base/format-sentence.ts';
import { paths } from '../../paths.ts';

/** A payment as a rep reads it: event by event with its sentence, then what is paid, then what stays open. */
export function LedgerList({ payment }: { payment: PaymentDetail }) {
  const { currency, ledger, paid, closing } = payment;
  const money = (amount: string) => formatMoney(amount, { currency });
  const open = openBalances(closing);
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label="Ledger" className="flex flex-col">
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
              {isDecimal(line.formula.replaceAll(',', '')) ? null : <> · {line.formula}</>} ·{' '}
              <span className="font-mono text-11">{line.rule}</span>
              <Source of={line.references} />
            </p>
          </li>
        ))}
      </ol>
      <div className="flex items-baseline justify-between gap-4 text-14 font-semibold">
        <span>{payment.run.paidAt === null ? 'To be paid' : 'Paid'}</span>
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
    </div>
  );
}

/** Which limit raised or lowered the payment, or which payments carried over what is owed. */
function Source({ of }: { of: PaymentDetail['ledger'][number]['references'] }) {
  if (of.limitFrom) return <> · limit from {formatDay(of.limitFrom)}</>;
  if (!of.paymentRunId) return null;
  return (
    <>
      {' · '}
      <Link className="underline" {...paths.payments(of.paymentRunId)}>
        Payments of {of.periodKey}
      </Link>
    </>
  );
}

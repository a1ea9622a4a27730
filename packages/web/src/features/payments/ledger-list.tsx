import { ledgerWords, openBalances } from '@attain/domain/payments/ledger-words';
import { Link } from '@tanstack/react-router';
import { formatSentence } from '../../api/format-sentence.ts';
import type { PaymentDetail } from '../../api/shapes.ts';
import { isDecimal, isNegative } from '../../base/decimal.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { DealsOnReceipt } from './deals-on-receipt.tsx';
import { type LedgerStep, ledgerSteps } from './ledger-steps.ts';
import { messages } from './messages.ts';

type Line = PaymentDetail['ledger'][number];

/** A payment's ledger, line by line, then the amount paid and the open balances. */
export function LedgerList({ payment }: { payment: PaymentDetail }) {
  const { currency, ledger, paid, closing } = payment;
  const money = (amount: string) => formatMoney(amount, { currency });
  const open = openBalances(closing);
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label={messages.ledger.label} className="flex flex-col">
        {ledgerSteps(ledger).map((step) => (
          <li key={step.lines[0]?.seq} className="border-b py-2.5">
            {'kind' in step ? (
              <FoldedLines step={step} currency={currency} />
            ) : (
              <LedgerLine line={step.lines[0]} currency={currency} />
            )}
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

/** Lines of many deals as one, with their sum; each can be shown. */
function FoldedLines({
  step: { lines, kind, amount, deals },
  currency,
}: {
  step: Extract<LedgerStep, { kind: string }>;
  currency: string;
}) {
  return (
    <>
      <div className="flex items-baseline justify-between gap-4">
        <span className="text-pretty">{messages.ledger.deals(kind, deals)}</span>
        <Amount of={amount} currency={currency} />
      </div>
      <details className="group">
        <summary className="w-fit cursor-pointer text-12 text-primary-text underline">
          <span className="group-open:hidden">{messages.ledger.showDeals}</span>
          <span className="hidden group-open:inline">{messages.ledger.hideDeals}</span>
        </summary>
        <ol className="mt-1 flex flex-col border-l pl-3">
          {lines.map((line) => (
            <li key={line.seq} className="py-1.5">
              <LedgerLine line={line} currency={currency} />
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

function LedgerLine({ line, currency }: { line: Line; currency: string }) {
  return (
    <>
      <div className="flex items-baseline justify-between gap-4">
        <span className="text-pretty">{formatSentence(line.message, currency)}</span>
        <Amount of={line.amount} currency={currency} />
      </div>
      <p className="text-12 break-words text-fg-3 tabular-nums">
        <span>{ledgerWords[line.kind]}</span>
        {isDecimal(line.formula.replaceAll(',', '')) ? null : <> · {line.formula}</>}
        <Source of={line.references} />
      </p>
    </>
  );
}

function Amount({ of, currency }: { of: string; currency: string }) {
  return (
    <span className={`figures font-medium ${isNegative(of) ? 'text-bad-text' : ''}`}>
      {formatMoney(of, { currency })}
    </span>
  );
}

/** The limit that changed the payment, or the payment run that a balance was carried from. */
function Source({ of }: { of: Line['references'] }) {
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

import type { PaymentPreview } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { messages } from './messages.ts';
import { totalText } from './payment-totals.ts';

/** What a payment run would pay from each calculation, with the total by currency, or why there can be none. */
export function PaymentPreviewTable({ preview }: { preview: PaymentPreview }) {
  const { sources, blocked, replaces, hasAdjustments } = preview;
  if (blocked !== null)
    return (
      <p role="alert" className="rounded-lg border bg-bad-soft px-4 py-3 text-bad-text">
        {blocked}
      </p>
    );
  if (sources.length === 0)
    return (
      <p className="text-fg-2">
        {hasAdjustments ? messages.preview.onlyAdjustments : messages.preview.nothing}
      </p>
    );
  return (
    <div>
      <table className="w-full" aria-label={messages.preview.label}>
        <thead className="text-12 text-fg-2">
          <tr>
            <th className="py-1 text-start font-medium">{messages.preview.plan}</th>
            <th className="py-1 text-end font-medium">{messages.preview.payees}</th>
            <th className="py-1 text-end font-medium">{messages.preview.pays}</th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <tr key={source.calculationId} className="border-t">
              <td className="py-1.5 pe-2">
                {source.planName}
                <span className="block text-12 text-fg-2">{messages.preview.calculation(source)}</span>
              </td>
              <td className="figures py-1.5 text-end align-top">{source.payees}</td>
              <td className="figures py-1.5 text-end align-top">
                {formatMoney(source.amount, { currency: source.currency })}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t font-semibold">
            <td className="py-1.5" colSpan={2}>
              {messages.preview.total}
            </td>
            <td className="figures py-1.5 text-end whitespace-normal!">{totalText(preview)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="text-12 text-fg-2">{messages.preview.before}</p>
      {replaces === null ? null : <p className="mt-1 text-12 text-warn-text">{messages.preview.replaces}</p>}
    </div>
  );
}

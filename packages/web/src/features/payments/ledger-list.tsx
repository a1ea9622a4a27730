import type { LedgerLine, PaymentDetail } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';

const words: Record<LedgerLine['kind'], string> = {
  earned: 'Earned',
  held: 'Held back',
  released: 'Released',
  'draw-guaranteed': 'Guarantee',
  'draw-advanced': 'Draw advanced',
  'draw-recovered': 'Draw recovered',
  clawback: 'Taken back',
  minimum: 'Minimum',
  maximum: 'Maximum',
  'prior-period': 'Closed period recalculated',
  'carried-in': 'Carried from before',
  'carried-out': 'Carried to the next payment',
};

/** A payment as a rep reads it: event by event with its sentence, then what is paid, then what stays open. */
export function LedgerList({ payment }: { payment: PaymentDetail }) {
  const { currency, ledger, paid, closing } = payment;
  const money = (amount: string) => formatMoney(amount, { currency });
  const open = [
    ['Held, not released yet', closing.held],
    ['Draw still to be recovered', closing.draw],
    ['Owed, carried to the next payment', closing.carried],
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label="Ledger" className="flex flex-col">
        {ledger.map((line) => (
          <li key={line.seq} className="border-b py-2.5">
            <div className="flex items-baseline justify-between gap-4">
              <span className="font-medium">{words[line.kind]}</span>
              <span className="figures font-medium">{money(line.amount)}</span>
            </div>
            <p className="text-fg-2">{line.say}</p>
            <p className="figures text-12 text-fg-3">
              {line.formula} <span className="font-mono">{line.rule}</span>
            </p>
          </li>
        ))}
      </ol>
      <div className="flex items-baseline justify-between gap-4 text-14 font-semibold">
        <span>Paid</span>
        <span className="figures">{formatMoney(paid.amount, { currency: paid.currency })}</span>
      </div>
      {paid.exchange ? <p className="figures text-12 text-fg-2">{paid.say}</p> : null}
      {open.some(([, amount]) => Number(amount) !== 0) ? (
        <dl className="rounded-lg border bg-sunken px-3 py-2">
          {open
            .filter(([, amount]) => Number(amount) !== 0)
            .map(([label, amount]) => (
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

import type { LiveDesign } from '../../../api/shapes.ts';
import { isNegative } from '../../../base/decimal.ts';
import { formatMoney, formatMoneyShort } from '../../../base/format-money.ts';
import { formatDecimal } from '../../../base/format-number.ts';
import { Histogram } from '../../../ui/charts/histogram.tsx';
import { FigureRow, FigureTile } from '../../../ui/figure-tile.tsx';
import { Assumptions } from '../results/assumptions.tsx';
import { messages } from './messages.ts';

type Outcome = NonNullable<LiveDesign['outcome']>;
type Changed = NonNullable<Outcome['largest']>['winners'][number];

export type LiveOutcomeProps = { outcome: Outcome; currency: string };

/** Cost of both plans, who earns more and less, and what is not in the figures. */
export function LiveOutcome({ outcome, currency }: LiveOutcomeProps) {
  const { baseline, draft, change, winners, losers, same } = outcome;
  const money = (amount: string | null) => (amount === null ? '—' : formatMoney(amount, { currency }));
  return (
    <div className="flex flex-col gap-3">
      <FigureRow>
        <FigureTile label={messages.baseline} figure={money(baseline)} />
        <FigureTile label={messages.draft} figure={money(draft)} />
        <FigureTile
          label={messages.change}
          figure={change === null ? '—' : formatMoney(change, { currency, signed: true })}
          sub={changeWords(outcome)}
        />
        <FigureTile label={messages.who} figure={messages.win(winners)} sub={messages.lose(losers, same)} />
      </FigureRow>
      {outcome.withheld === undefined ? null : <p className="text-fg-2">{outcome.withheld}</p>}
      <LeftOut leftOut={outcome.leftOut} />
      <Assumptions outcomes={outcome} />
      {winners + losers === 0 ? (
        <p className="text-fg-2">{messages.nobody}</p>
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 @3xl:grid-cols-2">
          <Changes outcome={outcome} currency={currency} />
          {outcome.largest === null ? null : (
            <div className="grid min-w-0 grid-cols-1 gap-4 @md:grid-cols-2">
              <Largest title={messages.winners} rows={outcome.largest.winners} currency={currency} />
              <Largest title={messages.losers} rows={outcome.largest.losers} currency={currency} />
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function changeWords({ change, changePercent }: Outcome): string | undefined {
  if (change === null) return undefined;
  if (changePercent === null) return messages.noBaseline;
  const plus = !isNegative(change) && Number(changePercent) !== 0 ? '+' : '';
  return messages.ofCost(`${plus}${formatDecimal(changePercent)}`);
}

function Changes({ outcome: { changes, winners, losers }, currency }: LiveOutcomeProps) {
  const money = (amount: string) => formatMoney(amount, { currency });
  const shown = changes.reduce((all, { payees }) => all + payees, 0);
  return (
    <div className="min-w-0">
      {shown === 0 ? null : (
        <Histogram
          label={messages.chart}
          counted={messages.axis(currency)}
          nameY={messages.payees}
          series={[messages.payees]}
          bins={changes.map(({ from, to, payees }) => ({
            from: Number(from),
            to: Number(to),
            text: messages.bin(money(from), money(to)),
            counts: [payees],
          }))}
          formatX={(x) => formatMoneyShort(x, currency)}
          guides={[{ x: 0, label: messages.noChange }]}
          height={200}
        />
      )}
      {shown < winners + losers ? <p className="text-12 text-fg-3">{messages.grouped}</p> : null}
    </div>
  );
}

function Largest({ title, rows, currency }: { title: string; rows: readonly Changed[]; currency: string }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-12 font-medium">{title}</h3>
      {rows.length === 0 ? (
        <p className="text-12 text-fg-3">{messages.none}</p>
      ) : (
        <ul className="flex flex-col">
          {rows.map((row) => (
            <li
              key={row.participantId}
              className="flex items-baseline justify-between gap-3 border-t py-1 text-12 first:border-t-0"
            >
              <span className="min-w-0 truncate">{row.participantName}</span>
              <span className="figures shrink-0">{formatMoney(row.delta, { currency, signed: true })}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function LeftOut({ leftOut }: Pick<Outcome, 'leftOut'>) {
  const payees = leftOut.reduce((all, one) => all + one.payees, 0);
  if (payees === 0) return null;
  return (
    <div className="rounded-lg border border-warn/50 bg-warn-soft px-4 py-2 text-warn-text">
      <p>
        {messages.leftOut(payees)} {messages.leftOutMore}
      </p>
      <ul className="mt-1 list-disc ps-5">
        {leftOut.map((one) => (
          <li key={one.reason}>{messages.reason(one.payees, one.reason)}</li>
        ))}
      </ul>
    </div>
  );
}

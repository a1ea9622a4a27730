import { maySkipErrors, skippedErrors } from '@attain/contract/import-status';
import type { ImportDetail } from '../../api/shapes.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatCount, formatDecimal } from '../../base/format-number.ts';
import { Card } from '../../ui/card.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { messages } from './messages.ts';

type Summary = NonNullable<ImportDetail['summary']>;

/** All rows that are skipped, with errors or on purpose. */
export function skippedRows({ skipped = [] }: Summary): number {
  return skipped.reduce((sum, { rows }) => sum + rows, 0);
}

/** How many rows do what, and what they add up to. */
export function CheckFigures({ file, summary }: { file: ImportDetail; summary: Summary }) {
  return (
    <>
      <Tiles file={file} summary={summary} />
      <Totals summary={summary} />
      <SkippedReasons summary={summary} />
    </>
  );
}

function Tiles({ file, summary }: { file: ImportDetail; summary: Summary }) {
  const skipped = skippedRows(summary);
  const left = skippedErrors(summary);
  const reasons = summary.skipped ?? [];
  return (
    <FigureRow>
      <FigureTile
        label={messages.report.rows}
        figure={formatCount(summary.rows)}
        sub={summary.from ? `${formatDay(summary.from)} – ${formatDay(summary.to)}` : undefined}
      />
      <FigureTile label={messages.report.added} figure={formatCount(summary.added)} />
      <FigureTile label={messages.report.changed} figure={formatCount(summary.changed)} />
      <FigureTile label={messages.report.unchanged} figure={formatCount(summary.unchanged)} />
      {summary.removal ? (
        <FigureTile
          label={messages.report.removed}
          figure={formatCount(summary.removal.rows)}
          sub={
            summary.removal.unclear
              ? messages.report.unclear(summary.removal.unclear)
              : messages.report.removedOf(summary.removal.of, summary.removal.kept)
          }
          tone={summary.removal.exceeds ? 'bad' : 'plain'}
        />
      ) : null}
      {skipped > 0 ? (
        <FigureTile
          label={messages.report.skipped}
          figure={formatCount(skipped)}
          sub={left > 0 ? messages.report.withErrors(left) : messages.report.reasonCount(reasons.length)}
          tone={left > 0 ? 'bad' : 'plain'}
        />
      ) : null}
      {left > 0 ? null : (
        <FigureTile
          label={messages.report.bad}
          figure={formatCount(summary.badRows)}
          sub={summary.badRows > 0 ? messages.report.mustFix(maySkipErrors(file)) : messages.report.noneBad}
          tone={summary.badRows > 0 ? 'bad' : 'ok'}
        />
      )}
    </FigureRow>
  );
}

function Totals({ summary }: { summary: Summary }) {
  const removedTotals = summary.removal?.totals ?? [];
  if (summary.totals.length + removedTotals.length === 0) return null;
  return (
    <Card title={messages.report.totals}>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {summary.totals.map((total) => (
          <Total
            key={`${total.unit} ${total.currency}`}
            total={total}
            rows={messages.report.rowCount(total.rows)}
          />
        ))}
        {removedTotals.map((total) => (
          <Total
            key={`removed ${total.unit} ${total.currency}`}
            total={total}
            rows={messages.report.removedCount(total.rows)}
          />
        ))}
      </dl>
    </Card>
  );
}

function SkippedReasons({ summary }: { summary: Summary }) {
  const left = skippedErrors(summary);
  if (skippedRows(summary) === 0) return null;
  return (
    <Card title={left > 0 ? messages.report.skipped : messages.report.skippedRows}>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {(summary.skipped ?? []).map(({ reason, rows, isError }) => (
          <div key={`${reason} ${isError}`}>
            <dt className="text-12 text-fg-2">{isError ? messages.report.error(reason) : reason}</dt>
            <dd className="figures text-14 font-semibold">{formatCount(rows)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Total({ total, rows }: { total: Summary['totals'][number]; rows: string }) {
  const { unit, currency, amount } = total;
  return (
    <div>
      <dt className="text-12 text-fg-2">
        {currency ?? unit}, {rows}
      </dt>
      <dd className="figures text-14 font-semibold">
        {currency ? formatMoney(amount, { currency, decimals: 'exact' }) : formatDecimal(amount)}
      </dd>
    </div>
  );
}

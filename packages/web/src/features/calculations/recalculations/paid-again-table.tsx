import type { PaidAgain } from '../../../api/shapes.ts';
import { isNegative } from '../../../base/decimal.ts';
import type { TableFile } from '../../../base/files/table-file.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ExportMenu } from '../../../ui/charts/export-menu.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { messages } from '../messages.ts';

const kindMeaning = { added: 'info', removed: 'bad', changed: 'neutral' } as const;

export type PaidAgainTableProps = {
  /** Accessible name of the table. */
  label: string;
  lines: readonly PaidAgain[];
  currency: string;
  /** Total number of lines, if not all were sent. */
  lineCount?: number;
};

/** Lines that would change: before, after, change, and the records behind it. */
export function PaidAgainTable({ label, lines, currency, lineCount = lines.length }: PaidAgainTableProps) {
  if (lines.length === 0) return <p className="text-fg-2">{messages.lines.none}</p>;
  const money = (amount: string | null) => formatMoney(amount, { currency, currencyIn: 'head' });
  return (
    <div className="flex flex-col gap-2">
      <ScrollRegion label={label} className="max-h-[60dvh] overflow-y-auto rounded-lg border bg-surface">
        <table className="w-full min-w-3xl">
          <thead className="caption sticky top-0 bg-surface-2 text-fg-2">
            <tr className="border-b">
              <th scope="col" className="px-3 py-2 text-start font-medium">
                {messages.lines.subject}
              </th>
              <th scope="col" className="px-3 py-2 text-end font-medium whitespace-nowrap">
                {messages.difference.before(currency)}
              </th>
              <th scope="col" className="px-3 py-2 text-end font-medium whitespace-nowrap">
                {messages.difference.after(currency)}
              </th>
              <th scope="col" className="px-3 py-2 text-end font-medium whitespace-nowrap">
                {messages.difference.delta(currency)}
              </th>
              <th scope="col" className="w-2/5 px-3 py-2 text-start font-medium">
                {messages.lines.because}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={`${line.participantId} ${line.componentId}`} className="border-b last:border-b-0">
                <th scope="row" className="px-3 py-2 text-start align-top font-normal">
                  <span className="font-medium">{line.participantName}</span>
                  {line.kind === 'changed' ? null : (
                    <Badge className="ms-2" meaning={kindMeaning[line.kind]}>
                      {messages.difference.kinds[line.kind]}
                    </Badge>
                  )}
                  <span className="block text-12 text-fg-2">{line.componentName}</span>
                </th>
                <td className="figures px-3 py-2 text-end align-top">{money(line.before)}</td>
                <td className="figures px-3 py-2 text-end align-top">{money(line.after)}</td>
                <td
                  className={`figures px-3 py-2 text-end align-top ${isNegative(line.delta) ? 'text-bad-text' : 'text-ok-text'}`}
                >
                  {formatMoney(line.delta, { currency, currencyIn: 'head', signed: true })}
                </td>
                <td className="px-3 py-2 align-top text-12 text-fg-2">
                  <ul>
                    {line.because.map((message) => (
                      <li key={message}>{message}</li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className="flex flex-wrap items-start justify-between gap-3">
        {lineCount > lines.length ? (
          <p className="text-12 text-fg-2">{messages.lines.more(lines.length, lineCount)}</p>
        ) : null}
        <div className="ms-auto">
          <ExportMenu fileName="changed-pay" table={() => changedPayTable(lines, currency)} />
        </div>
      </div>
    </div>
  );
}

export function changedPayTable(lines: readonly PaidAgain[], currency: string): TableFile {
  const amounts = [
    messages.difference.before(currency),
    messages.difference.after(currency),
    messages.difference.delta(currency),
  ];
  return {
    head: [
      messages.lines.participant,
      messages.lines.participantId,
      messages.lines.component,
      messages.lines.componentId,
      ...amounts,
      messages.lines.because,
    ],
    figures: [false, false, false, false, true, true, true, false],
    rows: lines.map((line) => [
      ...[line.participantName, line.participantId, line.componentName, line.componentId],
      ...[line.before ?? '', line.after ?? '', line.delta],
      line.because.join(' '),
    ]),
  };
}

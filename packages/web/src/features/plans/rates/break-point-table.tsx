import { decimal } from '@attain/domain/base/decimal';
import { useState } from 'react';
import { formatMoney } from '../../../base/format-money.ts';
import { formatDecimal } from '../../../base/format-number.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { messages } from './messages.ts';
import type { RatePoint } from './rate-points.ts';

export type BreakPointTableProps = { points: readonly RatePoint[]; currency: string; money: boolean };

/** Rows shown before "Show all"; a table can have a thousand tiers. */
const maxAtOnce = 50;

/** Break points with exact pay, computed by the payout engine. */
export function BreakPointTable({ points, currency, money }: BreakPointTableProps) {
  const [all, setAll] = useState(false);
  const shown = all ? points : points.slice(0, maxAtOnce);
  return (
    <>
      <Rows points={shown} currency={currency} money={money} />
      {shown.length < points.length ? (
        <div className="border-t px-3 py-2 text-center">
          <Button size="sm" onClick={() => setAll(true)}>
            {messages.points.showAll(points.length)}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Rows({ points, currency, money }: BreakPointTableProps) {
  return (
    <ScrollRegion label={messages.points.region}>
      <table className="w-full min-w-96">
        <thead className="caption bg-surface-2 text-fg-2">
          <tr className="border-y [&>th]:px-3 [&>th]:py-2 @lg:[&>th:last-child]:pe-4 [&>th]:text-end [&>th]:font-medium">
            <th scope="col">{messages.points.ofQuota}</th>
            <th scope="col">{messages.points.credited}</th>
            <th scope="col">{messages.points.pays}</th>
            <th scope="col" className="text-start!">
              {messages.points.fromHere}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => {
            const jump = decimal(point.pay).minus(decimal(point.justBelow));
            const jumpAbove = decimal(point.justAbove).minus(decimal(point.pay));
            return (
              <tr
                key={point.credit}
                className="border-b last:border-b-0 [&>td]:px-3 [&>td]:py-1.5 @lg:[&>td:last-child]:pe-4"
              >
                <td className="figures text-end">{formatDecimal(point.percent)}%</td>
                <td className="figures text-end">
                  {money ? formatMoney(point.credit, { currency }) : formatDecimal(point.credit)}
                </td>
                <td className="figures text-end font-medium">{formatMoney(point.pay, { currency })}</td>
                <td>
                  <span className="me-2">{point.message}</span>
                  {jump.gt(1) ? (
                    <Badge meaning="warn">
                      {messages.points.jumpAt(formatMoney(jump.toFixed(2), { currency }))}
                    </Badge>
                  ) : null}
                  {jumpAbove.gt(1) ? (
                    <Badge meaning="warn">
                      {messages.points.jumpAbove(formatMoney(jumpAbove.toFixed(2), { currency }))}
                    </Badge>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

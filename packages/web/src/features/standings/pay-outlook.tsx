import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../api/loaded.tsx';
import { payOutlookQuery } from '../../api/requests/standing-queries.ts';
import type { PayOutlook, PayOutlookFilter } from '../../api/shapes.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Card } from '../../ui/card.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { trackingMessages } from './tracking-messages.ts';

const words = trackingMessages.outlook;

/** What the period will pay, with its range; nothing where pay is hidden or no one is paid. */
export function PayOutlookCard({ filter }: { filter: PayOutlookFilter & { period: string } }) {
  const query = useQuery(payOutlookQuery(filter));
  if (query.isSuccess && query.data.total === null && query.data.unpayable.length === 0) return null;
  return (
    <Card title={words.title(filter.period)}>
      <Loaded query={query} failure={words.failure} skeleton={<SkeletonText lines={3} />}>
        {(outlook) => (
          <>
            {outlook.total === null ? null : <Outlook outlook={outlook} total={outlook.total} />}
            {outlook.unpayable.length === 0 ? null : (
              <ProblemList
                title={words.unpayable(outlook.unpayable.length)}
                problems={outlook.unpayable.flatMap(({ participantName, problems }) =>
                  problems.map((one) => ({ ...one, message: `${participantName}: ${one.message}` })),
                )}
              />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

type Total = NonNullable<PayOutlook['total']>;

function Outlook({ outlook, total }: { outlook: PayOutlook; total: Total }) {
  const { currency, months, more, payees, withoutFunds, withoutMonths } = outlook;
  const money = (amount: string) => formatMoney(amount, { currency });
  const notes = [
    months === null ? words.noMonths : words.how(formatDay(months.from), formatDay(months.to)),
    ...(months !== null && withoutMonths > 0 ? [words.withoutMonths(withoutMonths, payees)] : []),
    ...withoutFunds.map(words.withoutFund),
    ...(more > 0 ? [words.more(more)] : []),
  ];
  const range = words.range(money(total.low), money(total.high));
  return (
    <>
      <div className="grid items-center gap-x-8 gap-y-3 md:grid-cols-[auto_minmax(0,1fr)]">
        <div>
          <p className="figures text-20 font-semibold tracking-[-0.015em]">{money(total.expected)}</p>
          <p className="figures text-12 text-fg-2">{range}</p>
        </div>
        <RangeBar total={total} label={`${words.soFar(money(total.soFar))}. ${range}`} />
      </div>
      <p className="mt-3 text-12 text-fg-3">
        {words.soFar(money(total.soFar))}. {notes.join(' ')}
      </p>
    </>
  );
}

/** Pay so far, the range, and a mark at what is expected, on one scale from zero. */
function RangeBar({ total, label }: { total: Total; label: string }) {
  const max = Math.max(...Object.values(total).map(Number), 0);
  if (max <= 0) return null;
  const place = (amount: string) => `${Math.max(0, (Number(amount) / max) * 100)}%`;
  const span = Math.max(0.5, ((Number(total.high) - Number(total.low)) / max) * 100);
  return (
    <div role="img" aria-label={label} className="relative h-3 rounded-full bg-sunken forced-colors:border">
      <span
        data-forced-fill
        className="absolute inset-y-0 rounded-full bg-primary/30"
        style={{ left: place(total.low), width: `${span}%` }}
      />
      <span
        data-forced-fill
        className="absolute inset-y-0 left-0 rounded-full bg-primary"
        style={{ width: place(total.soFar) }}
      />
      <span
        data-forced-fill
        className="absolute -inset-y-1 w-0.5 -translate-x-px rounded bg-fg"
        style={{ left: place(total.expected) }}
      />
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, FileUp } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { parallelRunQuery } from '../../api/requests/close-queries.ts';
import type { ParallelRow, ParallelRun } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { monthName } from '../../base/months.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FilterSelect } from '../../ui/fields/filter-select.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { messages } from './parallel-messages.ts';
import { ParallelExport, ParallelTable } from './parallel-table.tsx';
import { SignOffDialog } from './sign-off-dialog.tsx';

/** A month's pay by another system next to Attain's, and its sign-off. */
export function ParallelRunView({
  month,
  onMonth,
}: {
  month: string | undefined;
  onMonth: (month: string) => void;
}) {
  const query = useQuery(parallelRunQuery(month));
  return (
    <Loaded query={query} failure={messages.failure} skeleton={<SkeletonText lines={12} />}>
      {(run) =>
        run === null ? (
          <EmptyState title={messages.noClose} text={messages.noCloseText} />
        ) : (
          <div className="flex flex-col gap-4">
            <Heading run={run} onMonth={onMonth} />
            {run.compared === 0 ? (
              <EmptyState
                title={messages.none}
                text={messages.noneText}
                action={
                  <Link className={buttonLook({ variant: 'primary' })} {...paths.newImportOf('parallel-pay')}>
                    {messages.import}
                  </Link>
                }
              />
            ) : (
              <Compared run={run} />
            )}
            <History run={run} />
          </div>
        )
      }
    </Loaded>
  );
}

function Heading({ run, onMonth }: { run: ParallelRun; onMonth: (month: string) => void }) {
  const [signing, setSigning] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-14 font-semibold">{messages.title(run.month)}</h2>
        <p className="text-12 text-fg-2">
          {run.compared === 0 ? messages.none : messages.summary(run.counts.equal, run.compared)}
        </p>
      </div>
      <div className="w-full sm:w-44">
        <Select
          aria-label={messages.month}
          value={run.month}
          onValueChange={onMonth}
          options={run.months.map((one) => ({ value: one, label: monthName(one) }))}
        />
      </div>
      {run.compared === 0 ? null : (
        <Link className={buttonLook({})} {...paths.newImportOf('parallel-pay')}>
          <FileUp aria-hidden /> {messages.importNew}
        </Link>
      )}
      {run.signedOff === null && run.compared > 0 && run.signer === 'another' ? (
        <p className="w-full text-12 text-fg-2">{messages.anotherSigns}</p>
      ) : null}
      {run.signedOff === null && run.compared > 0 && run.signer !== 'another' ? (
        <Button variant="primary" disabled={run.notCalculated.length > 0} onClick={() => setSigning(true)}>
          {messages.signOff}
        </Button>
      ) : null}
      {signing ? <SignOffDialog run={run} onClose={() => setSigning(false)} /> : null}
    </div>
  );
}

function Compared({ run }: { run: ParallelRun }) {
  const [state, setState] = useState<ParallelRow['state']>();
  const { counts, signedOff, notCalculated } = run;
  const filter = { month: run.month, state };
  return (
    <>
      {signedOff === null ? null : (
        <p className="flex items-center gap-2 text-fg-2">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-ok-text" />
          {[messages.signedBy(signedOff), signedOff.note].filter((text) => text !== '').join(': ')}
        </p>
      )}
      {notCalculated.length === 0 ? null : (
        <p className="flex flex-wrap gap-2 text-warn-text">
          {messages.notCalculated(notCalculated.join(', '))}
          <Link className="underline" {...paths.closeOf(run.month)}>
            {messages.openClose}
          </Link>
        </p>
      )}
      {run.totals.map(({ currency, ...total }, at) => (
        <FigureRow key={currency}>
          {at === 0 ? (
            <FigureTile
              label={messages.tiles.equal}
              figure={messages.share(counts.equal, run.compared)}
              sub={messages.rounding(counts.rounding)}
            />
          ) : null}
          {(['stated', 'calculated', 'difference'] as const).map((figure) => (
            <FigureTile
              key={figure}
              label={messages.tiles[figure]}
              figure={currency === null ? total[figure] : formatMoney(total[figure], { currency })}
            />
          ))}
        </FigureRow>
      ))}
      <Card
        flush
        title={messages.table.label}
        actions={
          <>
            <FilterSelect
              label={messages.state}
              all={messages.every}
              value={state}
              onChange={setState}
              options={(Object.keys(messages.states) as ParallelRow['state'][])
                .filter((one) => counts[one] > 0)
                .map((one) => ({ value: one, label: `${messages.states[one]} (${counts[one]})` }))}
            />
            <ParallelExport filter={filter} />
          </>
        }
      >
        <ParallelTable filter={filter} />
      </Card>
    </>
  );
}

function History({ run: { signOffs } }: { run: ParallelRun }) {
  if (signOffs.length === 0) return null;
  const equal = signOffs.filter((one) => one.equal === one.compared).length;
  return (
    <Card
      flush
      title={messages.history}
      beside={<Badge meaning="neutral">{messages.months(equal, signOffs.length)}</Badge>}
    >
      <ul className="divide-y border-t">
        {signOffs.map((one) => (
          <li key={one.month} className="flex flex-wrap gap-x-3 gap-y-1 px-3 py-2 @lg:px-4">
            <Link className="font-medium text-primary-text underline" {...paths.parallelRun(one.month)}>
              {monthName(one.month)}
            </Link>
            <span className="figures">{messages.share(one.equal, one.compared)}</span>
            <span className="min-w-0 flex-1 basis-60 text-12 wrap-anywhere text-fg-2">
              {messages.signedBy(one)}
              {one.note === '' ? null : `: ${one.note}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

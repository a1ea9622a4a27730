import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { Loaded } from '../../../api/loaded.tsx';
import { controlsQuery } from '../../../api/queries.ts';
import type { Controls } from '../../../api/shapes.ts';
import { formatAgo } from '../../../base/format-date.ts';
import { formatCount } from '../../../base/format-number.ts';
import { paths } from '../../../paths.ts';
import { Badge, type Meaning } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { FigureRow, FigureTile } from '../../../ui/figure-tile.tsx';
import { SkeletonText, SkeletonTile } from '../../../ui/states/skeleton.tsx';
import type { TableColumn } from '../../../ui/tables/table-column.ts';
import { ControlExceptions } from './control-exceptions.tsx';
import { messages } from './messages.ts';

const { tiles } = messages;
type Row = Controls['controls'][number];
type Cell = Row['months'][number];

/** The first screen of auditors: whether the log and the four-eyes principle can be relied on, and what was found. */
export function ControlsHome() {
  return (
    <Loaded query={useQuery(controlsQuery())} failure={messages.failure} skeleton={<ControlsSkeleton />}>
      {(controls) => (
        <section aria-label={messages.title} className="flex flex-col gap-4">
          <Figures controls={controls} />
          <Card
            flush
            title={messages.months}
            beside={<span className="text-12 text-fg-2">{messages.about}</span>}
            actions={
              <Link
                className="inline-flex items-center gap-1 text-12 text-primary-text hover:underline"
                {...paths.audit}
              >
                {messages.log} <ArrowRight aria-hidden className="size-3.5" />
              </Link>
            }
          >
            <DataTable
              label={messages.months}
              columns={columnsOf(controls.months)}
              rows={controls.controls}
              rowId={({ control }) => control}
              empty={null}
            />
          </Card>
          <ControlExceptions controls={controls} />
        </section>
      )}
    </Loaded>
  );
}

function ControlsSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <FigureRow>
        <SkeletonTile />
        <SkeletonTile />
        <SkeletonTile />
        <SkeletonTile />
      </FigureRow>
      <Card title={messages.months}>
        <SkeletonText lines={14} />
      </Card>
    </div>
  );
}

function Figures({
  controls: { log, waiting, controls, exceptions, months, total },
}: {
  controls: Controls;
}) {
  const now = Date.now();
  const month = controls.map((row) => row.months.at(-1)).filter((cell) => cell && cell.state !== 'empty');
  const found = month.filter((cell) => cell?.state !== 'pass').length;
  const alone = exceptions.filter(({ kind }) => kind === 'single-person').length;
  return (
    <FigureRow>
      <FigureTile
        label={tiles.entries}
        figure={formatCount(log.entries)}
        sub={
          log.signed === null
            ? tiles.unsigned
            : tiles.signed(formatAgo(Date.parse(log.signed.at), now), log.entries - log.signed.entries)
        }
      />
      <FigureTile
        label={tiles.month}
        figure={formatCount(found)}
        tone={found > 0 ? 'warn' : 'plain'}
        sub={tiles.of(month.length)}
      />
      <FigureTile
        label={tiles.alone}
        // a list that is cut holds the newest only
        figure={total > exceptions.length ? `${formatCount(alone)}+` : formatCount(alone)}
        tone={alone > 0 ? 'warn' : 'plain'}
        sub={tiles.months(months.length)}
      />
      <FigureTile
        label={tiles.waiting}
        figure={formatCount(waiting.count)}
        sub={waiting.oldest === null ? tiles.none : tiles.oldest(formatAgo(Date.parse(waiting.oldest), now))}
      />
    </FigureRow>
  );
}

const meanings: Record<Cell['state'], Meaning> = {
  pass: 'ok',
  exception: 'warn',
  fail: 'bad',
  empty: 'neutral',
};

function wordsOf({ state, acts, exceptions, failures }: Cell): string {
  if (state === 'empty') return messages.states.empty;
  return messages.states[state]({ pass: acts, exception: exceptions, fail: failures }[state]);
}

/** The controls by name, then the months, newest first. */
function columnsOf(months: readonly string[]): readonly TableColumn<Row>[] {
  return [
    {
      id: 'control',
      head: messages.control,
      value: ({ control }) => messages.names[control],
      width: 180,
      grow: true,
    },
    ...months
      .map(
        (month, at): TableColumn<Row> => ({
          id: month,
          head: month,
          value: ({ months: cells }) => (cells[at] ? wordsOf(cells[at]) : null),
          cell: ({ months: cells }) => (cells[at] ? <Mark cell={cells[at]} /> : null),
          width: 116,
          sortable: false,
        }),
      )
      .toReversed(),
  ];
}

function Mark({ cell }: { cell: Cell }) {
  return cell.state === 'empty' ? (
    <span className="text-fg-3">{wordsOf(cell)}</span>
  ) : (
    <Badge meaning={meanings[cell.state]}>{wordsOf(cell)}</Badge>
  );
}

import type { Bias } from '@attain/contract/bias';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../../api/loaded.tsx';
import { formatPercent } from '../../../base/format-number.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { FigureRow, FigureTile } from '../../../ui/figure-tile.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../../ui/tables/table-column.ts';
import { analyzerName } from '../analyzer-names.ts';
import { biasQuery } from '../queries.ts';
import { BiasAlert } from './bias-alert.tsx';
import { messages } from './use-messages.ts';

/** How people vote and decide on what the assistant suggests, for the compliance page. */
export function AssistantUse() {
  const bias = useQuery(biasQuery());
  return (
    <section aria-label={messages.title} className="flex flex-col gap-4">
      <h2 className="text-13 font-semibold">{messages.title}</h2>
      <Loaded query={bias} failure={messages.failure}>
        {(found) => <Figures bias={found} />}
      </Loaded>
    </section>
  );
}

function Figures({ bias: { votes, rejectionRate, patterns, analysedAt, details } }: { bias: Bias }) {
  const interval = details?.interval ?? null;
  return (
    <>
      {patterns.length > 0 ? <BiasAlert patterns={patterns} analyzedAtMs={Date.parse(analysedAt)} /> : null}
      <FigureRow>
        <FigureTile
          label={messages.rejected}
          figure={rejectionRate === null ? messages.none : percent(rejectionRate)}
          sub={
            interval === null
              ? messages.votes(votes)
              : messages.interval(votes, percent(interval.low), percent(interval.high))
          }
        />
        {details === null ? null : <RelianceTiles reliance={details.reliance} />}
      </FigureRow>
      {details === null ? null : (
        <Card flush title={messages.rates}>
          <DataTable
            label={messages.rates}
            columns={columns}
            rows={ratesOf(details)}
            rowId={(row) => row.key}
            empty={<EmptyState title={messages.noVotes} text={messages.noVotesText} />}
          />
        </Card>
      )}
    </>
  );
}

function RelianceTiles({ reliance }: { reliance: NonNullable<Bias['details']>['reliance'] }) {
  const { days, applied, unseen, medianSeconds, checked, uneven } = reliance;
  return (
    <>
      <FigureTile
        label={messages.unseen}
        figure={applied === 0 ? messages.none : percent(unseen / applied)}
        sub={messages.unseenOf(unseen, applied, days)}
      />
      <FigureTile
        label={messages.time}
        figure={medianSeconds === null ? messages.none : messages.seconds(medianSeconds)}
        sub={messages.timeText}
      />
      <FigureTile
        label={messages.uneven}
        figure={checked === 0 ? messages.none : `${uneven}`}
        sub={messages.unevenOf(checked, days)}
        tone={uneven > 0 ? 'warn' : 'plain'}
      />
    </>
  );
}

interface Rate {
  readonly key: string;
  readonly of: string;
  readonly name: string;
  readonly votes: number;
  readonly rejected: number;
  /** A suggestion of the analyzer. */
  readonly newest: string | null;
}

function ratesOf({ byAnalyser, byPersona }: NonNullable<Bias['details']>): Rate[] {
  return [
    ...byAnalyser.map(({ analyser, ...counts }) => ({
      ...counts,
      key: `analyzer/${analyser ?? ''}`,
      of: messages.analyzer,
      name: analyser === null ? messages.people : analyzerName(analyser),
    })),
    ...byPersona
      .filter(({ votes }) => votes > 0)
      .map(({ persona, ...counts }) => ({
        ...counts,
        key: `persona/${persona}`,
        of: messages.persona,
        name: persona,
        newest: null,
      })),
  ];
}

const columns: readonly TableColumn<Rate>[] = [
  { id: 'of', head: messages.of, value: (row) => row.of, width: 110 },
  { id: 'name', head: messages.name, value: (row) => row.name, width: 220, grow: true },
  { id: 'votes', head: messages.votesHead, value: (row) => row.votes, kind: 'figure', width: 90 },
  {
    id: 'rate',
    head: messages.rejected,
    value: (row) => row.rejected / row.votes,
    cell: (row) => percent(row.rejected / row.votes),
    kind: 'figure',
    width: 130,
  },
  {
    id: 'newest',
    head: messages.newest,
    value: (row) => row.newest,
    cell: (row) =>
      row.newest === null ? (
        messages.none
      ) : (
        <Link {...paths.suggestion(row.newest)} className="underline">
          {row.newest}
        </Link>
      ),
    width: 220,
  },
];

function percent(share: number): string {
  return formatPercent(String(share), 0);
}

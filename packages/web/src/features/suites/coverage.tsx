import { useMemo } from 'react';
import type { TestRunDetail } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';
import { MutationTile, Survivors } from './mutation.tsx';
import { nodeName, percentText } from './suite-words.tsx';
import { stateWords, WorkflowPicture } from './workflow-picture.tsx';

const words = messages.coverage;
type Report = NonNullable<TestRunDetail['report']>;
type Share = Report['lines'];
type NodeRow = Report['nodes'][number] & { name: string };

/** What the cases of a suite reach: the three shares, the components, and each step with its outcomes. */
export function CoverageReport({
  report,
  mutation,
  graph,
}: {
  report: Report;
  mutation: TestRunDetail['mutation'];
  graph: TestRunDetail['graph'];
}) {
  const rows = useMemo(
    () => report.nodes.map((one) => ({ ...one, name: nodeName(graph.nodes, one.node) })),
    [report, graph],
  );
  const reached = new Map(report.nodes.map((one) => [one.node, one.reached]));
  const stateOf = (node: string) => (reached.get(node) ? 'reached' : 'missed');
  return (
    <div className="flex flex-col gap-4">
      <FigureRow>
        <ShareTile label={words.functions} help={words.functionsHelp} share={report.functions} />
        <ShareTile label={words.lines} help={words.linesHelp} share={report.lines} />
        <ShareTile label={words.branches} help={words.branchesHelp} share={report.branches} />
        <MutationTile mutation={mutation} />
      </FigureRow>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card title={words.components}>
          <ul className="flex flex-col gap-4">
            {(['computed', 'effects', 'people'] as const).map((component) => (
              <li key={component}>
                <ComponentBar label={words.component[component]} share={report.components[component]} />
              </li>
            ))}
          </ul>
        </Card>
        <Card title={words.how}>
          <p className="text-pretty text-fg-2">{words.howText}</p>
        </Card>
      </div>
      <Card title={words.picture}>
        <WorkflowPicture
          label={words.pictureOf}
          graph={graph}
          look={(node) => (reached.get(node) ? 'ok' : 'missed')}
          words={(node) => stateWords(stateOf(node))}
          missedEdges={report.missedEdges}
        />
      </Card>
      <Card title={words.steps} flush>
        <DataTable
          label={words.steps}
          columns={columns}
          rows={rows}
          rowId={(row) => row.node}
          maxHeight="26rem"
        />
      </Card>
      {mutation ? <Survivors mutation={mutation} nodes={graph.nodes} /> : null}
    </div>
  );
}

function percentOf({ reached, total }: Share): number | null {
  return total === 0 ? null : Math.floor((reached * 100) / total);
}

function ShareTile({ label, help, share }: { label: string; help: string; share: Share }) {
  const sub = share.total === 0 ? words.nothing : `${help}: ${words.of(share.reached, share.total)}`;
  return <FigureTile label={label} figure={percentText(percentOf(share))} sub={sub} />;
}

function ComponentBar({ label, share }: { label: string; share: Share }) {
  return (
    <ProgressBar
      label={label}
      value={share.total === 0 ? 0 : share.reached / share.total}
      detail={share.total === 0 ? words.nothing : words.of(share.reached, share.total)}
    />
  );
}

function missedOf({ outcomes }: NodeRow): string {
  return outcomes.flatMap(({ outcome, reached }) => (reached ? [] : [outcome])).join(', ');
}

function outcomeWords(row: NodeRow): string {
  if (row.outcomes.length === 0) return '—';
  const missed = missedOf(row);
  return missed === '' ? words.all : words.missed(missed);
}

const columns: readonly TableColumn<NodeRow>[] = [
  { id: 'step', head: words.step, value: (row) => row.name, width: 180 },
  {
    id: 'status',
    head: words.status,
    value: (row) => (row.reached ? 1 : 0),
    cell: (row) => (
      <Badge meaning={row.reached ? 'ok' : 'warn'}>{stateWords(row.reached ? 'reached' : 'missed')}</Badge>
    ),
    width: 120,
    early: true,
  },
  { id: 'kind', head: words.kind, value: (row) => words.component[row.component], width: 150 },
  { id: 'outcomes', head: words.outcomes, value: outcomeWords, width: 260, grow: true },
];

import type { TestRunDetail } from '../../api/shapes.ts';
import { formatCount } from '../../base/format-number.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FigureTile } from '../../ui/figure-tile.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';
import { nodeName, percentText } from './suite-words.tsx';

const words = messages.mutation;
type Mutation = NonNullable<TestRunDetail['mutation']>;
type Survivor = Mutation['survivors'][number] & { id: number; name: string };

/** The share of faults put into the workflow that a case found. */
export function MutationTile({ mutation }: { mutation: Mutation | null }) {
  if (mutation === null) return <FigureTile label={words.title} figure="—" sub={words.notYet} />;
  const { score, killed, counted } = mutation;
  const sub = counted === 0 ? words.none : words.of(killed, counted);
  return <FigureTile label={words.title} figure={percentText(score)} sub={sub} />;
}

/** Faults that no case found, with what to add. */
export function Survivors({
  mutation: { survivors, untried },
  nodes,
}: {
  mutation: Mutation;
  nodes: TestRunDetail['graph']['nodes'];
}) {
  const rows = survivors.map((one, id): Survivor => ({ ...one, id, name: nodeName(nodes, one.node) }));
  return (
    <Card title={words.list} flush>
      <p className="px-4 pb-3 text-pretty text-fg-2">
        {words.help} {untried > 0 ? words.untried(formatCount(untried)) : null}
      </p>
      <DataTable
        label={words.list}
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.id)}
        maxHeight="26rem"
        empty={<EmptyState title={words.all} />}
      />
    </Card>
  );
}

const columns: readonly TableColumn<Survivor>[] = [
  { id: 'step', head: words.step, value: (row) => row.name, width: 160 },
  { id: 'fault', head: words.fault, value: (row) => words.kinds[row.kind], width: 160 },
  { id: 'before', head: words.before, value: (row) => row.before, width: 220, grow: true },
  { id: 'after', head: words.after, value: (row) => row.after || words.removed, width: 220, grow: true },
  { id: 'why', head: words.why, value: (row) => words.whys[row.why], width: 280, grow: true },
];

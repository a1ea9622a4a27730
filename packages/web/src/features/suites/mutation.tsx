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
      <p className="px-3 pb-3 text-pretty sm:px-4 text-fg-2">
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
  {
    id: 'before',
    head: words.before,
    value: (row) => row.before,
    cell: (row) => <Excerpt text={row.before} other={row.after} />,
    width: 220,
    grow: true,
  },
  {
    id: 'after',
    head: words.after,
    value: (row) => row.after || words.removed,
    cell: (row) => <Excerpt text={row.after || words.removed} other={row.before} />,
    width: 220,
    grow: true,
  },
  { id: 'why', head: words.why, value: (row) => words.whys[row.why], width: 280, grow: true },
];

/** Characters before the first difference that are shown. */
const ahead = 16;

/** A text from just before its first difference to the other, so that the difference fits a cell. */
function Excerpt({ text, other }: { text: string; other: string }) {
  let same = 0;
  while (same < text.length && text[same] === other[same]) same += 1;
  const from = Math.max(0, same - ahead);
  return <span title={text}>{from > 1 ? `…${text.slice(from)}` : text}</span>;
}

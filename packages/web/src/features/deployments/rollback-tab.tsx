import { Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { restorePointsQuery, rollbacksQuery } from '../../api/requests/deployment-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { RestorePoint, Rollback } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { environmentNames, messages } from './messages.ts';
import { RestoreDialog, RollbackDialog } from './rollback-dialogs.tsx';

const words = messages.rollback;

const movedWords = ({ agent, from, to }: Rollback['agents'][number]) => words.moved(agent, from, to);

const history: readonly TableColumn<Rollback>[] = [
  {
    id: 'at',
    head: words.at,
    value: (row) => row.at,
    cell: (row) => formatMoment(row.at),
    width: 170,
    sortable: false,
  },
  {
    id: 'environment',
    head: messages.table.environment,
    value: (row) => environmentNames[row.environment],
    width: 110,
    sortable: false,
  },
  {
    id: 'agents',
    head: words.agents,
    value: (row) => row.agents.map(movedWords).join(', '),
    width: 320,
    grow: true,
    early: true,
    sortable: false,
  },
  { id: 'reason', head: words.reason, value: (row) => row.reason, width: 220, sortable: false },
  { id: 'by', head: words.by, value: (row) => row.by, width: 140, sortable: false },
];

const points: readonly TableColumn<RestorePoint>[] = [
  {
    id: 'at',
    head: words.at,
    value: (row) => row.at,
    cell: (row) => formatMoment(row.at),
    width: 170,
    sortable: false,
  },
  {
    id: 'environment',
    head: messages.table.environment,
    value: (row) => environmentNames[row.environment],
    width: 110,
    sortable: false,
  },
  {
    id: 'description',
    head: words.description,
    value: (row) => row.description,
    width: 320,
    grow: true,
    sortable: false,
  },
  {
    id: 'agents',
    head: words.agents,
    value: (row) => row.agents,
    kind: 'figure',
    width: 80,
    sortable: false,
  },
  { id: 'by', head: words.by, value: (row) => row.by, width: 140, sortable: false },
];

/** Emergency Rollback, its history, and the restore points with a way to schedule them. */
export function RollbackTab({ schedule }: { schedule: ReactNode }) {
  const mayRollBack = useMay('roll-back:agents');
  const done = useRows<Rollback>(rollbacksQuery);
  const kept = useRows<RestorePoint>(restorePointsQuery);
  const [isOpen, setOpen] = useState(false);
  const [point, setPoint] = useState<RestorePoint>();
  return (
    <div className="flex flex-col gap-4">
      <Card
        flush
        title={words.history}
        actions={
          mayRollBack ? (
            <Button size="sm" variant="danger" icon={<Undo2 aria-hidden />} onClick={() => setOpen(true)}>
              {words.emergency}
            </Button>
          ) : undefined
        }
      >
        <RowTable
          label={words.history}
          list={done}
          failure={words.failure}
          columns={history}
          rowId={(row) => row.id}
          maxHeight="22rem"
          empty={<EmptyState icon={<Undo2 aria-hidden />} title={words.none} text={words.noneText} />}
        />
      </Card>
      <Card flush title={words.points} actions={schedule}>
        <RowTable
          label={words.points}
          list={kept}
          failure={words.pointsFailure}
          columns={points}
          rowId={(row) => row.id}
          maxHeight="22rem"
          onOpenRow={setPoint}
          empty={<EmptyState icon={<Undo2 aria-hidden />} title={words.noPoints} text={words.noPointsText} />}
        />
      </Card>
      {isOpen ? <RollbackDialog onClose={() => setOpen(false)} /> : null}
      {point ? <RestoreDialog point={point} onClose={() => setPoint(undefined)} /> : null}
    </div>
  );
}

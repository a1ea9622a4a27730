import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../api/me.ts';
import { schedulesQuery } from '../api/requests/schedule-queries.ts';
import type { Schedule } from '../api/shapes.ts';
import { useRows } from '../api/use-rows.ts';
import { messages as words } from '../features/schedules/messages.ts';
import { ScheduleDialog } from '../features/schedules/schedule-dialog.tsx';
import { ScheduleDrawer } from '../features/schedules/schedule-drawer.tsx';
import { ScheduleTable } from '../features/schedules/schedule-table.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { messages } from './messages.ts';

type SchedulesTabProps = {
  /** The open schedule. */
  id: string | undefined;
  onOpen: (id: string | undefined) => void;
};

/** Everything done by a schedule that is neither a workflow nor an import. */
export function SchedulesTab({ id, onOpen }: SchedulesTabProps) {
  const list = useRows<Schedule>(schedulesQuery);
  const shown = list.rows.find((one) => one.id === id);
  const isGone = id !== undefined && !shown && list.complete && !list.query.isFetching;
  const mayEdit = useMay('edit:connections');
  const mayRestore = useMay('read:deployments');
  const [editing, setEditing] = useState<'new' | 'shown'>();
  const create = mayEdit ? (
    <Button variant="primary" size="sm" icon={<Plus aria-hidden />} onClick={() => setEditing('new')}>
      {words.new}
    </Button>
  ) : undefined;
  return (
    <>
      {isGone ? (
        <p role="status" className="mb-3 text-warn-text">
          {words.gone}
        </p>
      ) : null}
      <Card flush title={words.table.label} actions={list.rows.length > 0 ? create : undefined}>
        <ScheduleTable list={list} create={create} onOpen={(one) => onOpen(one.id)} />
      </Card>
      {shown && editing === undefined ? (
        <ScheduleDrawer
          schedule={shown}
          schedules={list.rows}
          pointLink={
            mayRestore ? (
              <Link className="text-primary-text underline" {...paths.rollbacks}>
                {messages.connections.openPoints}
              </Link>
            ) : null
          }
          onEdit={() => setEditing('shown')}
          onClose={() => onOpen(undefined)}
        />
      ) : null}
      {editing ? (
        <ScheduleDialog
          stored={editing === 'shown' ? shown : undefined}
          onSaved={(saved) => onOpen(saved.id)}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
    </>
  );
}

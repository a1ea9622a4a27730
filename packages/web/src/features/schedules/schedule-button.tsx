import { processRights } from '@attain/domain/schedules/scheduled-process';
import { CalendarClock } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/me.ts';
import type { Schedule } from '../../api/shapes.ts';
import { Button } from '../../ui/button.tsx';
import { messages } from './button-messages.ts';

const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule-dialog.tsx')).ScheduleDialog,
}));

type ScheduleButtonProps = {
  /** What is to be done by a schedule, and the name of a new one. */
  task: Schedule['task'];
  name: string;
  /** The same button several times: what this one schedules. */
  label?: string;
  size?: 'sm';
};

/** Schedules what a screen shows, for users who may. The dialog loads on demand. */
export function ScheduleButton({ task, name, label, size }: ScheduleButtonProps) {
  const mayEdit = useMay('edit:connections');
  const mayDo = useMay(processRights[task.type]);
  const [open, setOpen] = useState(false);
  if (!mayEdit || !mayDo) return null;
  return (
    <>
      <Button
        size={size}
        aria-label={label}
        icon={<CalendarClock aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {messages.schedule}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <ScheduleDialog prefilled={{ task, name }} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

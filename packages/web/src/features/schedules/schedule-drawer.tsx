import { environmentWords } from '@attain/domain/policies/policy-words';
import { CircleStop, Pause, Pencil, Play, RotateCw, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { useMay } from '../../api/me.ts';
import { changedBySchedules } from '../../api/requests/schedule-queries.ts';
import type { Schedule } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatDuration, formatMoment } from '../../base/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { Executions } from './executions.tsx';
import { messages } from './messages.ts';
import { ScheduleStatus, taskWords } from './schedule-words.tsx';

const words = messages.drawer;

type ScheduleDrawerProps = {
  schedule: Schedule;
  /** All schedules, for the names of dependencies. */
  schedules: readonly Schedule[];
  /** Leads to the restore points. */
  pointLink: ReactNode;
  onEdit: () => void;
  onClose: () => void;
};

/** One schedule: its settings, its executions, and what can be done with it. */
export function ScheduleDrawer({ schedule, schedules, pointLink, onEdit, onClose }: ScheduleDrawerProps) {
  const mayEdit = useMay('edit:connections');
  const [removing, setRemoving] = useState(false);
  const { name, description, problem, waitsFor, lastStatus } = schedule;
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={name}
      description={description || taskWords(schedule)}
      beside={<ScheduleStatus {...schedule} />}
      footer={
        mayEdit ? (
          <>
            <Button variant="danger" icon={<Trash2 aria-hidden />} onClick={() => setRemoving(true)}>
              {words.remove}
            </Button>
            <Button variant="primary" icon={<Pencil aria-hidden />} onClick={onEdit}>
              {words.edit}
            </Button>
          </>
        ) : null
      }
    >
      <div className="flex flex-col gap-5">
        {mayEdit ? <Acts schedule={schedule} isRunning={isOpen(lastStatus)} /> : null}
        {problem === null ? null : (
          <p role="alert" className="text-bad-text">
            {problem}
          </p>
        )}
        {waitsFor.length === 0 ? null : <p className="text-12 text-fg-2">{words.waits(waitsFor)}</p>}
        <KeyValueList rows={factsOf(schedule, schedules)} />
        <Executions id={schedule.id} pointLink={pointLink} />
      </div>
      {removing ? (
        <RemoveSchedule schedule={schedule} onRemoved={onClose} onClose={() => setRemoving(false)} />
      ) : null}
    </Drawer>
  );
}

const isOpen = (status: Schedule['lastStatus']) => status === 'queued' || status === 'running';

function Acts({ schedule: { id, status }, isRunning }: { schedule: Schedule; isRunning: boolean }) {
  const act = useAct({ act: client.schedules.act, changes: changedBySchedules, failure: words.actFailure });
  const isActive = status === 'active';
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={isRunning ? <CircleStop aria-hidden /> : <Play aria-hidden />}
        disabled={act.isPending}
        onClick={() => act.mutate({ id, act: isRunning ? 'cancel' : 'run' })}
      >
        {isRunning ? words.cancel : words.runNow}
      </Button>
      <Button
        icon={isActive ? <Pause aria-hidden /> : <RotateCw aria-hidden />}
        disabled={act.isPending}
        onClick={() => act.mutate({ id, act: isActive ? 'pause' : 'resume' })}
      >
        {isActive ? words.pause : words.resume}
      </Button>
    </div>
  );
}

function factsOf(schedule: Schedule, schedules: readonly Schedule[]) {
  const { when, dependencies, restorePoint } = schedule;
  const names = dependencies.map((id) => schedules.find((one) => one.id === id)?.name ?? id);
  return [
    { key: words.task, value: taskWords(schedule) },
    { key: words.when, value: words.whenText(when.cron, when.timeZone) },
    { key: words.missed, value: words.missedWords[when.missed] },
    { key: words.next, value: formatMoment(schedule.nextAt) },
    { key: words.last, value: formatMoment(schedule.lastAt) },
    { key: words.owner, value: schedule.owner ?? words.ownerLost },
    { key: words.priority, value: messages.priorities[schedule.priority] },
    ...(names.length === 0 ? [] : [{ key: words.dependsOn, value: names.join(', ') }]),
    ...(restorePoint === null
      ? []
      : [{ key: words.restorePoint, value: environmentWords[restorePoint] ?? restorePoint }]),
    { key: words.notify, value: schedule.notify || words.notifyOwner },
    ...(schedule.sendTo === '' ? [] : [{ key: words.sendTo, value: schedule.sendTo }]),
    ...(schedule.lastAt === null
      ? []
      : [
          { key: words.rate, value: words.rateText(schedule.successRate), figure: true },
          { key: words.duration, value: formatDuration(schedule.avgDuration), figure: true },
        ]),
  ];
}

type RemoveProps = { schedule: Schedule; onRemoved: () => void; onClose: () => void };

function RemoveSchedule({ schedule: { id, name }, onRemoved, onClose }: RemoveProps) {
  const remove = useAct({
    act: client.schedules.act,
    changes: changedBySchedules,
    failure: null,
    onDone: () => {
      toast({ title: words.removed, text: name, meaning: 'ok' });
      onRemoved();
    },
  });
  return (
    <ActDialog
      danger
      title={words.removeTitle(name)}
      act={remove}
      label={words.remove}
      onAct={() => remove.mutate({ id, act: 'remove' })}
      onClose={onClose}
    >
      <p>{words.removeText}</p>
    </ActDialog>
  );
}

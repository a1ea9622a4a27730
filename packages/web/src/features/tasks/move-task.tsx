import { useQuery } from '@tanstack/react-query';
import { UserRoundPen } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMay, useMe } from '../../api/me.ts';
import { takersQuery } from '../../api/queries.ts';
import type { HumanTask } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

type MoveTaskProps = {
  task: HumanTask;
  /** The task is on its way to someone else, so the user may soon be unable to read it; false if that failed. */
  onMoving: (moving: boolean) => void;
  onDone: () => void;
};

/** Moves a task to another person: reassigned with permission, or delegated by its assignee. */
export function MoveTask({ task, onMoving, onDone }: MoveTaskProps) {
  const [open, setOpen] = useState(false);
  const mayReassign = useMay('reassign:tasks');
  const mayDecide = useMay('decide:tasks');
  const me = useMe().data?.user.username;
  const mine = task.assignee !== null && task.assignee === me;
  if (!mayReassign && !(mine && mayDecide)) return null;
  return (
    <>
      <div>
        <Button icon={<UserRoundPen aria-hidden />} onClick={() => setOpen(true)}>
          {mayReassign ? messages.move.reassignOpen : messages.move.delegateOpen}
        </Button>
      </div>
      {open ? (
        <MoveDialog
          task={task}
          reassigns={mayReassign}
          onMoving={onMoving}
          onDone={onDone}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function MoveDialog({
  task,
  reassigns,
  onMoving,
  onDone,
  onClose,
}: MoveTaskProps & { reassigns: boolean; onClose: () => void }) {
  const formId = useId();
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  const move = useAct({
    act: reassigns ? client.tasks.reassign : client.tasks.delegate,
    changes: [keys.tasks],
    failure: null,
    onDone: () => {
      toast({
        title: reassigns ? messages.move.reassigned : messages.move.delegated,
        text: task.title,
        meaning: 'ok',
      });
      onDone();
    },
  });
  const takers = useQuery({ ...takersQuery(task.id), enabled: move.isIdle || move.isError });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onMoving(true);
    move.mutate({ id: task.id, to, reason }, { onError: () => onMoving(false) });
  };
  return (
    <ActDialog
      act={move}
      title={reassigns ? messages.move.reassign : messages.move.delegate}
      description={messages.move.description}
      label={reassigns ? messages.move.reassign : messages.move.delegate}
      disabled={to === ''}
      formId={formId}
      onClose={onClose}
    >
      <Loaded query={takers} failure={messages.move.failure}>
        {({ rows }) => (
          <form id={formId} onSubmit={submit} className="flex flex-col gap-3">
            <Field label={messages.move.assignee} required>
              <Select
                value={to}
                onValueChange={setTo}
                options={rows
                  .filter(({ username }) => username !== task.assignee)
                  .map(({ username, displayName }) => ({ value: username, label: displayName }))}
              />
            </Field>
            <Field label={messages.move.reason}>
              <Textarea value={reason} maxLength={2000} onChange={({ target }) => setReason(target.value)} />
            </Field>
          </form>
        )}
      </Loaded>
    </ActDialog>
  );
}

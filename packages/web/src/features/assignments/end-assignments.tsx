import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { Assignment } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ChosenDialog } from '../../ui/tables/chosen-dialog.tsx';
import { messages } from './messages.ts';

export type EndAssignmentsProps = { chosen: readonly Assignment[]; onEnded: () => void };

/** Ends the selected assignments on a day; assignments that start later are removed. */
export function EndAssignments({ chosen, onEnded }: EndAssignmentsProps) {
  const [open, setOpen] = useState(false);
  const [on, setOn] = useState('');
  const byPlan = new Map<string, string[]>();
  for (const row of chosen) byPlan.set(row.planId, [...(byPlan.get(row.planId) ?? []), row.participantId]);
  const end = useAct({
    act: async (day: string, options) => {
      let ended = 0;
      for (const [planId, participantIds] of byPlan) {
        // one request per plan, each with its own idempotency key
        const context = { idempotencyKey: `${options.context.idempotencyKey}-${planId}` };
        const done = await client.assignments.end({ planId, participantIds, on: day }, { context });
        ended += done.ended + done.removed;
      }
      return ended;
    },
    changes: [keys.assignments, keys.plans, keys.calculations, keys.audit],
    failure: messages.end.failure,
    onDone: (ended) => {
      toast({ title: messages.end.done, text: messages.end.doneText(ended), meaning: 'ok' });
      setOpen(false);
      onEnded();
    },
  });
  return (
    <ChosenDialog
      verb={messages.end.verb}
      noun={messages.end.noun}
      count={chosen.length}
      open={open}
      onOpenChange={setOpen}
      act={{
        disabled: !on,
        busy: end.isPending,
        onClick: () => end.mutate(on),
        children: messages.end.submit,
      }}
    >
      <Field label={messages.end.lastDay} required hint={messages.end.lastDayHint}>
        <DateInput value={on} onChange={(event) => setOn(event.target.value)} />
      </Field>
    </ChosenDialog>
  );
}

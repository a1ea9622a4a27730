import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { Assignment } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatCount } from '../../base/format-number.ts';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ChosenDialog } from '../../ui/tables/chosen-dialog.tsx';

export type EndAssignmentsProps = { chosen: readonly Assignment[]; onEnded: () => void };

/** Ends the chosen assignments on a day; the ones that had not begun by then are removed. */
export function EndAssignments({ chosen, onEnded }: EndAssignmentsProps) {
  const [open, setOpen] = useState(false);
  const [on, setOn] = useState('');
  const byPlan = new Map<string, string[]>();
  for (const row of chosen) byPlan.set(row.planId, [...(byPlan.get(row.planId) ?? []), row.participantId]);
  const end = useAct({
    act: async (day: string, options) => {
      let ended = 0;
      for (const [planId, participantIds] of byPlan) {
        // One request a plan, each with an intent of its own.
        const context = { idempotencyKey: `${options.context.idempotencyKey}-${planId}` };
        const done = await client.assignments.end({ planId, participantIds, on: day }, { context });
        ended += done.ended + done.removed;
      }
      return ended;
    },
    changes: [keys.assignments, keys.plans, keys.calculations, keys.audit],
    failure: 'The assignments could not be ended',
    onDone: (ended) => {
      toast({ title: 'Assignments ended', text: `${formatCount(ended)} ended or removed`, meaning: 'ok' });
      setOpen(false);
      onEnded();
    },
  });
  return (
    <ChosenDialog
      verb="End"
      noun="assignment"
      count={chosen.length}
      open={open}
      onOpenChange={setOpen}
      act={{ disabled: !on, busy: end.isPending, onClick: () => end.mutate(on), children: 'End them' }}
    >
      <Field label="Last day" required hint="Assignments that begin after it are removed">
        <DateInput value={on} onChange={(event) => setOn(event.target.value)} />
      </Field>
    </ChosenDialog>
  );
}

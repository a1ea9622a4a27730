import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { Assignment } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { counted, formatCount } from '../../base/format-number.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';

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
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="sm"
      trigger={
        <Button size="sm" disabled={chosen.length === 0}>
          End {chosen.length > 0 ? formatCount(chosen.length) : ''} chosen
        </Button>
      }
      title={`End ${counted(chosen.length, 'assignment')}`}
      footer={
        <ActFooter disabled={!on} busy={end.isPending} onClick={() => end.mutate(on)}>
          End them
        </ActFooter>
      }
    >
      <Field label="Last day" required hint="Assignments that begin after it are removed">
        <Input type="date" value={on} onChange={(event) => setOn(event.target.value)} />
      </Field>
    </Dialog>
  );
}

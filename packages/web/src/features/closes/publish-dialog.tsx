import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { Close } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';
import { totalText } from './total-text.ts';

/** Asks whether managers or payees see the results of a close. */
export function PublishDialog({ close, onClose }: { close: Close; onClose: () => void }) {
  const due = close.periods.filter(({ published }) => published !== 'payees');
  const isPreviewed = due.every(({ published }) => published === 'managers');
  const [audience, setAudience] = useState<'managers' | 'payees'>(isPreviewed ? 'payees' : 'managers');
  const act = useAct({
    act: client.closes.publish,
    changes: [keys.closes, keys.calculations, keys.statements, keys.standings, keys.audit],
    failure: null,
    onDone: () => {
      toast({ title: messages.publish.done[audience], meaning: 'ok' });
      onClose();
    },
  });
  const { audience: label, audiences, hints } = messages.publish;
  return (
    <ActDialog
      title={messages.publish.title(close.month)}
      description={messages.publish.text(
        due.length,
        due.reduce((all, { payees }) => all + payees, 0),
        totalText(close),
      )}
      act={act}
      label={audiences[audience]}
      onAct={() => act.mutate({ month: close.month, audience })}
      onClose={onClose}
    >
      {isPreviewed && close.signOffs.signed < close.signOffs.all ? (
        <p className="mb-3 text-warn-text">
          {messages.publish.unsigned(close.signOffs.signed, close.signOffs.all)}
        </p>
      ) : null}
      <RadioGroup
        label={label}
        value={audience}
        onValueChange={setAudience}
        choices={[
          { value: 'managers', label: audiences.managers, hint: hints.managers, disabled: isPreviewed },
          { value: 'payees', label: audiences.payees, hint: hints.payees },
        ]}
      />
    </ActDialog>
  );
}

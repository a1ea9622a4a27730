import { type FormEvent, useId, useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { ApprovalDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages, statusWords } from './messages.ts';

type DecideDialogProps = {
  request: ApprovalDetail;
  decision: 'approve' | 'reject';
  onClose: () => void;
  onDone: () => void;
};

/** What a decision can change. */
export const decisionChanges = [
  keys.approvals,
  keys.payments,
  keys.plans,
  keys.adjustments,
  keys.people,
  keys.suggestions,
  keys.assistant,
  keys.notices,
  keys.audit,
];

/** Asks once more before a vote, with amount, count and whether it can be undone. */
export function DecideDialog({ request, decision, onClose, onDone }: DecideDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const rejects = decision === 'reject';
  const act = useAct({
    act: client.approvals.decide,
    changes: decisionChanges,
    failure: null,
    onDone: ({ status, summary }) => {
      toast({ title: statusWords[status].label, text: summary, meaning: rejects ? 'info' : 'ok' });
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = reason.trim();
    act.mutate({ id: request.id, hash: request.hash, decision, ...(given === '' ? {} : { reason: given }) });
  };
  return (
    <ActDialog
      danger={rejects}
      act={act}
      title={rejects ? messages.rejectTitle(request) : messages.approveTitle(request)}
      description={rejects ? messages.rejection(request) : messages.effect(request)}
      label={rejects ? messages.reject : messages.approveLabel}
      disabled={rejects && reason.trim() === ''}
      formId={formId}
      onClose={onClose}
    >
      <form id={formId} onSubmit={submit}>
        <Field label={rejects ? messages.reason : messages.comment} required={rejects}>
          <Textarea
            required={rejects}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </form>
    </ActDialog>
  );
}

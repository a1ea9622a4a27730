import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { PlanDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

/** Asks finance to activate a valid draft; once asked, leads to the request. */
export function SubmitPlan({ plan, maySubmit }: { plan: PlanDetail; maySubmit: boolean }) {
  const [open, setOpen] = useState(false);
  if (plan.approvalId !== null) {
    return (
      <Link className="text-12 text-primary-text underline" {...paths.approval(plan.approvalId)}>
        {messages.submit.waiting}
      </Link>
    );
  }
  if (!maySubmit) return null;
  return (
    <>
      <Button variant="primary" icon={<Send aria-hidden />} onClick={() => setOpen(true)}>
        {messages.submit.action}
      </Button>
      {open ? <SubmitDialog plan={plan} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function SubmitDialog({ plan, onClose }: { plan: PlanDetail; onClose: () => void }) {
  const formId = useId();
  const [note, setNote] = useState('');
  const act = useAct({
    act: client.plans.submit,
    changes: [keys.plans, keys.approvals, keys.audit],
    failure: null,
    onDone: () => {
      toast({ title: messages.submit.done, text: plan.name, meaning: 'ok' });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reason = note.trim();
    act.mutate({ id: plan.id, documentHash: plan.documentHash, ...(reason === '' ? {} : { reason }) });
  };
  return (
    <ActDialog
      act={act}
      title={messages.submit.title(plan.name, plan.version)}
      description={messages.submit.text}
      label={messages.submit.action}
      formId={formId}
      onClose={onClose}
    >
      <form id={formId} onSubmit={submit}>
        <Field label={messages.submit.note}>
          <Textarea maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </form>
    </ActDialog>
  );
}

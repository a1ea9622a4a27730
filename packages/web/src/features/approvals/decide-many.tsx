import { type FormEvent, useId, useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import type { ApprovalOutcomes, ApprovalRequest } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { decisionChanges } from './decide-dialog.tsx';
import { messages, statusWords } from './messages.ts';

type DecideManyProps = {
  requests: readonly ApprovalRequest[];
  decision: 'approve' | 'reject';
  onClose: () => void;
  /** After the votes; the outcomes stay open until the reader closes them. */
  onDone: () => void;
};

const texts = messages.many;

/** Votes on several requests with one reason, and says what became of each. */
export function DecideMany({ requests, decision, onClose, onDone }: DecideManyProps) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const rejects = decision === 'reject';
  const able = requests.filter((one) => rejects || approvable(one));
  const act = useAct({
    act: client.approvals.decideMany,
    changes: decisionChanges,
    failure: null,
    onDone,
  });
  if (act.data) return <Outcomes requests={requests} outcomes={act.data} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = reason.trim();
    act.mutate({
      decision,
      requests: able.map(({ id, hash }) => ({ id, hash })),
      ...(given === '' ? {} : { reason: given }),
    });
  };
  return (
    <ActDialog
      danger={rejects}
      act={act}
      title={texts.title(decision, able)}
      description={texts.description(decision, able)}
      label={texts.act(decision, able.length)}
      disabled={able.length === 0 || (rejects && reason.trim() === '')}
      formId={formId}
      onClose={onClose}
    >
      <ul aria-label={messages.list} className="flex max-h-72 flex-col divide-y overflow-y-auto">
        {requests.map((one) => (
          <li key={one.id} className="flex flex-wrap items-baseline justify-between gap-x-3 py-1.5">
            <span className="min-w-0 break-words">{one.summary}</span>
            <span className="tabular-nums">{messages.amount(one) ?? '—'}</span>
            {able.includes(one) ? null : (
              <span className="w-full text-12 text-warn-text">{texts.alone(one)}</span>
            )}
          </li>
        ))}
      </ul>
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

/** Warnings are read, and questions answered, before an approval. */
const approvable = ({ warningCount, question }: ApprovalRequest) =>
  warningCount === 0 && (question === null || question.mine);

type OutcomesProps = {
  requests: readonly ApprovalRequest[];
  outcomes: ApprovalOutcomes;
  onClose: () => void;
};

function Outcomes({ requests, outcomes: { rows }, onClose }: OutcomesProps) {
  const failed = rows.filter(({ error }) => error !== null).length;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.done(rows.length - failed, failed)}
      footer={
        <Button variant="primary" onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      <ul aria-label={texts.outcomes} className="flex flex-col divide-y">
        {rows.map(({ id, status, error }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3 py-1.5">
            <span className="min-w-0 break-words">{requests.find((one) => one.id === id)?.summary}</span>
            {status === null ? (
              <Badge meaning="bad">{texts.failed}</Badge>
            ) : (
              <Badge meaning={statusWords[status].meaning}>
                {status === 'open' ? texts.voted : statusWords[status].label}
              </Badge>
            )}
            {error === null ? null : <span className="w-full text-bad-text">{error.error}</span>}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageCircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import { dealCheckQuery, disputeQuery, statementDisputesQuery } from '../../api/requests/dispute-queries.ts';
import type { Dispute, Statement } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatDay, localDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { useDebounced } from '../../base/use-debounced.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { AttachFiles, AttachZone } from './attach-files.tsx';
import { adjustmentStates, categoryNames, messages } from './messages.ts';
import { useAttachments } from './use-attachments.ts';

/** Button on a statement that opens a dispute, for users who may. */
export function OpenDispute({ statement }: { statement: Statement }) {
  const may = useMay('open:disputes');
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button icon={<MessageCircleQuestionMark aria-hidden />} onClick={() => setOpen(true)}>
        {messages.open}
      </Button>
      {open ? <DisputeDialog statement={statement} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

type DisputeLineProps = {
  statement: Statement;
  line: Pick<Statement['lines'][number], 'componentId' | 'componentName'>;
  /** One deal of the line. */
  dealId?: string;
};

/** Small button that disputes one line of a statement, or a deal of the line, for users who may. */
export function DisputeLine({ statement, line, dealId }: DisputeLineProps) {
  const may = useMay('open:disputes');
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={messages.openAbout(dealId ?? line.componentName)}
        icon={<MessageCircleQuestionMark aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {messages.open}
      </Button>
      {open ? (
        <DisputeDialog
          {...{ statement, dealId }}
          componentId={line.componentId}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** The unresolved disputes about a statement, and what came of those that were upheld. */
export function StatementDisputes({ statement }: { statement: Statement }) {
  const may = useMay('read:disputes');
  const { run, participant } = statement;
  const { data = [] } = useQuery({ ...statementDisputesQuery(run.id, participant.id), enabled: may });
  return data.map((dispute) =>
    dispute.outcome === 'upheld' ? (
      <Upheld key={dispute.id} id={dispute.id} />
    ) : dispute.status === 'resolved' ? null : (
      <p key={dispute.id} className="rounded-lg border border-warn/50 bg-warn-soft px-4 py-2 text-warn-text">
        {messages.existing}{' '}
        <Link {...paths.dispute(dispute.id)} className="underline">
          {messages.view}
        </Link>
      </p>
    ),
  );
}

function Upheld({ id }: { id: string }) {
  const dispute = useQuery(disputeQuery(id)).data;
  if (!dispute?.resolution) return null;
  const { adjustment, consequence, correction, currency } = dispute;
  const money = (amount: string, signed = false) => formatMoney(amount, { currency, signed });
  const { settled } = messages;
  const { approvals, at } = dispute.resolution;
  const upheldAt = approvals.at(-1)?.at ?? at;
  return (
    <p className="rounded-lg border border-ok/50 bg-ok-soft px-4 py-2 text-ok-text">
      {messages.upheldOn(formatDay(localDay(new Date(upheldAt))))}{' '}
      {adjustment !== null
        ? settled.adjustment(money(adjustment.amount, true), adjustmentStates[adjustment.status])
        : correction !== null
          ? settled.corrected(money(correction.pays), money(correction.change, true))
          : consequence === 'records' || consequence === 'plan'
            ? settled.pending
            : null}{' '}
      <Link {...paths.dispute(id)} className="underline">
        {messages.view}
      </Link>
    </p>
  );
}

const whole = 'whole';
const aboutDeals: readonly Dispute['category'][] = ['missing-deal', 'amount', 'split', 'not-paid'];

type DisputeDialogProps = {
  statement: Statement;
  /** Chosen first. */
  componentId?: string | undefined;
  dealId?: string | undefined;
  onClose: () => void;
};

function DisputeDialog({ statement, onClose, ...first }: DisputeDialogProps) {
  const { run, participant, lines, currency } = statement;
  const onlyLine = lines.length === 1 ? lines[0]?.componentId : undefined;
  const [line, setLine] = useState(first.componentId ?? onlyLine ?? whole);
  const [category, setCategory] = useState<Dispute['category']>(
    first.dealId === undefined ? 'missing-deal' : 'amount',
  );
  const [dealId, setDealId] = useState(first.dealId ?? '');
  const [expected, setExpected] = useState('');
  const [reason, setReason] = useState('');
  const attachments = useAttachments();
  const hasDeal = aboutDeals.includes(category);
  const send = useAct({
    act: client.disputes.open,
    changes: [keys.disputes, keys.audit],
    failure: null,
    onDone: () => {
      toast({ title: messages.sent, text: messages.sentText, meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      act={send}
      title={messages.openTitle}
      description={messages.about({
        participantName: participant.name,
        what: run.planName,
        periodKey: run.period.key,
      })}
      label={messages.send}
      disabled={reason.trim().length < 3 || attachments.isSending || attachments.hasFailed}
      onAct={() =>
        send.mutate({
          calculationId: run.id,
          participantId: participant.id,
          componentId: line === whole ? null : line,
          category,
          dealId: hasDeal && dealId.trim() !== '' ? dealId.trim() : null,
          expected: expected.trim() === '' ? null : expected.trim(),
          reason: reason.trim(),
          files: [...attachments.sent],
        })
      }
      onClose={onClose}
    >
      <AttachZone attachments={attachments}>
        <Field label={messages.fields.line} required>
          <Select
            value={line}
            onValueChange={setLine}
            options={[
              { value: whole, label: messages.fields.wholeStatement },
              ...lines.map(({ componentId, componentName, amount }) => ({
                value: componentId,
                label: componentName,
                hint: formatMoney(amount, { currency }),
              })),
            ]}
          />
        </Field>
        <Field label={messages.fields.category} required>
          <Select
            value={category}
            onValueChange={(value) => setCategory(value as Dispute['category'])}
            options={Object.entries(categoryNames).map(([value, label]) => ({ value, label }))}
          />
        </Field>
        {hasDeal ? (
          <>
            <Field label={messages.fields.deal} hint={messages.fields.dealHint}>
              <Input value={dealId} onChange={(event) => setDealId(event.target.value)} />
            </Field>
            <DealAnswer
              calculationId={run.id}
              participantId={participant.id}
              componentId={line === whole ? null : line}
              dealId={dealId.trim()}
              onExpect={setExpected}
            />
          </>
        ) : null}
        <Field label={messages.fields.expected} hint={messages.fields.expectedHint}>
          <Input inputMode="decimal" value={expected} onChange={(event) => setExpected(event.target.value)} />
        </Field>
        <Field label={messages.fields.reason} required hint={messages.fields.reasonHint}>
          <Textarea value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <AttachFiles attachments={attachments} />
      </AttachZone>
    </ActDialog>
  );
}

type DealAnswerProps = {
  calculationId: string;
  participantId: string;
  componentId: string | null;
  dealId: string;
  onExpect: (pays: string) => void;
};

/** What is known of the typed deal, which often answers the dispute, and what the deal would have paid. */
function DealAnswer({ onExpect, ...input }: DealAnswerProps) {
  const dealId = useDebounced(input.dealId);
  const { data } = useQuery({ ...dealCheckQuery({ ...input, dealId }), enabled: dealId !== '' });
  const answer = dealId === '' ? undefined : data;
  const would = answer?.rows[0]?.wouldPay;
  const pays = would?.pays ?? null;
  return (
    <div
      className={
        answer
          ? 'flex flex-col items-start gap-2 rounded-lg bg-info-soft px-4 py-2 text-info-text'
          : 'sr-only'
      }
    >
      <p role="status">
        {answer
          ? [answer.rows[0]?.message ?? messages.unknownDeal, would?.message].filter(Boolean).join(' ')
          : null}
      </p>
      {would && pays !== null ? (
        <Button size="sm" onClick={() => onExpect(pays)}>
          {messages.expect(formatMoney(pays, { currency: would.currency }))}
        </Button>
      ) : null}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMay, useMe } from '../../api/me.ts';
import { disputeQuery } from '../../api/requests/dispute-queries.ts';
import type { DisputeDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { MessageEntry, MessageForm } from '../../ui/conversation.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { AnswerPanel } from './answer-panel.tsx';
import { AttachFiles, AttachZone, FileLinks } from './attach-files.tsx';
import { EndDispute, type EndOfDispute } from './end-dispute.tsx';
import { adjustmentStates, categoryNames, consequenceNames, messages, stateOf } from './messages.ts';
import { useAttachments } from './use-attachments.ts';

/** One dispute: the pay, the conversation, and what the reader can do next. */
export function DisputeDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(disputeQuery(id));
  const me = useMe().data;
  const isOwnPay = me?.participantId != null && me.participantId === query.data?.participantId;
  const mayResolve = useMay('resolve:disputes') && !isOwnPay;
  const dispute = query.data;
  return (
    <Drawer
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={dispute ? messages.detail.title(dispute) : messages.list.label}
      description={dispute ? messages.detail.what(dispute) : undefined}
      beside={dispute ? <Badge meaning={stateOf(dispute).meaning}>{stateOf(dispute).label}</Badge> : null}
    >
      <Loaded query={query} failure={messages.detail.failure} skeleton={<SkeletonText lines={8} />}>
        {(found) => (
          <div className="flex flex-col gap-5">
            <Facts dispute={found} />
            {mayResolve && found.status !== 'resolved' ? <AnswerPanel dispute={found} /> : null}
            <Conversation dispute={found} />
            {found.status === 'resolved' ? null : <Acts dispute={found} />}
          </div>
        )}
      </Loaded>
    </Drawer>
  );
}

function Facts({ dispute }: { dispute: DisputeDetail }) {
  const { calculationId, participantId, componentId, currency, expected, paid } = dispute;
  const money = (amount: string) => formatMoney(amount, { currency });
  const mayReadLog = useMay('read:audit');
  return (
    <>
      <KeyValueList
        rows={[
          { key: messages.list.paid, value: money(paid), figure: true },
          ...(expected === null
            ? []
            : [{ key: messages.list.expected, value: money(expected), figure: true }]),
          { key: messages.list.category, value: categoryNames[dispute.category] },
          ...(dispute.dealId === null ? [] : [{ key: messages.detail.deal, value: dispute.dealId }]),
          { key: messages.detail.plan, value: `${dispute.planName}, ${dispute.periodKey}` },
          ...(dispute.consequence === null
            ? []
            : [{ key: messages.detail.correction, value: <Correction dispute={dispute} /> }]),
          ...(dispute.adjustment === null
            ? []
            : [
                {
                  key: messages.detail.adjustment,
                  value: <AdjustmentFact adjustment={dispute.adjustment} />,
                },
              ]),
          { key: messages.detail.reviewer, value: dispute.assigneeName ?? messages.detail.nobody },
          ...(dispute.reviewerCalculated
            ? [{ key: messages.ownCalculation, value: messages.ownCalculationHint }]
            : []),
        ]}
      />
      <p className="flex flex-wrap gap-4">
        <Link
          {...paths.statement(calculationId, participantId)}
          className="text-primary-text hover:underline"
        >
          {messages.detail.statement}
        </Link>
        {componentId === null ? null : (
          <Link
            {...paths.line({ runId: calculationId, participantId, componentId })}
            className="text-primary-text hover:underline"
          >
            {messages.detail.line}
          </Link>
        )}
        {mayReadLog
          ? [{ id: dispute.id, label: messages.detail.log }, ...adjustmentLogs(dispute)].map(
              ({ id, label }) => (
                <Link key={id} {...paths.auditOf(id)} className="text-primary-text hover:underline">
                  {label}
                </Link>
              ),
            )
          : null}
      </p>
    </>
  );
}

/** The logs of all adjustments that were proposed, with their numbers if there are several. */
function adjustmentLogs({ adjustment, proposals }: DisputeDetail) {
  const ids = new Set(proposals.map(({ adjustmentId }) => adjustmentId));
  if (adjustment !== null) ids.add(adjustment.id);
  return [...ids].map((id, at) => ({
    id,
    label: messages.detail.adjustmentLog(ids.size === 1 ? null : at + 1),
  }));
}

/** How the pay is put right and, by a calculation, what came of it. */
function Correction({ dispute }: { dispute: DisputeDetail }) {
  const { consequence, correction, currency, participantId } = dispute;
  if (consequence === null) return null;
  const name = consequenceNames[consequence];
  if (consequence === 'adjustment' || consequence === 'none') return name;
  return (
    <span className="flex flex-wrap gap-x-2">
      {name}
      {correction === null ? (
        <span className="text-fg-2">{messages.detail.pending}</span>
      ) : (
        <Link
          {...paths.statement(correction.calculationId, participantId)}
          className="text-primary-text hover:underline"
        >
          {messages.detail.corrected(
            formatMoney(correction.pays, { currency }),
            formatMoney(correction.change, { currency, signed: true }),
          )}
        </Link>
      )}
    </span>
  );
}

type AdjustmentFactProps = { adjustment: NonNullable<DisputeDetail['adjustment']> };

function AdjustmentFact({ adjustment: { amount, currency, status } }: AdjustmentFactProps) {
  // payees find it listed once it is posted
  const isListed = useMay('request:adjustments') || status === 'posted';
  const words = messages.detail.adjustmentWords(formatMoney(amount, { currency }), adjustmentStates[status]);
  if (!isListed) return words;
  return (
    <Link {...paths.adjustments} className="text-primary-text hover:underline">
      {words}
    </Link>
  );
}

/** What was written and decided, from the claim to the outcome. */
function Conversation({ dispute }: { dispute: DisputeDetail }) {
  return (
    <section aria-label={messages.detail.conversation} className="flex flex-col gap-2">
      <h3 className="font-semibold">{messages.detail.conversation}</h3>
      {entriesOf(dispute).map(({ key, ...entry }) => (
        <MessageEntry key={key} {...entry}>
          <FileLinks
            disputeId={dispute.id}
            files={dispute.files.filter(({ messageId }) => (messageId ?? claim) === key)}
          />
        </MessageEntry>
      ))}
    </section>
  );
}

/** Key of the entry that opened the dispute. */
const claim = 'claim';

interface Entry {
  readonly key: string;
  readonly by: string;
  readonly at: string;
  readonly text: string;
  readonly outcome?: string;
}

function entriesOf(dispute: DisputeDetail): readonly Entry[] {
  const { openedBy, createdAt, reason, proposals, resolution } = dispute;
  const { proposal, votes } = messages.detail;
  const proposed = proposals.flatMap((one): Entry[] => {
    const outcome = proposal(
      formatMoney(one.amount, { currency: one.currency }),
      adjustmentStates[one.status],
    );
    return [
      { key: one.adjustmentId, by: one.by, at: one.at, text: one.reason, outcome },
      ...one.votes.map((vote) => ({
        key: `${one.adjustmentId} ${vote.at}`,
        by: messages.detail.voter(vote.by, vote.onBehalfOf),
        ...{ at: vote.at, text: vote.reason ?? '', outcome: votes[vote.decision] },
      })),
    ];
  });
  const written = dispute.messages.map(({ id: key, by, at, message: text }) => ({ key, by, at, text }));
  return [
    { key: claim, by: openedBy, at: createdAt, text: reason },
    ...[...written, ...proposed].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    // reviewers have read the proposal and the votes on it
    ...(resolution === null || (resolution.approvals.length > 0 && proposals.length > 0)
      ? []
      : [
          {
            ...{ key: 'resolution', by: resolution.by, at: resolution.at, text: resolution.reason },
            outcome: stateOf(dispute).label,
          },
          ...resolution.approvals.map((one) => ({
            ...{ key: `approval ${one.at}`, text: '', outcome: votes.approve },
            ...one,
          })),
        ]),
  ];
}

function Acts({ dispute }: { dispute: DisputeDetail }) {
  const me = useMe().data;
  const mayResolve = useMay('resolve:disputes');
  const [end, setEnd] = useState<EndOfDispute>();
  const isOpener = me?.user.username === dispute.opener;
  const isOwnPay = me?.participantId != null && me.participantId === dispute.participantId;
  return (
    <>
      {mayResolve || isOpener || isOwnPay ? (
        <WriteMessage dispute={dispute} to={isOpener || isOwnPay ? 'reviewer' : 'payee'} />
      ) : null}
      {mayResolve && !isOwnPay && dispute.waitingOn === 'approver' ? (
        <p className="text-fg-2">{messages.detail.waits}</p>
      ) : null}
      {mayResolve && isOwnPay ? <p className="text-fg-2">{messages.detail.ownPay}</p> : null}
      <div className="flex flex-wrap gap-2">
        {mayResolve && !isOwnPay && me && dispute.assignee !== me.user.username ? (
          <TakeOver id={dispute.id} username={me.user.username} />
        ) : null}
        {mayResolve && !isOwnPay && dispute.waitingOn !== 'approver' ? (
          <>
            <Button variant="primary" onClick={() => setEnd('upheld')}>
              {messages.detail.uphold}
            </Button>
            <Button onClick={() => setEnd('dismissed')}>{messages.detail.dismiss}</Button>
          </>
        ) : null}
        {isOpener ? <Button onClick={() => setEnd('withdrawn')}>{messages.detail.withdraw}</Button> : null}
      </div>
      {end ? <EndDispute dispute={dispute} end={end} onClose={() => setEnd(undefined)} /> : null}
    </>
  );
}

function TakeOver({ id, username }: { id: string; username: string }) {
  const take = useAct({
    act: client.disputes.assign,
    changes: [keys.disputes, keys.audit],
    failure: messages.detail.takeFailure,
  });
  return (
    <Button busy={take.isPending} onClick={() => take.mutate({ id, assignee: username })}>
      {messages.detail.take}
    </Button>
  );
}

function WriteMessage({ dispute: { id }, to }: { dispute: DisputeDetail; to: 'reviewer' | 'payee' }) {
  const write = useAct({
    act: client.disputes.write,
    changes: [keys.disputes, keys.audit],
    failure: messages.detail.sendFailure,
  });
  const attachments = useAttachments();
  return (
    <AttachZone attachments={attachments}>
      <MessageForm
        label={messages.detail.messageTo[to]}
        send={messages.detail.send}
        busy={write.isPending || attachments.isSending}
        disabled={attachments.hasFailed}
        onSend={(message, done) =>
          write.mutate(
            { id, message, files: [...attachments.sent] },
            {
              onSuccess: () => {
                attachments.clear();
                done();
              },
            },
          )
        }
      >
        <AttachFiles attachments={attachments} />
      </MessageForm>
    </AttachZone>
  );
}

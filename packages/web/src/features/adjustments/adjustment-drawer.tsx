import { adjustmentWords } from '@attain/domain/payments/ledger-words';
import { Link } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay, useMe } from '../../api/me.ts';
import type { Adjustment } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { StatusBadge } from './adjustment-table.tsx';
import { messages } from './messages.ts';

/** An adjustment with its approval and the payments that pay it; until then it can be withdrawn. */
export function AdjustmentDrawer({ adjustment, onClose }: { adjustment: Adjustment; onClose: () => void }) {
  const { importId } = adjustment;
  // one of a file that waits is withdrawn with the file
  const isOpen = adjustment.status === 'approved' || (adjustment.status === 'submitted' && importId === null);
  const isOwn = useMe().data?.user.username === adjustment.creator;
  const [mayAdjust, mayRequest] = [useMay('adjust:payments'), useMay('request:adjustments')];
  const mayWithdraw = (mayAdjust || (mayRequest && isOwn)) && isOpen;
  const mayOpenFile = useMay('read:imports') && importId !== null;
  const { participantName, amount, currency, kind, countsAs, dealId, payFrom, reason, line } = adjustment;
  const withdraw = useAct({
    act: client.adjustments.withdraw,
    changes: [keys.adjustments, keys.approvals, keys.payments, keys.audit],
    failure: messages.adjustment.withdrawFailure,
    onDone: () => {
      toast({ title: messages.adjustment.withdrawn, text: participantName, meaning: 'ok' });
      onClose();
    },
  });
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.adjustment.title(participantName)}
      beside={<StatusBadge status={adjustment.status} />}
    >
      <div className="flex flex-col gap-5">
        <KeyValueList
          rows={[
            { key: messages.adjustment.amount, value: formatMoney(amount, { currency }), figure: true },
            { key: messages.adjustment.kind, value: adjustmentWords[kind] },
            ...(line === null
              ? []
              : [{ key: messages.override.line, value: <LineFact line={line} of={adjustment} /> }]),
            {
              key: messages.adjustment.countsAs,
              value: countsAs === 'earnings' ? messages.adjustment.earnings : messages.adjustment.payment,
            },
            ...(dealId === null ? [] : [{ key: messages.adjustment.deal, value: dealId }]),
            { key: messages.reason, value: reason },
            {
              key: messages.adjustment.payments,
              value:
                adjustment.periodKey ?? (payFrom ? formatDay(payFrom) : messages.adjustment.nextPayments),
            },
            {
              key: messages.adjustment.entered,
              value: `${adjustment.createdBy}, ${formatMoment(adjustment.createdAt)}`,
            },
          ]}
        />
        <div className="flex flex-wrap gap-2">
          <Link className={buttonLook({})} {...paths.approval(adjustment.approvalId)}>
            {messages.adjustment.approval}
          </Link>
          {mayOpenFile ? (
            <Link className={buttonLook({})} {...paths.import(importId)}>
              {messages.adjustment.file}
            </Link>
          ) : null}
          {mayWithdraw ? (
            <Button
              variant="danger"
              busy={withdraw.isPending}
              onClick={() => withdraw.mutate({ id: adjustment.id })}
            >
              {messages.adjustment.withdraw}
            </Button>
          ) : null}
        </div>
      </div>
    </Drawer>
  );
}

type LineFactProps = { line: NonNullable<Adjustment['line']>; of: Adjustment };

function LineFact({ line, of: { participantId, currency } }: LineFactProps) {
  const { calculationId, componentId, componentName, planName, periodKey, pays, shouldPay } = line;
  const money = (amount: string) => formatMoney(amount, { currency });
  return (
    <>
      <Link
        {...paths.line({ runId: calculationId, participantId, componentId })}
        className="text-primary-text hover:underline"
      >
        {`${componentName}, ${planName}, ${periodKey}`}
      </Link>
      {`: ${messages.override.words(money(shouldPay), money(pays))}`}
    </>
  );
}

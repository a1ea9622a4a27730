import { Link } from '@tanstack/react-router';
import { Calculator, Send } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Close } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

/** Calculates what is missing or out of date, or publishes once everything is up to date. */
export function CloseActs({ close }: { close: Close }) {
  const mayRun = useMay('run:calculations');
  const mayPublish = useMay('publish:calculations');
  const [publishing, setPublishing] = useState(false);
  const calculate = useAct({
    act: client.closes.calculate,
    changes: [keys.closes, keys.calculations, keys.audit],
    failure: messages.calculate.failure,
    onDone: ({ started, notStarted }) => {
      const [first] = notStarted;
      if (first === undefined) toast({ title: messages.calculate.done(started), meaning: 'ok' });
      else
        toast({
          title: messages.calculate.notStarted(notStarted.length),
          text: messages.calculate.reason(first),
          meaning: 'bad',
        });
    },
  });
  const isCurrent = close.periods.every(({ calculation }) => calculation === 'current');
  const isRunning = close.periods.some(({ calculation }) => calculation === 'running');
  const isPublished = close.periods.every(({ published }) => published === 'payees');
  return (
    <>
      {mayRun && !isCurrent ? (
        <Button
          variant="primary"
          icon={<Calculator aria-hidden />}
          busy={calculate.isPending || isRunning}
          onClick={() => calculate.mutate({ month: close.month })}
        >
          {messages.calculate.label}
        </Button>
      ) : null}
      {mayPublish && isCurrent && !isPublished ? (
        <Button variant="primary" icon={<Send aria-hidden />} onClick={() => setPublishing(true)}>
          {messages.publish.label}
        </Button>
      ) : null}
      <PaymentLink close={close} />
      {publishing ? <PublishDialog close={close} onClose={() => setPublishing(false)} /> : null}
    </>
  );
}

/** The way to the payments, once they are the next step. */
function PaymentLink({ close }: { close: Close }) {
  const mayMake = useMay('make:payments');
  const mayApprove = useMay('approve:payments');
  const next = close.steps.find(({ state }) => state !== 'done')?.step;
  if (next === 'pay' && mayMake)
    return (
      <Link className={buttonLook({ variant: 'primary' })} {...paths.paymentRuns}>
        {messages.steps.names.pay}
      </Link>
    );
  const payment = close.periods.find((one) => one.payment !== null)?.payment;
  if (!payment || !mayApprove || (next !== 'approve' && next !== 'post' && next !== 'paid')) return null;
  return (
    <Link className={buttonLook({ variant: 'primary' })} {...paths.payments(payment.id)}>
      {messages.openPayments}
    </Link>
  );
}

function PublishDialog({ close, onClose }: { close: Close; onClose: () => void }) {
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

/** The pay of a close by currency, or why it is hidden. */
export function totalText({ totals }: Pick<Close, 'totals'>): string {
  if (totals === null) return messages.tiles.hidden;
  if (totals.length === 0) return '—';
  return totals.map(({ currency, amount }) => formatMoney(amount, { currency })).join(' + ');
}

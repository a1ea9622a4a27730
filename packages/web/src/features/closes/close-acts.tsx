import { daysToPay } from '@attain/domain/closes/days-to-pay';
import { Link } from '@tanstack/react-router';
import { Calculator, Send } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import { isCalculating } from '../../api/requests/close-queries.ts';
import type { Close } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { paths } from '../../paths.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const PublishDialog = lazy(async () => ({ default: (await import('./publish-dialog.tsx')).PublishDialog }));

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
  const isRunning = isCalculating(close);
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
      <PaymentLink close={close} isNext={isCurrent} />
      <Suspense fallback={null}>
        {publishing ? <PublishDialog close={close} onClose={() => setPublishing(false)} /> : null}
      </Suspense>
    </>
  );
}

const paySteps: readonly string[] = ['pay', 'approve', 'post', 'paid'];

/** The way to the payments, once pay is published; the main button unless there is something to calculate. */
function PaymentLink({ close, isNext }: { close: Close; isNext: boolean }) {
  const mayMake = useMay('make:payments');
  const mayApprove = useMay('approve:payments');
  if (!close.periods.every(({ published }) => published === 'payees')) return null;
  // exceptions and disputes block nothing
  const className = buttonLook({ variant: isNext ? 'primary' : 'secondary' });
  const next = close.steps.find(({ step, state }) => paySteps.includes(step) && state !== 'done')?.step;
  if (next === 'pay' && mayMake)
    return (
      <Link className={className} {...paths.payPeriod(daysToPay(close, close.periods))}>
        {messages.steps.names.pay}
      </Link>
    );
  const payment = close.periods.find((one) => one.payment !== null)?.payment;
  if (!payment || !(mayApprove || mayMake)) return null;
  return (
    <Link className={className} {...paths.payments(payment.id)}>
      {messages.openPayments}
    </Link>
  );
}

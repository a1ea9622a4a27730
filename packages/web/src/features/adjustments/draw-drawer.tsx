import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Draw } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

/** A draw with its terms, balance and end date. */
export function DrawDrawer({ draw, onClose }: { draw: Draw; onClose: () => void }) {
  const may = useMay('adjust:payments');
  const money = (amount: string) => formatMoney(amount, { currency: draw.currency });
  const { recovery } = draw;
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.draw.title(draw.participantName)}
    >
      <div className="flex flex-col gap-5">
        <KeyValueList
          rows={[
            {
              key: messages.draw.kind,
              value: draw.kind === 'recoverable' ? messages.draw.recoverable : messages.draw.guarantee,
            },
            {
              key: messages.draw.amount,
              value: messages.draw.amountPer(money(draw.amount), draw.per),
              figure: true,
            },
            {
              key: messages.draw.days,
              value: `${formatDay(draw.from)} – ${draw.to ? formatDay(draw.to) : messages.draw.noEnd}`,
            },
            {
              key: messages.draw.components,
              value: draw.componentIds?.join(', ') ?? messages.draw.allComponents,
            },
            ...(recovery?.from ? [{ key: messages.draw.recoverFrom, value: formatDay(recovery.from) }] : []),
            ...(recovery?.earningsPercent
              ? [{ key: messages.draw.maxPercent, value: `${recovery.earningsPercent}%`, figure: true }]
              : []),
            ...(recovery?.atMost
              ? [{ key: messages.draw.maxTotal, value: money(recovery.atMost), figure: true }]
              : []),
            { key: messages.draw.advanced, value: money(draw.advanced), figure: true },
            { key: messages.draw.recovered, value: money(draw.recovered), figure: true },
            { key: messages.draw.balance, value: money(draw.balance), figure: true },
            { key: messages.draw.reason, value: draw.reason },
            { key: messages.draw.granted, value: `${draw.createdBy}, ${formatMoment(draw.createdAt)}` },
          ]}
        />
        {may && draw.to === null ? <EndDraw draw={draw} onEnded={onClose} /> : null}
      </div>
    </Drawer>
  );
}

function EndDraw({ draw, onEnded }: { draw: Draw; onEnded: () => void }) {
  const [on, setOn] = useState('');
  const [reason, setReason] = useState('');
  const end = useAct({
    act: client.draws.end,
    changes: [keys.adjustments, keys.payments, keys.audit],
    failure: messages.draw.endFailure,
    onDone: () => {
      toast({ title: messages.draw.ended, text: draw.participantName, meaning: 'ok' });
      onEnded();
    },
  });
  return (
    <section aria-label={messages.draw.end} className="flex flex-col gap-3 rounded-lg border p-4">
      <h3 className="font-semibold">{messages.draw.end}</h3>
      <Field label={messages.draw.lastDay} required hint={messages.draw.lastDayHint}>
        <DateInput value={on} onChange={(event) => setOn(event.target.value)} />
      </Field>
      <Field label={messages.draw.reason} required>
        <Input value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Button
        variant="primary"
        disabled={!on || reason.trim().length < 3}
        busy={end.isPending}
        onClick={() => end.mutate({ id: draw.id, on, reason })}
      >
        {messages.draw.end}
      </Button>
    </section>
  );
}

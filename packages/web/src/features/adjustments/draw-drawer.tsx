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

/** One draw: its terms, its balance, and the day on which it ends. */
export function DrawDrawer({ draw, onClose }: { draw: Draw; onClose: () => void }) {
  const may = useMay('adjust:payments');
  const money = (amount: string) => formatMoney(amount, { currency: draw.currency });
  const { recovery } = draw;
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={`Draw of ${draw.participantName}`}>
      <div className="flex flex-col gap-5">
        <KeyValueList
          rows={[
            { key: 'Kind', value: draw.kind === 'recoverable' ? 'Recoverable' : 'Guarantee, not paid back' },
            { key: 'Amount', value: `${money(draw.amount)} a ${draw.per}`, figure: true },
            { key: 'Days', value: `${formatDay(draw.from)} – ${draw.to ? formatDay(draw.to) : 'open'}` },
            { key: 'Earnings that count', value: draw.componentIds?.join(', ') ?? 'all' },
            ...(recovery?.from ? [{ key: 'Recovered from', value: formatDay(recovery.from) }] : []),
            ...(recovery?.earningsPercent
              ? [{ key: 'At most of earnings', value: `${recovery.earningsPercent}%`, figure: true }]
              : []),
            ...(recovery?.atMost
              ? [{ key: 'At most in all', value: money(recovery.atMost), figure: true }]
              : []),
            { key: 'Advanced', value: money(draw.advanced), figure: true },
            { key: 'Recovered', value: money(draw.recovered), figure: true },
            { key: 'Balance', value: money(draw.balance), figure: true },
            { key: 'Reason', value: draw.reason },
            { key: 'Granted', value: `${draw.createdBy}, ${formatMoment(draw.createdAt)}` },
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
    failure: 'The draw could not be ended',
    onDone: () => {
      toast({ title: 'Draw ended', text: draw.participantName, meaning: 'ok' });
      onEnded();
    },
  });
  return (
    <section aria-label="End this draw" className="flex flex-col gap-3 rounded-lg border p-4">
      <h3 className="font-semibold">End this draw</h3>
      <Field label="Last day" required hint="What it has advanced is recovered on">
        <DateInput value={on} onChange={(event) => setOn(event.target.value)} />
      </Field>
      <Field label="Reason" required>
        <Input value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Button
        variant="primary"
        disabled={!on || reason.trim().length < 3}
        busy={end.isPending}
        onClick={() => end.mutate({ id: draw.id, on, reason })}
      >
        End the draw
      </Button>
    </section>
  );
}

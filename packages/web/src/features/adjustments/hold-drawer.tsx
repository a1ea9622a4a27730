import type { ReleaseEvent } from '@attain/domain/payments/payment';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Hold } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { heldText, holdText, untilText } from './hold-table.tsx';
import { messages } from './messages.ts';

/** A hold with its reason, held amount and releases, and a form that releases it. */
export function HoldDrawer({ hold, onClose }: { hold: Hold; onClose: () => void }) {
  const may = useMay('adjust:payments');
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={messages.hold.title(holdText(hold))}>
      <div className="flex flex-col gap-5">
        <KeyValueList
          rows={[
            { key: messages.hold.heldNow, value: heldText(hold), figure: true },
            { key: messages.hold.share, value: `${hold.percent}%`, figure: true },
            { key: messages.hold.until, value: untilText(hold) },
            { key: messages.hold.reason, value: hold.reason },
            { key: messages.hold.placed, value: `${hold.createdBy}, ${formatMoment(hold.createdAt)}` },
          ]}
        />
        <section aria-label={messages.hold.releases} className="flex flex-col gap-2">
          <h3 className="font-semibold">{messages.hold.releases}</h3>
          {hold.releases.length === 0 ? <p className="text-fg-2">{messages.hold.noReleases}</p> : null}
          {hold.releases.map((one) => (
            <div key={one.id} className="rounded-lg border px-3 py-2">
              <p>
                <span className="figures font-medium">{one.percent}%</span>{' '}
                {one.event === 'decision' ? null : `${messages.hold.events[one.event]}: `}
                {one.reason}
              </p>
              <p className="text-12 text-fg-2">
                {one.by}, {formatMoment(one.at)} ·{' '}
                {one.runId ? messages.hold.inPayments : messages.hold.inNext}
              </p>
            </div>
          ))}
        </section>
        {may && hold.open ? <ReleaseHold hold={hold} onReleased={onClose} /> : null}
      </div>
    </Drawer>
  );
}

type Happened = Exclude<ReleaseEvent, 'day'>;
const happened: readonly Happened[] = ['decision', 'cash-received', 'go-live'];

function ReleaseHold({ hold, onReleased }: { hold: Hold; onReleased: () => void }) {
  const [percent, setPercent] = useState('100');
  const [event, setEvent] = useState<Happened>(hold.releaseEvent === 'day' ? 'decision' : hold.releaseEvent);
  const [reason, setReason] = useState('');
  const release = useAct({
    act: client.holds.release,
    changes: [keys.adjustments, keys.payments, keys.audit],
    failure: messages.hold.releaseFailure,
    onDone: () => {
      toast({ title: messages.hold.released, text: messages.hold.releasedText, meaning: 'ok' });
      onReleased();
    },
  });
  return (
    <section aria-label={messages.hold.release} className="flex flex-col gap-3 rounded-lg border p-4">
      <h3 className="font-semibold">{messages.hold.release}</h3>
      <Field label={messages.hold.releaseShare} required hint={messages.hold.releaseShareHint}>
        <Input inputMode="decimal" value={percent} onChange={(event) => setPercent(event.target.value)} />
      </Field>
      <Field label={messages.hold.event} required>
        <Select
          value={event}
          onValueChange={(value) => setEvent(value as Happened)}
          options={happened.map((value) => ({ value, label: messages.hold.events[value] }))}
        />
      </Field>
      <Field label={messages.hold.reason} required>
        <Input value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Button
        variant="primary"
        disabled={!percent || reason.trim().length < 3}
        busy={release.isPending}
        onClick={() => release.mutate({ id: hold.id, percent: percent.trim(), event, reason })}
      >
        {messages.hold.release}
      </Button>
    </section>
  );
}

import { releaseWords } from '@attain/domain/payments/ledger-words';
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
import { asLabel, heldText, holdText, untilText } from './hold-table.tsx';

/** One hold: why, how much it keeps back, what was released of it, and the release. */
export function HoldDrawer({ hold, onClose }: { hold: Hold; onClose: () => void }) {
  const may = useMay('adjust:payments');
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={`Hold on ${holdText(hold)}`}>
      <div className="flex flex-col gap-5">
        <KeyValueList
          rows={[
            { key: 'Held now', value: heldText(hold), figure: true },
            { key: 'Share', value: `${hold.percent}%`, figure: true },
            { key: 'Held until', value: untilText(hold) },
            { key: 'Reason', value: hold.reason },
            { key: 'Placed', value: `${hold.createdBy}, ${formatMoment(hold.createdAt)}` },
          ]}
        />
        <section aria-label="Releases" className="flex flex-col gap-2">
          <h3 className="font-semibold">Releases</h3>
          {hold.releases.length === 0 ? <p className="text-fg-2">Nothing was released yet.</p> : null}
          {hold.releases.map((one) => (
            <div key={one.id} className="rounded-lg border px-3 py-2">
              <p>
                <span className="figures font-medium">{one.percent}%</span>{' '}
                {one.event === 'decision' ? null : `${releaseWords[one.event].happened}: `}
                {one.reason}
              </p>
              <p className="text-12 text-fg-2">
                {one.by}, {formatMoment(one.at)} ·{' '}
                {one.runId ? 'in payments' : 'comes into the next payments'}
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
    failure: 'The hold could not be released',
    onDone: () => {
      toast({ title: 'Hold released', text: 'The next payments pay it', meaning: 'ok' });
      onReleased();
    },
  });
  return (
    <section aria-label="Release this hold" className="flex flex-col gap-3 rounded-lg border p-4">
      <h3 className="font-semibold">Release this hold</h3>
      <Field label="Share in percent" required hint="Of what it holds; 100 ends the hold">
        <Input inputMode="decimal" value={percent} onChange={(event) => setPercent(event.target.value)} />
      </Field>
      <Field label="What has happened" required>
        <Select
          value={event}
          onValueChange={(value) => setEvent(value as Happened)}
          options={happened.map((value) => ({ value, label: asLabel(releaseWords[value].happened) }))}
        />
      </Field>
      <Field label="Reason" required>
        <Input value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Button
        variant="primary"
        disabled={!percent || reason.trim().length < 3}
        busy={release.isPending}
        onClick={() => release.mutate({ id: hold.id, percent: percent.trim(), event, reason })}
      >
        Release
      </Button>
    </section>
  );
}

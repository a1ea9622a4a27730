import { releaseWords } from '@attain/domain/payments/ledger-words';
import { RELEASE_EVENTS, type ReleaseEvent } from '@attain/domain/payments/payment';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { planQuery, plansQuery } from '../../api/queries.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { asLabel } from './hold-table.tsx';
import { ParticipantField } from './participant-field.tsx';

type On = 'deal' | 'payee' | 'component' | 'period';

/** The button and dialog that hold pay back. */
export function PlaceHold() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<Lock aria-hidden />} onClick={() => setOpen(true)}>
        Place a hold
      </Button>
      {open ? <HoldDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function HoldDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState<On>('deal');
  const [what, setWhat] = useState({
    dealId: '',
    participantId: '',
    planId: '',
    componentId: '',
    periodKey: '',
  });
  const [percent, setPercent] = useState('100');
  const [releaseEvent, setReleaseEvent] = useState<ReleaseEvent>('decision');
  const [releaseOn, setReleaseOn] = useState('');
  const [reason, setReason] = useState('');
  const place = useAct({
    act: client.holds.place,
    changes: [keys.adjustments, keys.payments, keys.audit],
    failure: null,
    onDone: () => {
      toast({ title: 'Hold placed', text: 'The next payments keep it back', meaning: 'ok' });
      onClose();
    },
  });
  const chosen = {
    deal: { dealId: what.dealId.trim() },
    payee: { participantId: what.participantId },
    component: { planId: what.planId, componentId: what.componentId },
    period: { periodKey: what.periodKey.trim() },
  }[on];
  const dated = releaseEvent === 'day';
  const ready =
    Object.values(chosen).every(Boolean) &&
    percent &&
    reason.trim().length > 2 &&
    !(dated && releaseOn === '');
  const issues = place.error instanceof HttpError ? place.error.issues : [];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Place a hold"
      description="What it matches is earned, but kept back from the next payments until it is released."
      footer={
        <ActFooter
          disabled={!ready}
          busy={place.isPending}
          onClick={() =>
            place.mutate({
              ...chosen,
              ...{ percent: percent.trim(), reason, releaseEvent },
              releaseOn: dated ? releaseOn : null,
            })
          }
        >
          Place the hold
        </ActFooter>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Hold on" required>
          <Select
            value={on}
            onValueChange={(value) => setOn(value as On)}
            options={[
              { value: 'deal', label: 'A deal' },
              { value: 'payee', label: 'A payee' },
              { value: 'component', label: 'A component of a plan' },
              { value: 'period', label: 'A period' },
            ]}
          />
        </Field>
        {on === 'deal' ? (
          <Field label="Deal" required hint="Its id, as in Crediting & Territories">
            <Input
              value={what.dealId}
              onChange={(event) => setWhat({ ...what, dealId: event.target.value })}
            />
          </Field>
        ) : null}
        {on === 'payee' ? (
          <ParticipantField
            value={what.participantId}
            onValueChange={(participantId) => setWhat({ ...what, participantId })}
          />
        ) : null}
        {on === 'component' ? (
          <ComponentFields value={what} onValueChange={(change) => setWhat({ ...what, ...change })} />
        ) : null}
        {on === 'period' ? (
          <Field label="Period" required hint="As the calculation names it, like 2024-Q1">
            <Input
              value={what.periodKey}
              onChange={(event) => setWhat({ ...what, periodKey: event.target.value })}
            />
          </Field>
        ) : null}
        <Field label="Share in percent" required>
          <Input inputMode="decimal" value={percent} onChange={(event) => setPercent(event.target.value)} />
        </Field>
        <Field label="Held until" required>
          <Select
            value={releaseEvent}
            onValueChange={(value) => setReleaseEvent(value as ReleaseEvent)}
            options={RELEASE_EVENTS.map((value) => ({ value, label: asLabel(releaseWords[value].until) }))}
          />
        </Field>
        {dated ? (
          <Field label="Day" required hint="The payments of the period it lies in release all of it">
            <DateInput value={releaseOn} onChange={(event) => setReleaseOn(event.target.value)} />
          </Field>
        ) : null}
        <Field label="Reason" required hint="The payee reads it on the statement">
          <Input value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <ProblemList problems={issues} title={place.isError ? describeError(place.error) : undefined} />
      </div>
    </Dialog>
  );
}

type Component = { planId: string; componentId: string };

function ComponentFields({
  value,
  onValueChange,
}: {
  value: Component;
  onValueChange: (value: Component) => void;
}) {
  const plans = useQuery(plansQuery());
  const plan = useQuery({ ...planQuery(value.planId), enabled: value.planId !== '' });
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Plan" required>
        <Select
          value={value.planId}
          onValueChange={(planId) => onValueChange({ planId, componentId: '' })}
          placeholder="Choose a plan…"
          options={(plans.data?.rows ?? []).map((one) => ({ value: one.id, label: one.name }))}
        />
      </Field>
      <Field label="Component" required>
        <Select
          value={value.componentId}
          disabled={!plan.data}
          onValueChange={(componentId) => onValueChange({ ...value, componentId })}
          placeholder="Choose a component…"
          options={(plan.data?.document.components ?? []).map((one) => ({ value: one.id, label: one.name }))}
        />
      </Field>
    </div>
  );
}

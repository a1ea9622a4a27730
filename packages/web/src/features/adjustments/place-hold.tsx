import { RELEASE_EVENTS, type ReleaseEvent } from '@attain/domain/payments/payment';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { planQuery, plansQuery } from '../../api/queries.ts';
import { ParticipantField } from '../../api/requests/participant-field.tsx';
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
import { messages } from './messages.ts';

type On = 'deal' | 'payee' | 'component' | 'period';

/** Button and dialog that place a hold on pay. */
export function PlaceHold() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<Lock aria-hidden />} onClick={() => setOpen(true)}>
        {messages.place.open}
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
      toast({ title: messages.place.done, text: messages.place.doneText, meaning: 'ok' });
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
      title={messages.place.open}
      description={messages.place.description}
      footer={
        <ActFooter
          disabled={!ready}
          busy={place.isPending}
          onClick={() =>
            place.mutate({
              ...chosen,
              percent: percent.trim(),
              reason,
              releaseEvent,
              releaseOn: dated ? releaseOn : null,
            })
          }
        >
          {messages.place.open}
        </ActFooter>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={messages.place.on} required>
          <Select
            value={on}
            onValueChange={(value) => setOn(value as On)}
            options={[
              { value: 'deal', label: messages.place.onChoices.deal },
              { value: 'payee', label: messages.place.onChoices.payee },
              { value: 'component', label: messages.place.onChoices.component },
              { value: 'period', label: messages.place.onChoices.period },
            ]}
          />
        </Field>
        {on === 'deal' ? (
          <Field label={messages.place.deal} required hint={messages.place.dealHint}>
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
          <Field label={messages.place.period} required hint={messages.place.periodHint}>
            <Input
              value={what.periodKey}
              onChange={(event) => setWhat({ ...what, periodKey: event.target.value })}
            />
          </Field>
        ) : null}
        <Field label={messages.place.share} required>
          <Input inputMode="decimal" value={percent} onChange={(event) => setPercent(event.target.value)} />
        </Field>
        <Field label={messages.place.until} required>
          <Select
            value={releaseEvent}
            onValueChange={(value) => setReleaseEvent(value as ReleaseEvent)}
            options={RELEASE_EVENTS.map((value) => ({ value, label: messages.holds.untilEvent[value] }))}
          />
        </Field>
        {dated ? (
          <Field label={messages.place.releaseDate} required hint={messages.place.releaseDateHint}>
            <DateInput value={releaseOn} onChange={(event) => setReleaseOn(event.target.value)} />
          </Field>
        ) : null}
        <Field label={messages.reason} required hint={messages.reasonHint}>
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
      <Field label={messages.place.plan} required>
        <Select
          value={value.planId}
          onValueChange={(planId) => onValueChange({ planId, componentId: '' })}
          placeholder={messages.place.choosePlan}
          options={(plans.data?.rows ?? []).map((one) => ({ value: one.id, label: one.name }))}
        />
      </Field>
      <Field label={messages.place.component} required>
        <Select
          value={value.componentId}
          disabled={!plan.data}
          onValueChange={(componentId) => onValueChange({ ...value, componentId })}
          placeholder={messages.place.chooseComponent}
          options={(plan.data?.document.components ?? []).map((one) => ({ value: one.id, label: one.name }))}
        />
      </Field>
    </div>
  );
}

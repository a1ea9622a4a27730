import { daysOf } from '@attain/domain/base/period';
import { useQuery } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { runsQuery } from '../../api/queries.ts';
import { paymentPreviewQuery, paymentRunsQuery } from '../../api/requests/payment-queries.ts';
import type { PaymentRun, Run } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatDay } from '../../base/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { messages } from './messages.ts';
import { OutdatedList } from './outdated-note.tsx';
import { PaymentPreviewTable } from './payment-preview-table.tsx';

type MakePaymentsProps = {
  /** The days to pay: the dialog is open. */
  period: string | undefined;
  onMade: (run: PaymentRun) => void;
  onClose: () => void;
};

/** Button and dialog that create the payment run of a period. */
export function MakePayments({ period, onMade, onClose }: MakePaymentsProps) {
  const [asked, setOpen] = useState(false);
  const open = asked || period !== undefined;
  const close = () => {
    setOpen(false);
    onClose();
  };
  return (
    <>
      <Button variant="primary" icon={<HandCoins aria-hidden />} onClick={() => setOpen(true)}>
        {messages.create.open}
      </Button>
      {open ? <MakeDialog key={period} given={period} onMade={onMade} onClose={close} /> : null}
    </>
  );
}

type MakeDialogProps = Omit<MakePaymentsProps, 'period'> & { given: string | undefined };

function MakeDialog({ given, onMade, onClose }: MakeDialogProps) {
  const [kind, setKind] = useState<'calculated' | 'other'>('calculated');
  const [chosen, setChosen] = useState<string | null>(given ?? null);
  const [other, setOther] = useState('');
  const runs = useQuery(runsQuery());
  const made = useQuery(paymentRunsQuery());
  const periods = calculatedPeriods(runs.data?.rows ?? []);
  const next = made.isSuccess ? nextPeriod(periods, made.data.rows) : null;
  const key = chosen ?? next?.days ?? '';
  const period = kind === 'calculated' ? key : other.trim();
  const [confirmed, setConfirmed] = useState(false);
  const [reason, setReason] = useState('');
  const preview = useQuery({ ...paymentPreviewQuery(period), enabled: period !== '' }).data;
  const outdated = preview?.sources.filter(({ changes }) => changes.length > 0) ?? [];
  const acknowledged = outdated.length === 0 || (confirmed && reason.trim() !== '');
  const make = useAct({
    act: client.payments.make,
    changes: [keys.payments, keys.adjustments, keys.audit],
    failure: null,
    onDone: onMade,
  });
  return (
    <ActDialog
      act={make}
      title={messages.create.open}
      description={messages.create.description}
      label={messages.create.open}
      disabled={!period || !acknowledged || (preview?.blocked ?? null) !== null}
      onAct={() =>
        make.mutate(
          outdated.length === 0
            ? { period }
            : { period, outdated: outdated.map(({ calculationId }) => calculationId), reason: reason.trim() },
        )
      }
      onClose={onClose}
    >
      <div>
        <SegmentedControl
          label={messages.create.periodKind}
          value={kind}
          onValueChange={setKind}
          segments={[
            { value: 'calculated', label: messages.create.calculated },
            { value: 'other', label: messages.create.other },
          ]}
        />
      </div>
      {kind === 'calculated' ? (
        <Field label={messages.create.period} required>
          <Select
            value={key}
            onValueChange={setChosen}
            placeholder={runs.isPending ? messages.create.loadingPeriods : messages.create.choosePeriod}
            options={[
              ...periods.map((one) => ({
                value: one.days,
                label: one.key,
                hint: one.shared
                  ? `${formatDay(one.from)} – ${formatDay(one.to)}, ${one.plans.join(', ')}`
                  : `${formatDay(one.from)} – ${formatDay(one.to)}`,
              })),
              // days of a close that no calculation has
              ...(key === '' || periods.some(({ days }) => days === key)
                ? []
                : [{ value: key, label: key.split('..').map(formatDay).join(' – ') }]),
            ]}
          />
        </Field>
      ) : (
        <Field label={messages.create.period} required hint={messages.create.periodHint}>
          <Input value={other} onChange={(event) => setOther(event.target.value)} />
        </Field>
      )}
      {preview ? <PaymentPreviewTable preview={preview} /> : null}
      {outdated.length > 0 ? (
        <>
          <div role="alert" className="rounded-lg border bg-warn-soft px-4 py-3 text-warn-text">
            <p className="font-semibold">{messages.create.outdated}</p>
            <OutdatedList calculations={outdated} />
          </div>
          <Checkbox
            checked={confirmed}
            onChange={(event) => setConfirmed(event.target.checked)}
            label={messages.create.useOutdated}
          />
          {confirmed ? (
            <Field label={messages.create.reason} required hint={messages.create.reasonHint}>
              <Input value={reason} onChange={(event) => setReason(event.target.value)} />
            </Field>
          ) : null}
        </>
      ) : null}
    </ActDialog>
  );
}

/** The first calculated period after the last posted payments; without payments, the latest. */
function nextPeriod<T extends { readonly from: string }>(
  newestFirst: readonly T[],
  made: readonly PaymentRun[],
): T | null {
  const posted = made.filter((run) => run.posted !== null).map((run) => run.period.to);
  const lastDay = posted.sort().at(-1);
  return (lastDay ? newestFirst.findLast(({ from }) => from > lastDay) : newestFirst[0]) ?? null;
}

/** Periods with a completed calculation, latest first. Two periods can share a key, so each has its days and plans. */
function calculatedPeriods(runs: readonly Run[]) {
  const done = runs.filter((run) => run.status === 'completed');
  const periods = [...new Map(done.map(({ period }) => [daysOf(period), period]))].map(([days, period]) => {
    const shared = done.some((run) => run.period.key === period.key && daysOf(run.period) !== days);
    const plans = new Set(done.filter((run) => daysOf(run.period) === days).map((run) => run.planName));
    return { ...period, days, shared, plans: [...plans] };
  });
  return periods.sort((a, b) => (a.to < b.to ? 1 : -1));
}

import { daysOf } from '@attain/domain/base/period';
import { useQuery } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { runsQuery } from '../../api/queries.ts';
import { outdatedQuery } from '../../api/requests/payment-queries.ts';
import type { PaymentRun, Run } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatDay } from '../../base/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { OutdatedList } from './outdated-note.tsx';

/** The button and dialog that make the payments of a period. */
export function MakePayments({ onMade }: { onMade: (run: PaymentRun) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" icon={<HandCoins aria-hidden />} onClick={() => setOpen(true)}>
        Make payments
      </Button>
      {open ? <MakeDialog onMade={onMade} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function MakeDialog({ onMade, onClose }: { onMade: (run: PaymentRun) => void; onClose: () => void }) {
  const [kind, setKind] = useState<'calculated' | 'other'>('calculated');
  const [key, setKey] = useState('');
  const [other, setOther] = useState('');
  const runs = useQuery(runsQuery());
  const newestFirst = calculatedPeriods(runs.data?.rows ?? []);
  const period = kind === 'calculated' ? key : other.trim();
  const [confirmed, setConfirmed] = useState(false);
  const [reason, setReason] = useState('');
  const outdated = useQuery({ ...outdatedQuery(period), enabled: period !== '' }).data?.rows ?? [];
  const acknowledged = outdated.length === 0 || (confirmed && reason.trim() !== '');
  const make = useAct({
    act: client.payments.make,
    changes: [keys.payments, keys.adjustments, keys.audit],
    failure: null,
    onDone: (run) => {
      onClose();
      onMade(run);
    },
  });
  return (
    <ActDialog
      act={make}
      title="Make payments"
      description="From the newest calculations that end in the period, with holds, draws, clawbacks and changes of closed periods. Somebody else approves them."
      label="Make payments"
      disabled={!period || !acknowledged}
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
          label="Kind of period"
          value={kind}
          onValueChange={setKind}
          segments={[
            { value: 'calculated', label: 'A calculated period' },
            { value: 'other', label: 'Another period' },
          ]}
        />
      </div>
      {kind === 'calculated' ? (
        <Field label="Period" required>
          <Select
            value={key}
            onValueChange={setKey}
            placeholder={runs.isPending ? 'Loading periods…' : 'Choose a period…'}
            options={newestFirst.map((one) => ({
              value: one.days,
              label: one.key,
              hint: one.shared
                ? `${formatDay(one.from)} – ${formatDay(one.to)}, ${one.plans.join(', ')}`
                : `${formatDay(one.from)} – ${formatDay(one.to)}`,
            }))}
          />
        </Field>
      ) : (
        <Field label="Period" required hint="2024, 2024-Q1, 2024-01, 2024-W03 or 2024-01-15..2024-02-14">
          <Input value={other} onChange={(event) => setOther(event.target.value)} />
        </Field>
      )}
      {outdated.length > 0 ? (
        <>
          <div role="alert" className="rounded-lg border bg-warn-soft px-4 py-3 text-warn-text">
            <p className="font-semibold">Data changed since these calculations. Recalculate them first.</p>
            <OutdatedList calculations={outdated} />
          </div>
          <Checkbox
            checked={confirmed}
            onChange={(event) => setConfirmed(event.target.checked)}
            label="Create the payments from these calculations anyway"
          />
          {confirmed ? (
            <Field label="Reason" required hint="Shown to the approver and kept in the audit log">
              <Input value={reason} onChange={(event) => setReason(event.target.value)} />
            </Field>
          ) : null}
        </>
      ) : null}
    </ActDialog>
  );
}

/** The periods there are calculations of, the last one first; each is told by its days, and by its plans where two share a key. */
function calculatedPeriods(runs: readonly Run[]) {
  const done = runs.filter((run) => run.status === 'completed');
  const periods = [...new Map(done.map(({ period }) => [daysOf(period), period]))].map(([days, period]) => {
    const shared = done.some((run) => run.period.key === period.key && daysOf(run.period) !== days);
    const plans = new Set(done.filter((run) => daysOf(run.period) === days).map((run) => run.planName));
    return { ...period, days, shared, plans: [...plans] };
  });
  return periods.sort((a, b) => (a.to < b.to ? 1 : -1));
}

import { daysOf } from '@attain/domain/base/period';
import { useQuery } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { runsQuery } from '../../api/queries.ts';
import type { PaymentRun, Run } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { Select } from '../../ui/fields/select.tsx';

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
      disabled={!period}
      onAct={() => make.mutate({ period })}
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
                ? `${one.from} – ${one.to}, ${one.plans.join(', ')}`
                : `${one.from} – ${one.to}`,
            }))}
          />
        </Field>
      ) : (
        <Field label="Period" required hint="2024, 2024-Q1, 2024-01, 2024-W03 or 2024-01-15..2024-02-14">
          <Input value={other} onChange={(event) => setOther(event.target.value)} />
        </Field>
      )}
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

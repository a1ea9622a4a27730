import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { HttpError, sayError } from '../../api/http-error.ts';
import { plansQuery } from '../../api/queries.ts';
import type { PlanSummary, Simulation } from '../../api/shapes.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { kindWords } from './simulation-words.ts';
import { useStartSimulation } from './use-start-simulation.ts';

export type StartDialogProps = {
  /** The plan it starts with; none: the first draft. */
  planId?: string;
  onStarted: (simulation: Simulation) => void;
  onClose: () => void;
};

type Order = {
  kind: Simulation['kind'];
  planId: string;
  baselinePlanId: string;
  from: string;
  to: string;
  scenarios: string;
  seed: string;
};

/** Asks what is to be simulated: which plan, against which, over which days, and how often it is drawn. */
export function StartDialog({ planId, onStarted, onClose }: StartDialogProps) {
  const plans = useQuery(plansQuery());
  const rows = plans.data?.rows ?? [];
  const [asked, setAsked] = useState<Order>({
    ...{ kind: 'replay', planId: planId ?? '', baselinePlanId: '', from: '', to: '' },
    ...{ scenarios: '500', seed: 'attain' },
  });
  const order = withDefaults(asked, rows);
  const set = (change: Partial<Order>) => setAsked({ ...order, ...change });
  const start = useStartSimulation((simulation) => {
    onClose();
    onStarted(simulation);
  });
  const issues = start.error instanceof HttpError ? start.error.issues : [];
  const scenarios = Number(order.scenarios);
  const wrongScenarios = !(Number.isInteger(scenarios) && scenarios >= 10 && scenarios <= 5000);
  const wrongSpan = (order.from === '') !== (order.to === '') || order.to < order.from;
  const drawn = order.kind === 'monte-carlo';
  const ready = order.planId && (order.kind === 'lint' || order.baselinePlanId) && !wrongSpan;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Run Simulation"
      description="Computed by the code that pays, over the stored records. Nobody is paid by it and nothing is changed."
      footer={
        <>
          <CloseSheet>
            <Button>Cancel</Button>
          </CloseSheet>
          <Button
            variant="primary"
            disabled={!ready || (drawn && (wrongScenarios || order.seed === ''))}
            busy={start.isPending}
            onClick={() => start.mutate(sent(order))}
          >
            Start
          </Button>
        </>
      }
    >
      {plans.isSuccess && rows.length === 0 ? (
        <EmptyState title="No plans yet" text="Make a plan in Plan Design, then simulate it here." />
      ) : (
        <div className="flex flex-col gap-4">
          <RadioGroup
            label="Kind"
            value={order.kind}
            onValueChange={(kind) => set({ kind })}
            choices={(['replay', 'monte-carlo', 'lint'] as const).map((value) => ({
              value,
              label: kindWords[value].name,
              hint: kindWords[value].say,
            }))}
          />
          <PlanFields order={order} plans={rows} loading={plans.isPending} onChange={set} />
          <SpanFields order={order} wrong={wrongSpan} onChange={set} />
          {drawn ? <DrawFields order={order} wrong={wrongScenarios} onChange={set} /> : null}
          {start.isError && issues.length === 0 ? (
            <p role="alert" className="text-bad-text">
              {sayError(start.error)}
            </p>
          ) : null}
          <ProblemList problems={issues} title={start.isError ? sayError(start.error) : undefined} />
        </div>
      )}
    </Dialog>
  );
}

type Part = { order: Order; onChange: (change: Partial<Order>) => void };

function PlanFields({ order, plans, loading, onChange }: Part & { plans: PlanSummary[]; loading: boolean }) {
  const currency = plans.find((plan) => plan.id === order.planId)?.currency;
  return (
    <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
      <Field label="Plan" required hint="Its newest version">
        <Select
          value={order.planId}
          placeholder={loading ? 'Loading plans…' : 'Choose a plan…'}
          onValueChange={(planId) => onChange({ planId, baselinePlanId: '' })}
          options={plans.map((plan) => ({
            value: plan.id,
            label: plan.name,
            hint: `v${plan.version} · ${plan.status} · ${plan.currency}`,
          }))}
        />
      </Field>
      {order.kind === 'lint' ? null : (
        <Field label="Compared with" required hint="What people are paid by now">
          <Select
            value={order.baselinePlanId}
            placeholder="No active plan"
            onValueChange={(baselinePlanId) => onChange({ baselinePlanId })}
            options={plans
              .filter((plan) => plan.activeVersion !== null && plan.currency === currency)
              .map((plan) => ({
                value: plan.id,
                label: plan.name,
                hint: `v${plan.activeVersion} · ${plan.assignedCount} assigned`,
              }))}
          />
        </Field>
      )}
    </div>
  );
}

function SpanFields({ order, wrong, onChange }: Part & { wrong: boolean }) {
  const day = (label: string, name: 'from' | 'to', hint?: ReactNode, error?: ReactNode) => (
    <Field label={label} hint={hint} error={error}>
      <Input type="date" value={order[name]} onChange={(event) => onChange({ [name]: event.target.value })} />
    </Field>
  );
  return (
    <div className="grid grid-cols-2 gap-3">
      {day('First day', 'from', 'Left out: the last twelve whole months with deals')}
      {day('Last day', 'to', undefined, wrong ? 'Both days, the last not before the first' : undefined)}
    </div>
  );
}

function DrawFields({ order, wrong, onChange }: Part & { wrong: boolean }) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label="Scenarios" required error={wrong ? 'A whole number from 10 to 5,000' : undefined}>
        <Input
          figure
          value={order.scenarios}
          onChange={(event) => onChange({ scenarios: event.target.value.trim() })}
        />
      </Field>
      <Field label="Seed" required hint="The same seed draws the same scenarios">
        <Input
          className="font-mono"
          maxLength={64}
          value={order.seed}
          onChange={(event) => onChange({ seed: event.target.value })}
        />
      </Field>
    </div>
  );
}

/** What nobody has chosen yet: the first draft, against its own active version or the plan most people are on. */
function withDefaults(order: Order, plans: readonly PlanSummary[]): Order {
  const draft =
    plans.find(({ id }) => id === order.planId) ??
    plans.find(({ status, totalWeight }) => status === 'Draft' && totalWeight === 100) ??
    plans[0];
  const active = plans.filter((plan) => plan.activeVersion !== null && plan.currency === draft?.currency);
  const widest = [...active].sort((a, b) => b.assignedCount - a.assignedCount)[0];
  const baseline = active.find(({ id }) => id === (order.baselinePlanId || draft?.id)) ?? widest;
  return { ...order, planId: draft?.id ?? '', baselinePlanId: baseline?.id ?? '' };
}

function sent({ kind, planId, baselinePlanId, from, to, scenarios, seed }: Order) {
  return {
    ...{ kind, planId },
    ...(kind === 'lint' ? {} : { baselinePlanId }),
    ...(from && to ? { span: `${from}..${to}` } : {}),
    ...(kind === 'monte-carlo' ? { scenarios: Number(scenarios), seed } : {}),
  };
}

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { describeError, HttpError } from '../../api/http-error.ts';
import { planQuery, plansQuery } from '../../api/queries.ts';
import type { PlanSummary, Simulation } from '../../api/shapes.ts';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { messages } from './messages.ts';
import {
  comparablePlans,
  comparesWithItself,
  isScenarioCount,
  newOrder,
  type SimulationOrder,
  sentOrder,
  versionBefore,
  withDefaults,
} from './simulation-order.ts';
import { kindWords } from './simulation-words.ts';
import { useStartSimulation } from './use-start-simulation.ts';

export type StartDialogProps = {
  /** The preselected plan; undefined: the first draft. */
  planId?: string;
  onStarted: (simulation: Simulation) => void;
  onClose: () => void;
};

/** Dialog with plan, baseline, dates and scenarios of a simulation. */
export function StartDialog({ planId, onStarted, onClose }: StartDialogProps) {
  const plans = useQuery(plansQuery());
  const rows = plans.data?.rows ?? [];
  const [asked, setAsked] = useState(newOrder(planId ?? ''));
  const order = withDefaults(asked, rows);
  const set = (change: Partial<SimulationOrder>) => setAsked({ ...order, ...change });
  const start = useStartSimulation((simulation) => {
    onClose();
    onStarted(simulation);
  });
  const issues = start.error instanceof HttpError ? start.error.issues : [];
  const wrongScenarios = !isScenarioCount(order.scenarios);
  const wrongSpan = (order.from === '') !== (order.to === '') || order.to < order.from;
  const drawn = order.kind === 'monte-carlo';
  const itself = comparesWithItself(order, rows);
  const ready = order.planId && (order.kind === 'lint' || order.baselinePlanId) && !wrongSpan;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.start.title}
      description={messages.start.description}
      footer={
        <ActFooter
          disabled={!ready || (drawn && (wrongScenarios || order.seed.trim() === ''))}
          busy={start.isPending}
          onClick={() => start.mutate(sentOrder(order))}
        >
          {messages.start.submit}
        </ActFooter>
      }
    >
      {plans.isSuccess && rows.length === 0 ? (
        <EmptyState title={messages.start.noPlans} text={messages.start.noPlansText} />
      ) : (
        <div className="flex flex-col gap-4">
          <RadioGroup
            label={messages.start.kind}
            value={order.kind}
            onValueChange={(kind) => set({ kind })}
            choices={(['replay', 'monte-carlo', 'lint'] as const).map((value) => ({
              value,
              label: kindWords[value].name,
              hint: kindWords[value].message,
            }))}
          />
          <PlanFields order={order} plans={rows} loading={plans.isPending} itself={itself} onChange={set} />
          <SpanFields order={order} wrong={wrongSpan} onChange={set} />
          {drawn ? <DrawFields order={order} wrong={wrongScenarios} onChange={set} /> : null}
          {start.isError && issues.length === 0 ? (
            <p role="alert" className="text-bad-text">
              {describeError(start.error)}
            </p>
          ) : null}
          <ProblemList problems={issues} title={start.isError ? describeError(start.error) : undefined} />
        </div>
      )}
    </Dialog>
  );
}

type Part = { order: SimulationOrder; onChange: (change: Partial<SimulationOrder>) => void };

type PlanFieldsProps = Part & { plans: PlanSummary[]; loading: boolean; itself: boolean };

function PlanFields({ order, plans, loading, itself, onChange }: PlanFieldsProps) {
  const compared = comparablePlans(plans, order.planId);
  const baseline = compared.find(({ id }) => id === order.baselinePlanId);
  return (
    <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
      <Field label={messages.start.plan} required hint={messages.start.planHint}>
        <Select
          value={order.planId}
          placeholder={loading ? messages.start.loadingPlans : messages.start.choosePlan}
          onValueChange={(planId) =>
            onChange({ planId, version: '', baselinePlanId: '', baselineVersion: '' })
          }
          options={plans.map((plan) => ({
            value: plan.id,
            label: plan.name,
            hint: messages.start.planInfo(plan.version, plan.status, plan.currency),
          }))}
        />
      </Field>
      <VersionField
        label={messages.start.version}
        planId={order.planId}
        none={messages.start.latest}
        value={order.version}
        onChange={(version) => onChange({ version })}
      />
      {order.kind === 'lint' ? null : (
        <Field
          label={messages.start.comparedWith}
          required
          hint={itself ? messages.start.itself : messages.start.comparedHint}
          error={loading || compared.length > 0 ? undefined : messages.start.noActiveHere}
        >
          <Select
            value={order.baselinePlanId}
            placeholder={compared.length === 0 ? messages.start.noActive : messages.start.choosePlan}
            onValueChange={(baselinePlanId) => onChange({ baselinePlanId, baselineVersion: '' })}
            options={compared.map((plan) => ({
              value: plan.id,
              label: plan.name,
              hint: messages.start.comparedInfo(
                plan.activeVersion === null
                  ? messages.start.notActive
                  : messages.start.activeVersion(plan.activeVersion),
                plan.assignedCount,
              ),
            }))}
          />
        </Field>
      )}
      {order.kind === 'lint' ? null : (
        <VersionField
          label={messages.start.otherVersion}
          planId={order.baselinePlanId}
          none={
            versionBefore(order, baseline) === '' && baseline?.activeVersion ? messages.start.active : null
          }
          value={order.baselineVersion}
          onChange={(baselineVersion) => onChange({ baselineVersion })}
        />
      )}
    </div>
  );
}

type VersionFieldProps = {
  label: string;
  planId: string;
  /** Label of the empty choice; null: a version is required. */
  none: string | null;
  value: string;
  onChange: (version: string) => void;
};

const noneChosen = 'none';

/** Version select; nothing if the plan has only one version. */
function VersionField({ label, planId, none, value, onChange }: VersionFieldProps) {
  const plan = useQuery({ ...planQuery(planId), enabled: planId !== '' });
  const versions = plan.data?.versions ?? [];
  if (versions.length < 2) return null;
  return (
    <Field label={label} required>
      <Select
        value={value || noneChosen}
        onValueChange={(version) => onChange(version === noneChosen ? '' : version)}
        options={[
          ...(none === null ? [] : [{ value: noneChosen, label: none }]),
          ...versions.map((one) => ({
            value: String(one.version),
            label: messages.start.versionName(one.version),
            hint: one.status,
          })),
        ]}
      />
    </Field>
  );
}

function SpanFields({ order, wrong, onChange }: Part & { wrong: boolean }) {
  const day = (label: string, name: 'from' | 'to', hint?: ReactNode, error?: ReactNode) => (
    <Field label={label} hint={hint} error={error}>
      <DateInput value={order[name]} onChange={(event) => onChange({ [name]: event.target.value })} />
    </Field>
  );
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3">
      {day(messages.start.firstDay, 'from', messages.start.firstDayHint)}
      {day(messages.start.lastDay, 'to', undefined, wrong ? messages.start.wrongSpan : undefined)}
    </div>
  );
}

function DrawFields({ order, wrong, onChange }: Part & { wrong: boolean }) {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3">
      <Field
        label={messages.start.scenarios}
        required
        error={wrong ? messages.start.wrongScenarios : undefined}
      >
        <Input
          figure
          value={order.scenarios}
          onChange={(event) => onChange({ scenarios: event.target.value.trim() })}
        />
      </Field>
      <Field
        label={messages.start.seed}
        required
        hint={messages.start.seedHint}
        error={order.seed.trim() === '' ? messages.start.wrongSeed : undefined}
      >
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

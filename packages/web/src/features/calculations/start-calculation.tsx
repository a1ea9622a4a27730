import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { periodsQuery, plansQuery } from '../../api/queries.ts';
import type { Run } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatDay } from '../../base/format-date.ts';
import { useRequestedOpen } from '../../base/requested-action.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { messages } from './messages.ts';
import { RecalculateAllButton } from './recalculate-all.tsx';

export type StartCalculationProps = { planId?: string; period?: string; onStarted: (run: Run) => void };

/** Button and dialog that start a calculation of a plan and period. */
export function StartCalculation(props: StartCalculationProps) {
  const [open, setOpen] = useRequestedOpen('calculate');
  return (
    <>
      <Button variant="primary" icon={<Play aria-hidden />} onClick={() => setOpen(true)}>
        {messages.start.open}
      </Button>
      {open ? <StartDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function StartDialog({
  planId: given,
  period: givenPeriod,
  onStarted,
  onClose,
}: StartCalculationProps & { onClose: () => void }) {
  const plans = useQuery(plansQuery());
  const active = plans.data?.rows.filter((plan) => plan.activeVersion !== null) ?? [];
  const [chosenPlan, setPlan] = useState(given ?? '');
  const planId = chosenPlan || (active.length === 1 ? (active[0]?.id ?? '') : '');
  const [kind, setKind] = useState<'calendar' | 'span'>('calendar');
  const [key, setKey] = useState(givenPeriod ?? '');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const period = kind === 'calendar' ? key : from && to ? `${from}..${to}` : '';
  const start = useAct({
    act: client.calculations.start,
    changes: [keys.calculations, keys.statements, keys.audit],
    failure: null,
    onDone: (run) => {
      onClose();
      onStarted(run);
    },
  });
  const issues = start.error instanceof HttpError ? start.error.issues : [];
  const outdated = issues.some(({ rule }) => rule === 'DEP-10');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.start.title}
      description={messages.start.description}
      footer={
        <ActFooter
          disabled={!planId || !period}
          busy={start.isPending}
          onClick={() => start.mutate({ planId, period })}
        >
          {messages.start.submit}
        </ActFooter>
      }
    >
      {plans.isSuccess && active.length === 0 ? (
        <EmptyState title={messages.start.noPlan} text={messages.start.noPlanText} />
      ) : (
        <div className="flex flex-col gap-4">
          <Field label={messages.start.plan} required>
            <Select
              value={planId}
              onValueChange={(value) => {
                setPlan(value);
                setKey('');
              }}
              placeholder={plans.isPending ? messages.start.loadingPlans : messages.start.choosePlan}
              options={active.map((plan) => ({
                value: plan.id,
                label: plan.name,
                hint: `v${plan.activeVersion} · ${plan.currency}`,
              }))}
            />
          </Field>
          <div>
            <SegmentedControl
              label={messages.start.periodKind}
              value={kind}
              onValueChange={setKind}
              segments={[
                { value: 'calendar', label: messages.start.calendar },
                { value: 'span', label: messages.start.span },
              ]}
            />
          </div>
          {kind === 'calendar' ? (
            <PeriodField planId={planId} value={key} onValueChange={setKey} />
          ) : (
            <div className="grid grid-cols-2 gap-3">
              <Field label={messages.start.firstDay} required>
                <DateInput value={from} onChange={(event) => setFrom(event.target.value)} />
              </Field>
              <Field
                label={messages.start.lastDay}
                required
                error={from && to && to < from ? messages.start.upsideDown : undefined}
              >
                <DateInput value={to} onChange={(event) => setTo(event.target.value)} />
              </Field>
            </div>
          )}
          {start.isError && issues.length === 0 ? (
            <p role="alert" className="text-bad-text">
              {describeError(start.error)}
            </p>
          ) : null}
          {outdated ? (
            <div role="alert" className="flex flex-col items-start gap-2">
              <p className="text-warn-text">{describeError(start.error)}</p>
              <div className="flex flex-wrap gap-2">
                <RecalculateAllButton onStarted={onClose} />
                <Button onClick={() => start.mutate({ planId, period, outdatedEarlier: 'accept' })}>
                  {messages.start.anyway}
                </Button>
              </div>
            </div>
          ) : (
            <ProblemList problems={issues} title={start.isError ? describeError(start.error) : undefined} />
          )}
        </div>
      )}
    </Dialog>
  );
}

function PeriodField({
  planId,
  value,
  onValueChange,
}: {
  planId: string;
  value: string;
  onValueChange: (key: string) => void;
}) {
  const periods = useQuery({ ...periodsQuery(planId), enabled: planId !== '' });
  const none = periods.isSuccess && periods.data.length === 0;
  return (
    <Field
      label={messages.start.period}
      required
      hint={none ? messages.start.noPeriods : undefined}
      error={periods.isError ? describeError(periods.error) : undefined}
    >
      <Select
        value={value}
        disabled={!planId || none}
        onValueChange={onValueChange}
        placeholder={
          planId === ''
            ? messages.start.planFirst
            : periods.isPending
              ? messages.start.loadingPeriods
              : messages.start.choosePeriod
        }
        options={(periods.data ?? []).map((period) => ({
          value: period.key,
          label: period.key,
          hint: messages.start.periodHint(formatDay(period.from), formatDay(period.to), period.dealCount),
        }))}
      />
    </Field>
  );
}

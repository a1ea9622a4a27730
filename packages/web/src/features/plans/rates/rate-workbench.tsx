import { parseDecimal } from '@attain/domain/base/decimal';
import { examplePayee, type ImaginedPayee } from '@attain/domain/payouts/rates/imagined-pay';
import type { Component, Plan } from '@attain/domain/plans/plan';
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { ExportMenu } from '../../../ui/charts/export-menu.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { TermField } from '../faults/term-field.tsx';
import { BreakPointTable } from './break-point-table.tsx';
import { RateCourseChart } from './rate-course-chart.tsx';
import { RateFields } from './rate-fields.tsx';
import { type RateCourse, rateCourse } from './rate-points.ts';
import { otherReadings } from './readings.ts';

export type RateWorkbenchProps = {
  plan: Plan;
  component: Component;
  readOnly: boolean;
  onChange: (component: Component) => void;
  /** Stands under the fields, beside the curve: what to know about the rate. */
  beside?: ReactNode;
};

/** One component's rate: typed on one side, drawn and read back to the cent on the other, by the code that pays. */
export function RateWorkbench({ plan, component, readOnly, onChange, beside }: RateWorkbenchProps) {
  const [payee, setPayee] = useState(examplePayee);
  const [comparing, setComparing] = useState(false);
  const shown = useDeferredValue(component);
  const course = useMemo(() => rateCourse(plan, shown, payee), [plan, shown, payee]);
  const others = useMemo(
    () => (comparing ? drawnReadings(plan, shown, payee) : []),
    [comparing, plan, shown, payee],
  );
  const readings = otherReadings(plan, shown).length;
  return (
    <div className="grid items-start gap-4 @4xl:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <Card title="How credit becomes pay">
          <div className="flex flex-col gap-4">
            <RateFields
              rate={component.rate}
              others={plan.components.filter((one) => one.id !== component.id)}
              readOnly={readOnly}
              onChange={(rate) =>
                onChange(
                  rate.kind === 'target'
                    ? { ...component, rate }
                    : { ...component, rate, accelerator: null, decelerator: undefined },
                )
              }
            />
            <LimitFields component={component} readOnly={readOnly} onChange={onChange} />
          </div>
        </Card>
        {beside}
      </div>
      <Drawn
        component={shown}
        currency={plan.currency}
        course={course}
        others={others}
        compare={
          readings > 0 ? (
            <Checkbox
              label="Compare with the other reading"
              checked={comparing}
              onChange={(event) => setComparing(event.target.checked)}
            />
          ) : null
        }
        payee={<PayeeFields payee={payee} rate={shown.rate.kind} onChange={setPayee} />}
      />
    </div>
  );
}

type DrawnProps = {
  component: Component;
  currency: string;
  course: RateCourse;
  others: { name: string; course: Extract<RateCourse, { ok: true }> }[];
  compare: ReactNode;
  payee: ReactNode;
};

function Drawn({ component, currency, course, others, compare, payee }: DrawnProps) {
  const box = useRef<HTMLDivElement>(null);
  const money = component.measure.unit === '$';
  if (!course.ok) {
    return (
      <Card title="What it pays">
        <EmptyState title="No curve yet" text={course.message} />
        <div className="mt-2">{payee}</div>
      </Card>
    );
  }
  const table = () => ({
    head: ['Of quota (%)', 'Credited', `Pays (${currency})`, 'From here'],
    rows: course.points.map((point) => [point.percent, point.credit, point.pay, point.message]),
  });
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card
        title="What it pays"
        actions={
          <ExportMenu
            fileName={`rates-${component.id || 'component'}`}
            table={table}
            chart={() => box.current}
          />
        }
      >
        <div ref={box}>
          <RateCourseChart
            name={component.name}
            currency={currency}
            unit={money ? currency : component.measure.unit}
            course={course}
            others={others}
          />
        </div>
        <div className="mt-2 flex flex-wrap items-end gap-x-6 gap-y-3">
          {payee}
          {compare}
        </div>
      </Card>
      <Card flush title="Break points">
        <BreakPointTable points={course.points} currency={currency} money={money} />
      </Card>
    </div>
  );
}

type PayeeFieldsProps = {
  payee: ImaginedPayee;
  rate: Component['rate']['kind'];
  onChange: (payee: ImaginedPayee) => void;
};

function PayeeFields({ payee, rate, onChange }: PayeeFieldsProps) {
  const field = (label: string, name: keyof ImaginedPayee) => (
    <Field label={label} required error={imaginedFault(name, payee[name])}>
      <Input
        figure
        controlSize="sm"
        className="w-32"
        value={payee[name]}
        onChange={(event) => onChange({ ...payee, [name]: event.target.value.trim() })}
      />
    </Field>
  );
  return (
    <fieldset className="flex flex-wrap items-start gap-3">
      <legend className="mb-1 text-12 text-fg-3">Drawn for somebody imagined, for one period</legend>
      {field('Quota', 'quota')}
      {field('Target variable a year', 'targetVariableAnnual')}
      {rate === 'individual' ? field('Own rate (%)', 'commissionRatePercent') : null}
      {rate === 'matrix' ? field('Other attainment (%)', 'otherPercent') : null}
    </fieldset>
  );
}

/** What is wrong with a figure of the imagined person; they have a quota, or there is nothing to draw over. */
function imaginedFault(name: keyof ImaginedPayee, text: string): string | undefined {
  const read = parseDecimal(text, name);
  if (!read.ok) return read.problems[0]?.message;
  if (name === 'quota') return read.value.gt(0) ? undefined : 'Write a quota above zero.';
  return read.value.lt(0) ? 'Write a figure that is not below zero.' : undefined;
}

function LimitFields({
  component,
  readOnly,
  onChange,
}: Pick<RateWorkbenchProps, 'component' | 'readOnly' | 'onChange'>) {
  return (
    <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
      <TermField place="cap" label="Cap" hint="2x: at most twice the component’s target">
        <Input
          className="font-mono"
          disabled={readOnly}
          value={component.cap ?? ''}
          placeholder="2x"
          onChange={(event) => onChange({ ...component, cap: event.target.value || null })}
        />
      </TermField>
      {component.rate.kind === 'target' ? (
        <>
          <TermField place="accelerator" label="Accelerator" hint=">120% @ 1.2x">
            <Input
              className="font-mono"
              disabled={readOnly}
              value={component.accelerator ?? ''}
              placeholder=">120% @ 1.2x"
              onChange={(event) => onChange({ ...component, accelerator: event.target.value || null })}
            />
          </TermField>
          <TermField place="decelerator" label="Decelerator" hint="<80% @ 0.5x">
            <Input
              className="font-mono"
              disabled={readOnly}
              value={component.decelerator ?? ''}
              placeholder="<80% @ 0.5x"
              onChange={(event) => onChange({ ...component, decelerator: event.target.value || undefined })}
            />
          </TermField>
        </>
      ) : null}
    </div>
  );
}

function drawnReadings(plan: Plan, component: Component, payee: ImaginedPayee) {
  return otherReadings(plan, component).flatMap((reading) => {
    const course = rateCourse(reading.plan, reading.component, payee);
    return course.ok ? [{ name: reading.name, course }] : [];
  });
}

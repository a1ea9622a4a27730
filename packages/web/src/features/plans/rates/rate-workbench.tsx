import { parseDecimal } from '@attain/domain/base/decimal';
import { examplePayee, type ImaginedPayee } from '@attain/domain/payouts/rates/imagined-pay';
import type { Component, Plan } from '@attain/domain/plans/plan';
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { ExportMenu } from '../../../ui/charts/export-menu.tsx';
import type { LineHandle } from '../../../ui/charts/line-handles.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { TermField } from '../faults/term-field.tsx';
import { BreakPointTable } from './break-point-table.tsx';
import { messages } from './messages.ts';
import { RateCourseChart } from './rate-course-chart.tsx';
import { RateFields } from './rate-fields.tsx';
import { rateHandles } from './rate-handles.ts';
import { type RateCourse, rateCourse } from './rate-points.ts';
import { otherReadings } from './readings.ts';

export type RateWorkbenchProps = {
  plan: Plan;
  component: Component;
  readOnly: boolean;
  onChange: (component: Component) => void;
  /** Shown below the fields: findings of the rate. */
  beside?: ReactNode;
  /** Shown below the curve: what the plan costs. */
  below?: ReactNode;
};

/** Editor of one component's rate, with its pay curve and break points. */
export function RateWorkbench(props: RateWorkbenchProps) {
  const { plan, component, readOnly, onChange, beside, below } = props;
  const [payee, setPayee] = useState(examplePayee);
  const [comparing, setComparing] = useState(false);
  const shown = useDeferredValue(component);
  const course = useMemo(() => rateCourse(plan, shown, payee), [plan, shown, payee]);
  const others = useMemo(
    () => (comparing ? drawnReadings(plan, shown, payee) : []),
    [comparing, plan, shown, payee],
  );
  const readings = otherReadings(plan, shown).length;
  const handles = useMemo(
    () => (readOnly || !course.ok ? [] : rateHandles({ plan, component: shown, payee }, course)),
    [readOnly, plan, shown, payee, course],
  );
  return (
    <div className="grid items-start gap-4 @4xl:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <Card title={messages.workbench.rate}>
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
        below={below}
        currency={plan.currency}
        course={course}
        others={others}
        handles={handles.map((handle) => ({
          ...handle,
          onMove: (place) => onChange(handle.moved(place)),
          onStep: (by) => onChange(handle.stepped(by)),
        }))}
        compare={
          readings > 0 ? (
            <Checkbox
              label={messages.workbench.compare}
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
  below: ReactNode;
  currency: string;
  course: RateCourse;
  others: { name: string; course: Extract<RateCourse, { ok: true }> }[];
  handles: readonly LineHandle[];
  compare: ReactNode;
  payee: ReactNode;
};

function Drawn(props: DrawnProps) {
  const { component, below, currency, course, others, handles, compare, payee } = props;
  const box = useRef<HTMLDivElement>(null);
  const money = component.measure.unit === '$';
  const points = course.ok ? course.points : [];
  const table = () => ({
    head: [
      messages.workbench.ofQuota,
      messages.workbench.credited,
      messages.workbench.pays(currency),
      messages.workbench.fromHere,
    ],
    rows: points.map((point) => [point.percent, point.credit, point.pay, point.message]),
  });
  // The fields of the payee keep their place in the tree while the curve comes and goes, and so the focus.
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card
        title={messages.workbench.curve}
        actions={
          course.ok ? (
            <ExportMenu
              fileName={`rates-${component.id || 'component'}`}
              table={table}
              chart={() => box.current}
            />
          ) : null
        }
      >
        <div ref={box}>
          {course.ok ? (
            <RateCourseChart
              name={component.name}
              currency={currency}
              unit={money ? currency : component.measure.unit}
              course={course}
              others={others}
              handles={handles}
            />
          ) : (
            <EmptyState title={messages.workbench.noCurve} text={course.message} />
          )}
        </div>
        {handles.length > 0 ? <p className="text-12 text-fg-3">{messages.handles.hint}</p> : null}
        <div className="mt-2 flex flex-wrap items-end gap-x-6 gap-y-3">
          {payee}
          {course.ok ? compare : null}
        </div>
      </Card>
      {below}
      {course.ok ? (
        <Card flush title={messages.workbench.points}>
          <BreakPointTable points={points} currency={currency} money={money} />
        </Card>
      ) : null}
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
    <Field label={label} required error={exampleFault(name, payee[name])}>
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
      <legend className="mb-1 text-12 text-fg-3">{messages.workbench.example}</legend>
      {field(messages.workbench.quota, 'quota')}
      {field(messages.workbench.target, 'targetVariableAnnual')}
      {rate === 'individual' ? field(messages.workbench.ownRate, 'commissionRatePercent') : null}
      {rate === 'matrix' ? field(messages.workbench.other, 'otherPercent') : null}
    </fieldset>
  );
}

/** Fault of a figure of the example payee; the curve needs a quota. */
function exampleFault(name: keyof ImaginedPayee, text: string): string | undefined {
  const read = parseDecimal(text, name);
  if (!read.ok) return read.problems[0]?.message;
  if (name === 'quota') return read.value.gt(0) ? undefined : messages.workbench.wrongQuota;
  return read.value.lt(0) ? messages.workbench.negative : undefined;
}

function LimitFields({
  component,
  readOnly,
  onChange,
}: Pick<RateWorkbenchProps, 'component' | 'readOnly' | 'onChange'>) {
  return (
    <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
      <TermField place="cap" label={messages.workbench.cap} hint={messages.workbench.capHint}>
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
          <TermField place="accelerator" label={messages.workbench.accelerator} hint=">120% @ 1.2x">
            <Input
              className="font-mono"
              disabled={readOnly}
              value={component.accelerator ?? ''}
              placeholder=">120% @ 1.2x"
              onChange={(event) => onChange({ ...component, accelerator: event.target.value || null })}
            />
          </TermField>
          <TermField place="decelerator" label={messages.workbench.decelerator} hint="<80% @ 0.5x">
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

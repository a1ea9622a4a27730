import { kebabId } from '@attain/domain/base/kebab-id';
import { type Component, type Plan, type Unit, weightsMatter } from '@attain/domain/plans/plan';
import { hashKey } from '@tanstack/react-query';
import {
  type FormEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { focusFault } from '../../ui/fields/focus-fault.ts';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { Faults, faultsInPlan } from './faults/component-faults.ts';
import { componentFaults } from './faults/entered-faults.ts';
import { FilterEditor } from './filter-editor.tsx';
import { messages } from './messages.ts';
import { totalWeight } from './overview/find-components.ts';
import { OwnAmount } from './own-amount.tsx';
import { ImaginedNote, RateCourseOf } from './rates/rate-course-of.tsx';
import { RateFields } from './rates/rate-fields.tsx';
import { LeaveGuard } from './saving/leave-guard.tsx';
import { ComponentTerms } from './terms/component-terms.tsx';
import { GateFields } from './terms/gate-fields.tsx';
import { LimitFields } from './terms/limit-fields.tsx';
import { readWhole } from './terms/whole-input.tsx';
import { unitNames } from './words/plan-words.ts';

export type ComponentDialogProps = {
  plan: Plan;
  component: Component;
  /** Index in the plan; negative for a new component, which gets an id from its name when applied. */
  index: number;
  readOnly: boolean;
  /** Whether the plan has unsaved changes too; leaving asks about both. */
  planChanged: boolean;
  /** What the plan with the edited component would cost. */
  live: (document: Plan) => ReactNode;
  onTake: (component: Component) => void;
  onClose: () => void;
};

/** All fields of one component, with its pay curve. The plan changes only when they are applied. */
export function ComponentDialog(props: ComponentDialogProps) {
  const { plan, component, index, readOnly, planChanged, live, onTake, onClose } = props;
  const isNew = index < 0;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(component);
  const [tries, setTries] = useState(0);
  // kept as typed, so that an invalid number can be corrected
  const [weightText, setWeightText] = useState(String(component.weight));
  const set = (change: Partial<Component>) => setDraft({ ...draft, ...change });
  const changed = hashKey([draft]) !== hashKey([component]);
  const others = plan.components.filter((_, at) => at !== index);
  const faults = componentFaults(draft, others);
  const settled = useDeferredValue(draft);
  const whole = useMemo(
    () => ({ ...plan, components: plan.components.map((one, at) => (at === index ? settled : one)) }),
    [plan, settled, index],
  );
  const inPlan = useMemo(() => faultsInPlan(plan, settled, index), [plan, settled, index]);
  // after a failed submit, scroll to the first invalid field
  useEffect(() => {
    if (tries > 0) focusFault(form.current);
  }, [tries]);
  const total = totalWeight([...others, { ...draft, status: 'Active' }]);
  const matters = weightsMatter([...others, { ...draft, status: 'Active' }]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.values(faults).some((fault) => fault !== undefined)) {
      setTries(tries + 1);
      return;
    }
    const id = isNew
      ? kebabId(
          draft.name,
          'component',
          plan.components.map((one) => one.id),
        )
      : draft.id;
    onTake({ ...draft, id, name: draft.name.trim() });
  };
  return (
    <Drawer
      open
      size="lg"
      unsaved={changed ? messages.component.unsaved : undefined}
      onOpenChange={(open) => !open && onClose()}
      title={isNew ? messages.component.add : draft.name || messages.component.component}
      beside={
        Number.isNaN(total) || !matters ? null : (
          <Badge meaning={total === 100 ? 'ok' : 'warn'}>
            {messages.component.weightBadge(total, draft.status === 'Active')}
          </Badge>
        )
      }
      footer={
        readOnly ? (
          <CloseSheet>
            <Button>{messages.component.close}</Button>
          </CloseSheet>
        ) : (
          <>
            <CloseSheet>
              <Button>{messages.component.cancel}</Button>
            </CloseSheet>
            <Button type="submit" form={formId} variant="primary">
              {isNew ? messages.component.create : messages.component.apply}
            </Button>
          </>
        )
      }
    >
      <LeaveGuard dirty={changed || planChanged} />
      <Faults value={inPlan}>
        <form ref={form} id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
          <fieldset disabled={readOnly} className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
            <legend className="sr-only">{messages.component.component}</legend>
            <Field
              label={messages.component.name}
              required
              error={tries > 0 || draft.name ? faults.name : undefined}
            >
              <Input
                value={draft.name}
                maxLength={200}
                onChange={(event) => set({ name: event.target.value })}
              />
            </Field>
            <Field label={messages.component.status} required hint={messages.component.statusHint}>
              <Select
                disabled={readOnly}
                value={draft.status}
                onValueChange={(status) => set({ status: status as Component['status'] })}
                options={['Active', 'Draft', 'Inactive'].map((value) => ({ value, label: value }))}
              />
            </Field>
            <Field label={messages.component.measure} required>
              <Select
                disabled={readOnly}
                value={draft.measure.unit}
                onValueChange={(unit) => set({ measure: { ...draft.measure, unit: unit as Unit } })}
                options={Object.entries(unitNames).map(([value, label]) => ({ value, label }))}
              />
            </Field>
            <OwnAmount measure={draft.measure} readOnly={readOnly} onChange={(measure) => set({ measure })} />
            <Field
              label={messages.component.weight}
              required
              hint={matters ? messages.component.weightHint : messages.component.weightUnused}
              error={faults.weight}
            >
              <Input
                figure
                inputMode="numeric"
                value={weightText}
                onChange={(event) => {
                  setWeightText(event.target.value);
                  set({ weight: readWhole(event.target.value) ?? Number.NaN });
                }}
              />
            </Field>
          </fieldset>
          <Checkbox
            label={messages.component.countDeals}
            hint={messages.component.countDealsHint}
            disabled={readOnly}
            checked={draft.measure.of === 'deals'}
            onChange={(event) =>
              set({ measure: { unit: draft.measure.unit, of: event.target.checked ? 'deals' : 'amount' } })
            }
          />
          <RateFields
            rate={draft.rate}
            others={others}
            readOnly={readOnly}
            onChange={(rate) =>
              set(rate.kind === 'target' ? { rate } : { rate, accelerator: null, decelerator: undefined })
            }
          />
          <LimitFields draft={draft} faults={faults} readOnly={readOnly} onChange={set} />
          <GateFields draft={draft} others={others} readOnly={readOnly} onChange={(gate) => set({ gate })} />
          <ComponentTerms draft={draft} others={others} readOnly={readOnly} onChange={set} />
          <FilterEditor filter={draft.filter} readOnly={readOnly} onChange={(filter) => set({ filter })} />
          <section aria-label={messages.component.curve}>
            <h3 className="mb-1 text-12 font-medium">{messages.component.curve}</h3>
            <RateCourseOf plan={plan} component={draft} />
            <ImaginedNote currency={plan.currency} components={[draft]} />
          </section>
        </form>
        {isNew ? null : <div className="mt-4">{live(whole)}</div>}
      </Faults>
    </Drawer>
  );
}

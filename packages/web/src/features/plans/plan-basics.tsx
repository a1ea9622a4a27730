import type { OrderStep, Plan, PlanType } from '@attain/domain/plans/plan';
import { currencyOptions } from '../../base/format-money.ts';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TermField } from './faults/term-field.tsx';
import { paidBy, weeksHint } from './terms/paid-by.ts';
import { PlanTerms } from './terms/plan-terms.tsx';
import { planTypeNames } from './words/plan-words.ts';

const months = Array.from({ length: 12 }, (_, index) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, index, 1)),
);
const orders: readonly (readonly OrderStep[])[] = [
  ['gate', 'cap', 'weight'],
  ['gate', 'weight', 'cap'],
  ['cap', 'gate', 'weight'],
  ['cap', 'weight', 'gate'],
  ['weight', 'gate', 'cap'],
  ['weight', 'cap', 'gate'],
];

/** The orders a plan may have; with a multiplier it stands at each place of each order. */
function ordersOf(plan: Plan): readonly (readonly OrderStep[])[] {
  const needed = plan.order.includes('multiplier') || plan.components.some((one) => one.multiplier);
  if (!needed) return orders;
  const with4 = orders.flatMap((order) =>
    [0, 1, 2, 3].map((at): OrderStep[] => [...order.slice(0, at), 'multiplier', ...order.slice(at)]),
  );
  return plan.order.includes('multiplier') ? with4 : [plan.order, ...with4];
}

function withSplits({ mode }: Plan['rounding'], splits: string): Plan['rounding'] {
  return splits === 'largest-remainder' ? { mode, splits } : { mode };
}

export type PlanBasicsProps = { plan: Plan; onChange: (plan: Plan) => void; readOnly: boolean };

/** Name, type, calendar, currency, and the rules that hold for the whole plan. */
export function PlanBasics({ plan, onChange, readOnly }: PlanBasicsProps) {
  const set = (change: Partial<Plan>) => onChange({ ...plan, ...change });
  return (
    <Card title="Plan basics">
      <fieldset disabled={readOnly} className="grid min-w-0 gap-x-4 gap-y-3 @md:grid-cols-2 @3xl:grid-cols-3">
        <legend className="sr-only">Plan basics</legend>
        <TermField
          place="name"
          label="Plan name"
          required
          error={plan.name.trim() ? undefined : 'Give the plan a name'}
        >
          <Input value={plan.name} maxLength={200} onChange={(event) => set({ name: event.target.value })} />
        </TermField>
        <TermField place="type" label="Plan type" required>
          <Select
            disabled={readOnly}
            value={plan.type}
            onValueChange={(value) => set({ type: value as PlanType })}
            options={Object.entries(planTypeNames).map(([value, label]) => ({ value, label }))}
          />
        </TermField>
        <TermField place="currency" label="Currency" required hint="Used for credits, measures and pay">
          <Select
            disabled={readOnly}
            value={plan.currency}
            onValueChange={(currency) => set({ currency })}
            options={currencyOptions([plan.currency])}
          />
        </TermField>
        <TermField place="calendar.period" label="Payable period" required hint={weeksHint(plan.calendar)}>
          <Select
            disabled={readOnly}
            value={plan.calendar.period}
            onValueChange={(period) =>
              set({ calendar: paidBy(plan.calendar, period as Plan['calendar']['period']) })
            }
            options={[
              { value: 'week', label: 'Week' },
              { value: 'month', label: 'Month' },
              { value: 'quarter', label: 'Quarter' },
              { value: 'year', label: 'Year' },
            ]}
          />
        </TermField>
        <TermField place="calendar.fiscalYearStartMonth" label="Fiscal year starts in" required>
          <Select
            disabled={readOnly}
            value={String(plan.calendar.fiscalYearStartMonth)}
            onValueChange={(month) =>
              set({ calendar: { ...plan.calendar, fiscalYearStartMonth: Number(month) } })
            }
            options={months.map((label, index) => ({ value: String(index + 1), label }))}
          />
        </TermField>
        <TermField place="rounding.mode" label="Rounding" required hint="Once per payable line">
          <Select
            disabled={readOnly}
            value={plan.rounding.mode}
            onValueChange={(mode) =>
              set({ rounding: { ...plan.rounding, mode: mode as Plan['rounding']['mode'] } })
            }
            options={[
              { value: 'HALF_UP', label: 'Half a cent up' },
              { value: 'HALF_EVEN', label: 'Half a cent to even' },
            ]}
          />
        </TermField>
        <TermField
          place="rounding.splits"
          label="Parts of split deals"
          required
          hint="Rounded together, they sum to the deal’s pay"
        >
          <Select
            disabled={readOnly}
            value={plan.rounding.splits ?? 'alone'}
            onValueChange={(splits) => set({ rounding: withSplits(plan.rounding, splits) })}
            options={[
              { value: 'alone', label: 'Rounded with each line' },
              { value: 'largest-remainder', label: 'Rounded together' },
            ]}
          />
        </TermField>
        <TermField place="order" label="Order of steps" required hint="After the rate">
          <Select
            disabled={readOnly}
            value={plan.order.join(', ')}
            onValueChange={(text) => set({ order: text.split(', ') as OrderStep[] })}
            options={ordersOf(plan).map((order) => ({ value: order.join(', '), label: order.join(', ') }))}
          />
        </TermField>
        <TermField place="acceleratorReading" label="Accelerators count" required>
          <Select
            disabled={readOnly}
            value={plan.acceleratorReading}
            onValueChange={(reading) => set({ acceleratorReading: reading as Plan['acceleratorReading'] })}
            options={[
              { value: 'incremental', label: 'Above the threshold only' },
              { value: 'first-dollar', label: 'From the first dollar' },
            ]}
          />
        </TermField>
        <TermField
          place="undefinedAttainment"
          label="Without a quota"
          required
          hint="When a needed quota is missing or zero"
        >
          <Select
            disabled={readOnly}
            value={plan.undefinedAttainment}
            onValueChange={(what) => set({ undefinedAttainment: what as Plan['undefinedAttainment'] })}
            options={[
              { value: 'refuse', label: 'Refuse to calculate' },
              { value: 'pay-zero', label: 'Pay zero' },
            ]}
          />
        </TermField>
        <PlanTerms plan={plan} readOnly={readOnly} onChange={set} />
      </fieldset>
    </Card>
  );
}

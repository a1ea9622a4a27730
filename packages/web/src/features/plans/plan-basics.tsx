import type { OrderStep, Plan, PlanType } from '@attain/domain/plans/plan';
import { currencyOptions } from '../../base/format-money.ts';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TermField } from './faults/term-field.tsx';
import { messages } from './messages.ts';
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

/** Possible orders of steps; a multiplier can be at any position. */
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

/** Name, type, calendar, currency and plan-wide rules. */
export function PlanBasics({ plan, onChange, readOnly }: PlanBasicsProps) {
  const set = (change: Partial<Plan>) => onChange({ ...plan, ...change });
  return (
    <Card title={messages.basics.title}>
      <fieldset disabled={readOnly} className="grid min-w-0 gap-x-4 gap-y-3 @md:grid-cols-2 @3xl:grid-cols-3">
        <legend className="sr-only">{messages.basics.title}</legend>
        <TermField
          place="name"
          label={messages.basics.name}
          required
          error={plan.name.trim() ? undefined : messages.basics.nameMissing}
        >
          <Input value={plan.name} maxLength={200} onChange={(event) => set({ name: event.target.value })} />
        </TermField>
        <TermField place="type" label={messages.basics.type} required>
          <Select
            disabled={readOnly}
            value={plan.type}
            onValueChange={(value) => set({ type: value as PlanType })}
            options={Object.entries(planTypeNames).map(([value, label]) => ({ value, label }))}
          />
        </TermField>
        <TermField
          place="currency"
          label={messages.basics.currency}
          required
          hint={messages.basics.currencyHint}
        >
          <Select
            disabled={readOnly}
            value={plan.currency}
            onValueChange={(currency) => set({ currency })}
            options={currencyOptions([plan.currency])}
          />
        </TermField>
        <TermField
          place="calendar.period"
          label={messages.basics.period}
          required
          hint={weeksHint(plan.calendar)}
        >
          <Select
            disabled={readOnly}
            value={plan.calendar.period}
            onValueChange={(period) =>
              set({ calendar: paidBy(plan.calendar, period as Plan['calendar']['period']) })
            }
            options={[
              { value: 'week', label: messages.basics.week },
              { value: 'month', label: messages.basics.month },
              { value: 'quarter', label: messages.basics.quarter },
              { value: 'year', label: messages.basics.year },
            ]}
          />
        </TermField>
        <TermField place="calendar.fiscalYearStartMonth" label={messages.basics.fiscalYear} required>
          <Select
            disabled={readOnly}
            value={String(plan.calendar.fiscalYearStartMonth)}
            onValueChange={(month) =>
              set({ calendar: { ...plan.calendar, fiscalYearStartMonth: Number(month) } })
            }
            options={months.map((label, index) => ({ value: String(index + 1), label }))}
          />
        </TermField>
        <TermField
          place="rounding.mode"
          label={messages.basics.rounding}
          required
          hint={messages.basics.roundingHint}
        >
          <Select
            disabled={readOnly}
            value={plan.rounding.mode}
            onValueChange={(mode) =>
              set({ rounding: { ...plan.rounding, mode: mode as Plan['rounding']['mode'] } })
            }
            options={[
              { value: 'HALF_UP', label: messages.basics.halfUp },
              { value: 'HALF_EVEN', label: messages.basics.halfEven },
            ]}
          />
        </TermField>
        <TermField
          place="rounding.splits"
          label={messages.basics.splits}
          required
          hint={messages.basics.splitsHint}
        >
          <Select
            disabled={readOnly}
            value={plan.rounding.splits ?? 'alone'}
            onValueChange={(splits) => set({ rounding: withSplits(plan.rounding, splits) })}
            options={[
              { value: 'alone', label: messages.basics.splitsAlone },
              { value: 'largest-remainder', label: messages.basics.splitsTogether },
            ]}
          />
        </TermField>
        <TermField place="order" label={messages.basics.order} required hint={messages.basics.orderHint}>
          <Select
            disabled={readOnly}
            value={plan.order.join(', ')}
            onValueChange={(text) => set({ order: text.split(', ') as OrderStep[] })}
            options={ordersOf(plan).map((order) => ({ value: order.join(', '), label: order.join(', ') }))}
          />
        </TermField>
        <TermField place="acceleratorReading" label={messages.basics.accelerators} required>
          <Select
            disabled={readOnly}
            value={plan.acceleratorReading}
            onValueChange={(reading) => set({ acceleratorReading: reading as Plan['acceleratorReading'] })}
            options={[
              { value: 'incremental', label: messages.basics.above },
              { value: 'first-dollar', label: messages.basics.firstDollar },
            ]}
          />
        </TermField>
        <TermField
          place="undefinedAttainment"
          label={messages.basics.noQuota}
          required
          hint={messages.basics.noQuotaHint}
        >
          <Select
            disabled={readOnly}
            value={plan.undefinedAttainment}
            onValueChange={(what) => set({ undefinedAttainment: what as Plan['undefinedAttainment'] })}
            options={[
              { value: 'refuse', label: messages.basics.reject },
              { value: 'pay-zero', label: messages.basics.payZero },
            ]}
          />
        </TermField>
        <PlanTerms plan={plan} readOnly={readOnly} onChange={set} />
      </fieldset>
    </Card>
  );
}

import type { WeekCalendar } from '@attain/domain/base/week-calendar';
import type { Plan } from '@attain/domain/plans/plan';
import type { ExchangePolicy, Proration } from '@attain/domain/plans/terms';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TermField } from '../faults/term-field.tsx';

export type PlanTermsProps = { plan: Plan; onChange: (change: Partial<Plan>) => void; readOnly: boolean };

const none = 'none';

/** The rules few plans need: proration, foreign money, a cap over all components, years of whole weeks. */
export function PlanTerms({ plan, onChange, readOnly }: PlanTermsProps) {
  const { proration, exchange } = plan;
  return (
    <>
      <TermField
        place="proration"
        label="Proration"
        required
        hint="For who joins, leaves or is away during a period"
      >
        <Select
          disabled={readOnly}
          value={proration ? `${proration.by} ${proration.of}` : none}
          onValueChange={(value) => onChange({ proration: prorationOf(value) })}
          options={[
            { value: none, label: 'None' },
            ...(['days', 'whole-months'] as const).flatMap((by) =>
              (['both', 'quota', 'target'] as const).map((of) => ({
                value: `${by} ${of}`,
                label: `${of === 'both' ? 'Quota and target' : of === 'quota' ? 'Quota' : 'Target'} by ${by === 'days' ? 'days' : 'whole months'}`,
              })),
            ),
          ]}
        />
      </TermField>
      <TermField place="exchange" label="Foreign money at the rate of" required>
        <Select
          disabled={readOnly}
          value={exchange?.on ?? 'deal-date'}
          onValueChange={(on) => onChange({ exchange: exchangeOf(on) })}
          options={[
            { value: 'deal-date', label: 'The deal’s day' },
            { value: 'period-end', label: 'The period’s last day' },
            { value: 'period-average', label: 'The period’s average' },
            { value: 'locked', label: 'A day the plan locks' },
          ]}
        />
      </TermField>
      {exchange?.on === 'locked' ? (
        <TermField place="exchange.date" label="Locked day" required>
          <Input
            type="date"
            value={exchange.date}
            onChange={(event) => onChange({ exchange: { on: 'locked', date: event.target.value } })}
          />
        </TermField>
      ) : null}
      <TermField
        place="planCap"
        label="Cap over all components"
        hint="Each period, in the plan’s currency; empty: none"
      >
        <Input
          figure
          value={plan.planCap ?? ''}
          onChange={(event) => onChange({ planCap: event.target.value.trim() || undefined })}
        />
      </TermField>
      <TermField place="deceleratorReading" label="Decelerators count" required>
        <Select
          disabled={readOnly}
          value={plan.deceleratorReading ?? none}
          onValueChange={(reading) =>
            onChange({
              deceleratorReading: reading === none ? undefined : (reading as 'incremental' | 'first-dollar'),
            })
          }
          options={[
            { value: none, label: 'As accelerators do' },
            { value: 'incremental', label: 'Below the threshold, for good' },
            { value: 'first-dollar', label: 'On everything until it is reached' },
          ]}
        />
      </TermField>
      <WeekFields plan={plan} readOnly={readOnly} onChange={onChange} />
    </>
  );
}

const startingWeeks: WeekCalendar = { pattern: '4-4-5', weekday: 6, anchor: 'nearest-to' };
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function WeekFields({ plan, onChange, readOnly }: PlanTermsProps) {
  const { calendar } = plan;
  const { weeks } = calendar;
  const put = (next: WeekCalendar | undefined) => onChange({ calendar: { ...calendar, weeks: next } });
  return (
    <>
      <TermField place="calendar.weeks" label="Months are" required>
        <Select
          disabled={readOnly}
          value={weeks?.pattern ?? none}
          onValueChange={(pattern) =>
            put(
              pattern === none
                ? undefined
                : { ...(weeks ?? startingWeeks), pattern: pattern as WeekCalendar['pattern'] },
            )
          }
          options={[
            { value: none, label: 'Calendar months' },
            { value: '4-4-5', label: '4, 4 and 5 weeks' },
            { value: '4-5-4', label: '4, 5 and 4 weeks' },
            { value: '5-4-4', label: '5, 4 and 4 weeks' },
            { value: '13-periods', label: '13 periods of 4 weeks' },
          ]}
        />
      </TermField>
      {weeks ? (
        <>
          <TermField place="calendar.weeks.weekday" label="The fiscal year ends on a" required>
            <Select
              disabled={readOnly}
              value={String(weeks.weekday)}
              onValueChange={(weekday) => put({ ...weeks, weekday: Number(weekday) })}
              options={weekdays.map((label, index) => ({ value: String(index + 1), label }))}
            />
          </TermField>
          <TermField
            place="calendar.weeks.anchor"
            label="Which one"
            required
            hint="Seen from the last day of the month before it starts"
          >
            <Select
              disabled={readOnly}
              value={weeks.anchor}
              onValueChange={(anchor) => put({ ...weeks, anchor: anchor as WeekCalendar['anchor'] })}
              options={[
                { value: 'nearest-to', label: 'The nearest to that day' },
                { value: 'last-in', label: 'The last in that month' },
              ]}
            />
          </TermField>
          <TermField place="calendar.weeks.named" label="A fiscal year is named after" required>
            <Select
              disabled={readOnly}
              value={weeks.named ?? 'by-end'}
              onValueChange={(named) => put({ ...weeks, named: named as 'by-end' | 'by-start' })}
              options={[
                { value: 'by-end', label: 'The calendar year it ends in' },
                { value: 'by-start', label: 'The calendar year it starts in' },
              ]}
            />
          </TermField>
        </>
      ) : null}
    </>
  );
}

function prorationOf(value: string): Proration | undefined {
  const [by, of] = value.split(' ');
  return value === none ? undefined : { by: by as Proration['by'], of: of as Proration['of'] };
}

function exchangeOf(on: string): ExchangePolicy | undefined {
  if (on === 'period-end' || on === 'period-average') return { on };
  return on === 'locked' ? { on, date: `${new Date().getFullYear()}-01-01` } : undefined;
}

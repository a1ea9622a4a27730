import type { WeekCalendar } from '@attain/domain/base/week-calendar';
import type { Plan } from '@attain/domain/plans/plan';
import { Select } from '../../../ui/fields/select.tsx';
import { TermField } from '../faults/term-field.tsx';

export type PlanTermsProps = { plan: Plan; onChange: (change: Partial<Plan>) => void; readOnly: boolean };

const none = 'none';
const startingWeeks: WeekCalendar = { pattern: '4-4-5', weekday: 6, anchor: 'nearest-to' };
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** What makes a fiscal year of whole weeks: its periods, its last day, its name. */
export function WeekFields({ plan, onChange, readOnly }: PlanTermsProps) {
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
            ...(calendar.period === 'week' && weeks ? [] : [{ value: none, label: 'Calendar months' }]),
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

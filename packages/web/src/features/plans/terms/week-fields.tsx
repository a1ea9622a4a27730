import type { WeekCalendar } from '@attain/domain/base/week-calendar';
import type { Plan } from '@attain/domain/plans/plan';
import { Select } from '../../../ui/fields/select.tsx';
import { TermField } from '../faults/term-field.tsx';
import { messages } from './messages.ts';

export type PlanTermsProps = { plan: Plan; onChange: (change: Partial<Plan>) => void; readOnly: boolean };

const none = 'none';
const startingWeeks: WeekCalendar = { pattern: '4-4-5', weekday: 6, anchor: 'nearest-to' };
const weekdays = [
  messages.calendar.monday,
  messages.calendar.tuesday,
  messages.calendar.wednesday,
  messages.calendar.thursday,
  messages.calendar.friday,
  messages.calendar.saturday,
  messages.calendar.sunday,
];

/** Fiscal years of whole weeks: periods, year end and name. */
export function WeekFields({ plan, onChange, readOnly }: PlanTermsProps) {
  const { calendar } = plan;
  const { weeks } = calendar;
  const put = (next: WeekCalendar | undefined) => onChange({ calendar: { ...calendar, weeks: next } });
  return (
    <>
      <TermField place="calendar.weeks" label={messages.calendar.months} required>
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
            ...(calendar.period === 'week' && weeks
              ? []
              : [{ value: none, label: messages.calendar.calendarMonths }]),
            { value: '4-4-5', label: messages.calendar.p445 },
            { value: '4-5-4', label: messages.calendar.p454 },
            { value: '5-4-4', label: messages.calendar.p544 },
            { value: '13-periods', label: messages.calendar.p13 },
          ]}
        />
      </TermField>
      {weeks ? (
        <>
          <TermField place="calendar.weeks.weekday" label={messages.calendar.ends} required>
            <Select
              disabled={readOnly}
              value={String(weeks.weekday)}
              onValueChange={(weekday) => put({ ...weeks, weekday: Number(weekday) })}
              options={weekdays.map((label, index) => ({ value: String(index + 1), label }))}
            />
          </TermField>
          <TermField
            place="calendar.weeks.anchor"
            label={messages.calendar.anchor}
            required
            hint={messages.calendar.anchorHint}
          >
            <Select
              disabled={readOnly}
              value={weeks.anchor}
              onValueChange={(anchor) => put({ ...weeks, anchor: anchor as WeekCalendar['anchor'] })}
              options={[
                { value: 'nearest-to', label: messages.calendar.nearest },
                { value: 'last-in', label: messages.calendar.lastIn },
              ]}
            />
          </TermField>
          <TermField place="calendar.weeks.named" label={messages.calendar.named} required>
            <Select
              disabled={readOnly}
              value={weeks.named ?? 'by-end'}
              onValueChange={(named) => put({ ...weeks, named: named as 'by-end' | 'by-start' })}
              options={[
                { value: 'by-end', label: messages.calendar.byEnd },
                { value: 'by-start', label: messages.calendar.byStart },
              ]}
            />
          </TermField>
        </>
      ) : null}
    </>
  );
}

import type { ExchangePolicy, Proration } from '@attain/domain/plans/terms';
import { DateInput } from '../../../ui/fields/date-input.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TermField } from '../faults/term-field.tsx';
import { type PlanTermsProps, WeekFields } from './week-fields.tsx';

const none = 'none';

/** The rules few plans need: proration, foreign money, a cap over all components, years of whole weeks. */
export function PlanTerms({ plan, onChange, readOnly }: PlanTermsProps) {
  const { proration, exchange } = plan;
  const whole = plan.calendar.period === 'week' ? 'whole weeks' : 'whole months';
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
                label: `${of === 'both' ? 'Quota and target' : of === 'quota' ? 'Quota' : 'Target'} by ${by === 'days' ? 'days' : whole}`,
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
          <DateInput
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

function prorationOf(value: string): Proration | undefined {
  const [by, of] = value.split(' ');
  return value === none ? undefined : { by: by as Proration['by'], of: of as Proration['of'] };
}

function exchangeOf(on: string): ExchangePolicy | undefined {
  if (on === 'period-end' || on === 'period-average') return { on };
  return on === 'locked' ? { on, date: `${new Date().getFullYear()}-01-01` } : undefined;
}

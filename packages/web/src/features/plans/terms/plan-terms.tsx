import type { ExchangePolicy, PayTermReading, Proration } from '@attain/domain/plans/terms';
import { DateInput } from '../../../ui/fields/date-input.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TermField } from '../faults/term-field.tsx';
import { messages } from './messages.ts';
import { type PlanTermsProps, WeekFields } from './week-fields.tsx';

const none = 'none';

/** Rarely used plan rules: proration, exchange rates, plan cap and week calendars. */
export function PlanTerms({ plan, onChange, readOnly }: PlanTermsProps) {
  const { proration, exchange } = plan;
  const whole = plan.calendar.period === 'week' ? messages.plan.wholeWeeks : messages.plan.wholeMonths;
  return (
    <>
      <TermField
        place="proration"
        label={messages.plan.proration}
        required
        hint={messages.plan.prorationHint}
      >
        <Select
          disabled={readOnly}
          value={proration ? `${proration.by} ${proration.of}` : none}
          onValueChange={(value) => onChange({ proration: prorationOf(value) })}
          options={[
            { value: none, label: messages.plan.none },
            ...(['days', 'whole-months'] as const).flatMap((by) =>
              (['both', 'quota', 'target'] as const).map((of) => ({
                value: `${by} ${of}`,
                label: messages.plan.by(messages.plan[of], by === 'days' ? messages.plan.days : whole),
              })),
            ),
          ]}
        />
      </TermField>
      <TermField place="payTerms" label={messages.plan.payTerms} required hint={messages.plan.payTermsHint}>
        <Select
          disabled={readOnly}
          value={plan.payTerms ?? none}
          onValueChange={(reading) =>
            onChange({ payTerms: reading === none ? undefined : (reading as PayTermReading) })
          }
          options={[
            { value: none, label: messages.plan.likeProration },
            { value: 'days', label: messages.plan.termDays },
            { value: 'months', label: messages.plan.termMonths },
            { value: 'period-end', label: messages.plan.termAtEnd },
          ]}
        />
      </TermField>
      <TermField place="exchange" label={messages.plan.exchange} required>
        <Select
          disabled={readOnly}
          value={exchange?.on ?? 'deal-date'}
          onValueChange={(on) => onChange({ exchange: exchangeOf(on) })}
          options={[
            { value: 'deal-date', label: messages.plan.dealDay },
            { value: 'period-end', label: messages.plan.periodEnd },
            { value: 'period-average', label: messages.plan.periodAverage },
            { value: 'locked', label: messages.plan.locked },
          ]}
        />
      </TermField>
      {exchange?.on === 'locked' ? (
        <TermField place="exchange.date" label={messages.plan.lockedDay} required>
          <DateInput
            value={exchange.date}
            onChange={(event) => onChange({ exchange: { on: 'locked', date: event.target.value } })}
          />
        </TermField>
      ) : null}
      <TermField place="planCap" label={messages.plan.cap} hint={messages.plan.capHint}>
        <Input
          figure
          value={plan.planCap ?? ''}
          onChange={(event) => onChange({ planCap: event.target.value.trim() || undefined })}
        />
      </TermField>
      <TermField place="deceleratorReading" label={messages.plan.decelerators} required>
        <Select
          disabled={readOnly}
          value={plan.deceleratorReading ?? none}
          onValueChange={(reading) =>
            onChange({
              deceleratorReading: reading === none ? undefined : (reading as 'incremental' | 'first-dollar'),
            })
          }
          options={[
            { value: none, label: messages.plan.likeAccelerators },
            { value: 'incremental', label: messages.plan.belowForGood },
            { value: 'first-dollar', label: messages.plan.untilReached },
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

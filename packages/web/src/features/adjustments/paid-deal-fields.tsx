import { useQuery } from '@tanstack/react-query';
import { creditsQuery, payoutsQuery, runsQuery } from '../../api/queries.ts';
import type { LineKey } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ParticipantField } from './participant-field.tsx';

/** Names a line of a calculation, or what one deal earned in it (null: the whole line); empty where it is not chosen yet. */
export type PaidDeal = {
  participantId: string;
  calculationId: string;
  componentId: string;
  dealId: string | null;
};

/** Nothing is chosen yet. */
export const noPaidDeal: PaidDeal = { participantId: '', calculationId: '', componentId: '', dealId: '' };

/** All that a line paid. */
export const wholeOf = ({ runId, participantId, componentId }: LineKey): PaidDeal => ({
  ...{ participantId, componentId, dealId: null },
  calculationId: runId,
});

export type PaidDealFieldsProps = { value: PaidDeal; onValueChange: (deal: PaidDeal) => void };

/** Chooses payee, calculation, component and what of the line, each from what the one before leaves. */
export function PaidDealFields({ value, onValueChange }: PaidDealFieldsProps) {
  const runs = useQuery(runsQuery());
  const completed = (runs.data?.rows ?? []).filter((run) => run.status === 'completed');
  const { participantId, calculationId } = value;
  return (
    <>
      <ParticipantField
        value={participantId}
        onValueChange={(chosen) => onValueChange({ ...noPaidDeal, calculationId, participantId: chosen })}
      />
      <Field label="Calculation" required>
        <Select
          value={calculationId}
          onValueChange={(chosen) => onValueChange({ ...noPaidDeal, participantId, calculationId: chosen })}
          placeholder={runs.isPending ? 'Loading…' : 'Choose a calculation…'}
          options={completed.map((run) => ({
            value: run.id,
            label: `${run.planName}, ${run.period.key}`,
            hint: `v${run.version}`,
          }))}
        />
      </Field>
      {participantId && calculationId ? <LineFields value={value} onValueChange={onValueChange} /> : null}
    </>
  );
}

function LineFields({ value, onValueChange }: PaidDealFieldsProps) {
  const { participantId, calculationId, componentId } = value;
  const lines = useRows(payoutsQuery({ runId: calculationId, search: participantId, sort: 'participant' }));
  const own = lines.rows.filter((line) => line.participantId === participantId);
  const line = own.find((one) => one.componentId === componentId);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label="Component"
        required
        hint={own.length === 0 && lines.complete ? 'Paid nothing there' : undefined}
      >
        <Select
          value={componentId}
          disabled={own.length === 0}
          onValueChange={(chosen) => onValueChange({ ...value, componentId: chosen, dealId: '' })}
          placeholder="Choose a component…"
          options={own.map((one) => ({
            value: one.componentId,
            label: one.componentName,
            hint: formatMoney(one.amount, { currency: one.currency }),
          }))}
        />
      </Field>
      {line ? (
        <PartOfLine
          value={value}
          onValueChange={onValueChange}
          currency={line.currency}
          amount={line.amount}
        />
      ) : null}
    </div>
  );
}

export type PartOfLineProps = PaidDealFieldsProps & { currency: string; amount: string };

/** Chooses the whole line or one deal in it; of a line without deals there is only the whole. */
export function PartOfLine({ value, onValueChange, currency, amount }: PartOfLineProps) {
  const { participantId, calculationId, componentId, dealId } = value;
  const credits = useRows(creditsQuery({ runId: calculationId, participantId, componentId }));
  const deals = credits.rows.map((credit) => ({
    value: `deal ${credit.dealId}`,
    label: credit.dealId,
    hint: `${formatDay(credit.date)}, earned ${formatMoney(credit.earned, { currency })}`,
  }));
  return (
    <Field label="What of it" required>
      <Select
        value={dealId === null ? whole : dealId && `deal ${dealId}`}
        onValueChange={(chosen) =>
          onValueChange({ ...value, dealId: chosen === whole ? null : chosen.slice('deal '.length) })
        }
        placeholder="The whole line, or a deal…"
        options={[
          { value: whole, label: 'The whole line', hint: `pays ${formatMoney(amount, { currency })}` },
          ...deals,
        ]}
      />
    </Field>
  );
}

const whole = 'whole line';

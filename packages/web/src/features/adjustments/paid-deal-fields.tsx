import { useQuery } from '@tanstack/react-query';
import { payoutsQuery, runsQuery } from '../../api/queries.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { noPaidDeal, type PaidDealFieldsProps, PartOfLine } from './part-of-line.tsx';
import { ParticipantField } from './participant-field.tsx';

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
    <div className="flex flex-col gap-4">
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

import { useQuery } from '@tanstack/react-query';
import { payoutsQuery, runsQuery } from '../../api/queries.ts';
import { ParticipantField } from '../../api/requests/participant-field.tsx';
import { useRows } from '../../api/use-rows.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { messages } from './messages.ts';
import { noPaidDeal, type PaidDealFieldsProps, PartOfLine } from './part-of-line.tsx';

/** Picks payee, calculation, component and part of the line; each choice narrows the next. */
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
      <Field label={messages.line.calculation} required>
        <Select
          value={calculationId}
          onValueChange={(chosen) => onValueChange({ ...noPaidDeal, participantId, calculationId: chosen })}
          placeholder={runs.isPending ? messages.line.loading : messages.line.chooseCalculation}
          options={completed.map((run) => ({
            value: run.id,
            label: messages.line.calculationName(run.planName, run.period.key),
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
        label={messages.line.component}
        required
        hint={own.length === 0 && lines.complete ? messages.line.none : undefined}
      >
        <Select
          value={componentId}
          disabled={own.length === 0}
          onValueChange={(chosen) => onValueChange({ ...value, componentId: chosen, dealId: '' })}
          placeholder={messages.line.chooseComponent}
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

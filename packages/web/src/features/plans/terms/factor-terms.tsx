import type { CreditFactor } from '@attain/domain/plans/plan';
import { ArrowUp, CircleAlert, Plus, Trash2 } from 'lucide-react';
import { use } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Faults } from '../faults/component-faults.ts';
import { TermField } from '../faults/term-field.tsx';
import { ConditionRows } from './condition-rows.tsx';
import type { TermsProps } from './measure-terms.tsx';
import { messages } from './messages.ts';

/** Share of a credited deal that counts: the first factor whose conditions match, otherwise the full deal. */
export function FactorTerms({ draft, readOnly, onChange }: TermsProps) {
  const factors = draft.creditFactors ?? [];
  const set = (next: readonly CreditFactor[]) =>
    onChange({ creditFactors: next.length === 0 ? undefined : next });
  return (
    <fieldset disabled={readOnly} className="flex flex-col gap-3">
      <legend className="sr-only">{messages.factors.title}</legend>
      <p className="text-12 text-pretty text-fg-2">
        {factors.length === 0 ? messages.factors.none : messages.factors.text}
      </p>
      {factors.length === 0 ? null : (
        <ol aria-label={messages.factors.title} className="flex flex-col gap-3">
          {factors.map((factor, index) => (
            <Factor
              // biome-ignore lint/suspicious/noArrayIndexKey: a factor is its place in the list
              key={index}
              {...{ factor, index, readOnly }}
              onChange={(change) => set(factors.with(index, { ...factor, ...change }))}
              onRemove={() => set(factors.filter((_, at) => at !== index))}
              onRaise={() => set(raised(factors, index))}
            />
          ))}
        </ol>
      )}
      {readOnly ? null : (
        <Button
          size="sm"
          className="self-start"
          icon={<Plus aria-hidden />}
          onClick={() => set([...factors, { where: [], percent: '50' }])}
        >
          {messages.factors.add}
        </Button>
      )}
    </fieldset>
  );
}

type FactorProps = {
  factor: CreditFactor;
  index: number;
  readOnly: boolean;
  onChange: (change: Partial<CreditFactor>) => void;
  onRemove: () => void;
  /** Moves it up by one. */
  onRaise: () => void;
};

function Factor({ factor, index, readOnly, onChange, onRemove, onRaise }: FactorProps) {
  const name = messages.factors.factor(index + 1);
  const place = `creditFactors[${index}]`;
  const fault = use(Faults).find(({ path }) => path.startsWith(`${place}.where`))?.message;
  return (
    <li className="flex flex-col gap-2 rounded-lg border p-3">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0 max-w-72 flex-1">
          <TermField place={`${place}.percent`} label={messages.factors.counts(name)} required>
            <Input
              figure
              controlSize="sm"
              inputMode="decimal"
              value={factor.percent}
              onChange={(event) => onChange({ percent: event.target.value.trim() })}
            />
          </TermField>
        </div>
        {readOnly ? null : (
          <div className="flex gap-1 pt-5">
            {index === 0 ? null : (
              <IconButton
                size="sm"
                label={messages.factors.moveUp(index + 1)}
                icon={<ArrowUp aria-hidden />}
                onClick={onRaise}
              />
            )}
            <IconButton
              size="sm"
              label={messages.factors.remove(index + 1)}
              icon={<Trash2 aria-hidden />}
              onClick={onRemove}
            />
          </div>
        )}
      </div>
      {factor.where.length === 0 ? (
        <p className="text-12 text-fg-3">{index === 0 ? messages.factors.every : messages.factors.others}</p>
      ) : null}
      <ConditionRows
        conditions={factor.where}
        readOnly={readOnly}
        name={messages.factors.condition(name)}
        onChange={(where) => onChange({ where })}
      />
      <div aria-live="polite">
        {fault ? (
          <p className="flex items-start gap-1 text-12 text-bad-text">
            <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
            <span>{fault}</span>
          </p>
        ) : null}
      </div>
    </li>
  );
}

function raised(factors: readonly CreditFactor[], index: number): readonly CreditFactor[] {
  const [own, above] = [factors[index], factors[index - 1]];
  return own === undefined || above === undefined ? factors : factors.with(index - 1, own).with(index, above);
}

import type { Component } from '@attain/domain/plans/plan';
import type { CreditScope, MeasureWindow } from '@attain/domain/plans/terms';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TermField } from '../faults/term-field.tsx';
import { messages } from './messages.ts';
import { WholeInput } from './whole-input.tsx';

/** Props of every term section. */
export type TermsProps = {
  draft: Component;
  others: readonly Component[];
  readOnly: boolean;
  onChange: (change: Partial<Component>) => void;
};

const windows = [
  { value: 'period', label: messages.measure.period, hint: messages.measure.periodHint },
  { value: 'quarter-to-date', label: messages.measure.quarter, hint: messages.measure.quarterHint },
  { value: 'year-to-date', label: messages.measure.year, hint: messages.measure.yearHint },
  { value: 'plan-to-date', label: messages.measure.plan, hint: messages.measure.planHint },
  { value: 'rolling', label: messages.measure.rolling, hint: messages.measure.rollingHint },
];

/** Measurement window and credit of a component. */
export function MeasureTerms({ draft, readOnly, onChange }: TermsProps) {
  const { window } = draft;
  return (
    <fieldset disabled={readOnly} className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
      <legend className="sr-only">{messages.measure.title}</legend>
      <TermField place="window" label={messages.measure.over} required>
        <Select
          disabled={readOnly}
          value={window?.kind ?? 'period'}
          onValueChange={(kind) => onChange({ window: windowOf(kind, window) })}
          options={windows}
        />
      </TermField>
      {window?.kind === 'rolling' ? (
        <TermField
          place="window.periods"
          label={messages.measure.periods}
          required
          hint={messages.measure.periodsHint}
        >
          <WholeInput
            value={window.periods}
            onValue={(periods) => onChange({ window: { ...window, periods: periods ?? Number.NaN } })}
          />
        </TermField>
      ) : window ? (
        <TermField
          place="window.settle"
          label={messages.measure.pays}
          required
          hint={messages.measure.paysHint}
        >
          <Select
            disabled={readOnly}
            value={window.settle}
            onValueChange={(settle) =>
              onChange({ window: { ...window, settle: settle as 'deduct' | 'rate-only' } })
            }
            options={[
              { value: 'deduct', label: messages.measure.deduct },
              { value: 'rate-only', label: messages.measure.rateOnly },
            ]}
          />
        </TermField>
      ) : null}
      <CreditFields credit={draft.credit} readOnly={readOnly} onChange={(credit) => onChange({ credit })} />
    </fieldset>
  );
}

type CreditFieldsProps = {
  credit: CreditScope | undefined;
  readOnly: boolean;
  onChange: (credit: CreditScope | undefined) => void;
};

function CreditFields({ credit, readOnly, onChange }: CreditFieldsProps) {
  return (
    <>
      <TermField place="credit" label={messages.measure.credit} required hint={messages.measure.creditHint}>
        <Select
          disabled={readOnly}
          value={credit?.of ?? 'own'}
          onValueChange={(of) =>
            onChange(
              of === 'own'
                ? undefined
                : {
                    levels: null,
                    factorPercents: [],
                    ...(credit?.of === 'own' ? {} : credit),
                    of: of as 'team' | 'own-and-team',
                  },
            )
          }
          options={[
            { value: 'own', label: messages.measure.own },
            { value: 'team', label: messages.measure.team },
            { value: 'own-and-team', label: messages.measure.ownAndTeam },
          ]}
        />
      </TermField>
      {credit && credit.of !== 'own' ? (
        <>
          <TermField place="credit.levels" label={messages.measure.levels} hint={messages.measure.levelsHint}>
            <WholeInput value={credit.levels} onValue={(levels) => onChange({ ...credit, levels })} />
          </TermField>
          <TermField
            place="credit.factorPercents"
            label={messages.measure.shares}
            hint={messages.measure.sharesHint}
          >
            <Input
              className="font-mono"
              placeholder="100, 50"
              value={credit.factorPercents.join(', ')}
              onChange={(event) => onChange({ ...credit, factorPercents: listed(event.target.value) })}
            />
          </TermField>
        </>
      ) : null}
    </>
  );
}

function listed(text: string): string[] {
  return text === '' ? [] : text.split(',').map((part) => part.trim());
}

function windowOf(kind: string, before: MeasureWindow | undefined): MeasureWindow | undefined {
  if (kind === 'quarter-to-date' || kind === 'year-to-date' || kind === 'plan-to-date') {
    return { kind, settle: before?.kind === 'rolling' ? 'deduct' : (before?.settle ?? 'deduct') };
  }
  return kind === 'rolling' ? { kind, periods: 3, settle: 'rate-only' } : undefined;
}

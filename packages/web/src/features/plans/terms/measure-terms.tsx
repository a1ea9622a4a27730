import type { Component } from '@attain/domain/plans/plan';
import type { CreditScope, MeasureWindow } from '@attain/domain/plans/terms';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TermField } from '../faults/term-field.tsx';
import { WholeInput } from './whole-input.tsx';

/** What every part of a component's terms is given. */
export type TermsProps = {
  draft: Component;
  others: readonly Component[];
  readOnly: boolean;
  onChange: (change: Partial<Component>) => void;
};

const windows = [
  { value: 'period', label: 'The period', hint: 'Credit and quota of the payable period' },
  { value: 'quarter-to-date', label: 'Quarter to date', hint: 'From the start of the quarter' },
  { value: 'year-to-date', label: 'Year to date', hint: 'From the start of the fiscal year' },
  { value: 'plan-to-date', label: 'Since the plan began', hint: 'From the first day on the plan' },
  { value: 'rolling', label: 'Rolling', hint: 'The last periods, this one included' },
];

/** Over which days a component is measured, and whose credit counts. */
export function MeasureTerms({ draft, readOnly, onChange }: TermsProps) {
  const { window } = draft;
  return (
    <fieldset disabled={readOnly} className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
      <legend className="sr-only">Measure</legend>
      <TermField place="window" label="Measured over" required>
        <Select
          disabled={readOnly}
          value={window?.kind ?? 'period'}
          onValueChange={(kind) => onChange({ window: windowOf(kind, window) })}
          options={windows}
        />
      </TermField>
      {window?.kind === 'rolling' ? (
        <TermField place="window.periods" label="Periods" required hint="This one included, 2 to 36">
          <WholeInput
            value={window.periods}
            onValue={(periods) => onChange({ window: { ...window, periods: periods ?? Number.NaN } })}
          />
        </TermField>
      ) : window ? (
        <TermField
          place="window.settle"
          label="Pays"
          required
          hint="What a window longer than the period pays"
        >
          <Select
            disabled={readOnly}
            value={window.settle}
            onValueChange={(settle) =>
              onChange({ window: { ...window, settle: settle as 'deduct' | 'rate-only' } })
            }
            options={[
              { value: 'deduct', label: 'All of the window, less what was paid' },
              { value: 'rate-only', label: 'The period, at the window’s rate' },
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
      <TermField
        place="credit"
        label="Whose credit counts"
        required
        hint="A team’s rolls up along the reporting lines of the day"
      >
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
            { value: 'own', label: 'Their own' },
            { value: 'team', label: 'Their team’s' },
            { value: 'own-and-team', label: 'Their own and their team’s' },
          ]}
        />
      </TermField>
      {credit && credit.of !== 'own' ? (
        <>
          <TermField place="credit.levels" label="Levels below" hint="Empty: to the bottom">
            <WholeInput value={credit.levels} onValue={(levels) => onChange({ ...credit, levels })} />
          </TermField>
          <TermField
            place="credit.factorPercents"
            label="Share at level 1, 2, … (%)"
            hint="Empty: all of it; the last one holds further down"
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

import { useState } from 'react';
import { useDebounced } from '../../base/use-debounced.ts';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { Field, type FieldProps } from '../../ui/fields/field.tsx';
import { participantsQuery } from '../queries.ts';
import { useRows } from '../use-rows.ts';

export type ParticipantFieldProps = Partial<Pick<FieldProps, 'label' | 'hint' | 'error'>> & {
  value: string;
  onValueChange: (id: string) => void;
  /** No one may be chosen, too. */
  optional?: boolean;
  /** The name of who is chosen at first. */
  name?: string | undefined;
};

/** Chooses one participant: typing narrows the list, also where there are thousands. */
export function ParticipantField({ value, onValueChange, ...rest }: ParticipantFieldProps) {
  const { label = 'Payee', hint, error, optional = false, name = '' } = rest;
  const [search, setSearch] = useState('');
  const [chosenName, setChosenName] = useState(name);
  const settled = useDebounced(search.trim());
  const { rows, query } = useRows(participantsQuery(settled || undefined));
  const none = optional && value !== '' ? [{ value: '', label: 'No participant' }] : [];
  return (
    <Field label={label} required={!optional} hint={hint} error={error}>
      <Combobox
        value={value}
        chosenLabel={value === '' ? '' : chosenName || value}
        onValueChange={(id) => {
          setChosenName(rows.find((row) => row.id === id)?.name ?? '');
          onValueChange(id);
        }}
        onSearch={setSearch}
        placeholder={query.isPending ? 'Loading…' : 'Search by name or id…'}
        options={[
          ...none,
          ...rows.slice(0, 100).map((row) => ({ value: row.id, label: row.name, hint: row.id })),
        ]}
      />
    </Field>
  );
}

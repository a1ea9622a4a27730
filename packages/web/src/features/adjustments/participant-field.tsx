import { useState } from 'react';
import { participantsQuery } from '../../api/queries.ts';
import { useRows } from '../../api/use-rows.ts';
import { useDebounced } from '../../base/use-debounced.ts';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { messages } from './messages.ts';

export type ParticipantFieldProps = { value: string; onValueChange: (id: string) => void };

/** Picks one participant by typing; the server searches. */
export function ParticipantField({ value, onValueChange }: ParticipantFieldProps) {
  const [search, setSearch] = useState('');
  const [chosenName, setChosenName] = useState('');
  const settled = useDebounced(search.trim());
  const { rows, query } = useRows(participantsQuery(settled || undefined));
  return (
    <Field label={messages.payeeField.label} required>
      <Combobox
        value={value}
        chosenLabel={value === '' ? '' : chosenName || value}
        onValueChange={(id) => {
          setChosenName(rows.find((row) => row.id === id)?.name ?? '');
          onValueChange(id);
        }}
        onSearch={setSearch}
        placeholder={query.isPending ? messages.payeeField.loading : messages.payeeField.placeholder}
        options={rows.slice(0, 100).map((row) => ({ value: row.id, label: row.name, hint: row.id }))}
      />
    </Field>
  );
}

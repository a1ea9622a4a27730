import { useState } from 'react';
import { participantsQuery } from '../../api/queries.ts';
import { useRows } from '../../api/use-rows.ts';
import { useDebounced } from '../../base/use-debounced.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { SearchField } from '../../ui/toolbar.tsx';

export type ParticipantFieldProps = { value: string; onValueChange: (id: string) => void };

/** Chooses one participant: search narrows the list, also where there are thousands. */
export function ParticipantField({ value, onValueChange }: ParticipantFieldProps) {
  const [search, setSearch] = useState('');
  const settled = useDebounced(search.trim());
  const { rows, query } = useRows(participantsQuery(settled || undefined));
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-48 flex-1">
        <Field label="Payee" required>
          <Select
            value={value}
            onValueChange={onValueChange}
            placeholder={query.isPending ? 'Loading…' : 'Choose a payee…'}
            options={rows.slice(0, 100).map((row) => ({ value: row.id, label: row.name, hint: row.id }))}
          />
        </Field>
      </div>
      <div className="w-full pb-1 sm:w-44">
        <SearchField
          wide
          controlSize="md"
          label="Search payees"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { workflowListQuery } from '../../api/requests/workflow-queries.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { messages } from './messages.ts';

/** From so many workflows on, they can be searched. */
const manyWorkflows = 8;

/** The workflows that may use a connection; none chosen: all. */
export function WorkflowLimit({
  value,
  error,
  onChange,
}: {
  value: readonly string[];
  error: string | undefined;
  onChange: (workflows: readonly string[]) => void;
}) {
  const hintId = useId();
  const may = useMay('read:workflows');
  const listed = useQuery({ ...workflowListQuery(), enabled: may }).data?.rows ?? [];
  const [search, setSearch] = useState('');
  // one that is gone stays chosen until it is cleared
  const gone = value.filter((id) => !listed.some((one) => one.id === id));
  const all = [...listed.map(({ id, name }) => ({ id, name })), ...gone.map((id) => ({ id, name: id }))];
  if (all.length === 0) return null;
  const wanted = search.trim().toLowerCase();
  return (
    <fieldset aria-describedby={hintId} className="flex flex-col gap-2">
      <legend className="mb-1 text-12 font-medium">{messages.limit.title}</legend>
      <p id={hintId} className="text-12 text-fg-3">
        {messages.limit.hint(value.length)}
      </p>
      {all.length > manyWorkflows ? (
        <Input
          type="search"
          aria-label={messages.limit.search}
          placeholder={messages.limit.search}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      ) : null}
      <div className="flex max-h-40 flex-col overflow-y-auto rounded-md border px-3 py-1">
        {all
          .filter(({ name }) => name.toLowerCase().includes(wanted))
          .map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={value.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, id] : value.filter((one) => one !== id))
              }
            />
          ))}
      </div>
      {error ? (
        <p role="alert" className="text-12 text-bad-text">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

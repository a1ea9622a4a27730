import { clsx } from 'clsx';
import { ArrowRight, Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { Input } from '../../../ui/fields/input.tsx';
import { messages } from '../messages.ts';

export interface Pick {
  readonly id: string;
  readonly label: string;
  /** Shown before the arrow that leads to the label; null for the arrow alone. */
  readonly by?: string | null;
  readonly hint?: string;
}

export type PickerProps = {
  /** Names the field and the list. */
  label: string;
  picks: readonly Pick[];
  /** Shown when nothing matches. */
  empty: string;
  onPick: (id: string) => void;
};

/** Most entries shown at once; typing narrows them down. */
const max = 100;

/** A search field with a list: type, arrow keys, Enter. */
export function Picker({ label, picks, empty, onPick }: PickerProps) {
  const listId = useId();
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const wanted = search.trim().toLowerCase();
  const found = picks.filter((one) =>
    `${one.by ?? ''} ${one.label} ${one.hint ?? ''}`.toLowerCase().includes(wanted),
  );
  const shown = found.slice(0, max);
  const active = Math.min(at, shown.length - 1);
  const optionId = (place: number) => `${listId}-${place}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: shown.length - 1,
    };
    const to = steps[event.key];
    const chosen = shown[active];
    if (to !== undefined) {
      const place = Math.max(0, Math.min(shown.length - 1, to));
      setAt(place);
      document.getElementById(optionId(place))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && chosen) onPick(chosen.id);
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex flex-col gap-2">
      <Input
        type="search"
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={shown.length > 0 ? optionId(active) : undefined}
        placeholder={label}
        lead={<Search aria-hidden className="size-4" />}
        value={search}
        onChange={({ target }) => {
          setSearch(target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={label} className="max-h-72 overflow-y-auto">
        {shown.map((one, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles the keys of its list
          <div
            key={one.id}
            id={optionId(place)}
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            onClick={() => onPick(one.id)}
            className={clsx(
              'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 pointer-coarse:min-h-11',
              place === active ? 'bg-primary-soft text-primary-text' : 'hover:bg-surface-2',
            )}
          >
            {one.by === undefined ? null : (
              <span className="flex shrink-0 items-center gap-2">
                {one.by}
                <span className="sr-only"> {messages.connect.to} </span>
                <ArrowRight aria-hidden className="size-3.5 text-fg-3 rtl:rotate-180" />
              </span>
            )}
            <span className="min-w-0 flex-1 truncate">{one.label}</span>
            {one.hint ? <span className="shrink-0 text-12 text-fg-2">{one.hint}</span> : null}
          </div>
        ))}
      </div>
      {shown.length === 0 ? <p className="text-fg-2">{empty}</p> : null}
      {found.length > max ? (
        <p className="text-12 text-fg-2">{messages.connect.more(found.length - max)}</p>
      ) : null}
    </div>
  );
}

import { clsx } from 'clsx';
import { Check, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { FreeTextInput } from '../../ui/fields/free-text-input.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { messages as frameMessages } from '../frame-messages.ts';
import { matchCommands } from './match-commands.ts';
import { messages } from './messages.ts';
import { type Command, useCommands } from './use-commands.ts';
import { useFound } from './use-found.ts';
import { useQuestion } from './use-question.ts';

/** Finds screens, actions and records by name. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const listId = useId();
  const [query, setQuery] = useState('');
  const [requested, setRequested] = useState(0);
  const records = useFound(query);
  const question = useQuestion(query);
  // a name that is still searched must not become a question by Enter
  const asked = records.searching ? [] : question;
  const found = [...matchCommands(useCommands(), query), ...records.commands, ...asked];
  const active = Math.min(requested, found.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = moved(event.key, active, found.length);
    if (next !== undefined) setRequested(next);
    else if (event.key === 'Enter') run(found[active]);
    else return;
    event.preventDefault();
  };
  const optionId = (at: number) => `${listId}-${at}`;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={frameMessages.titles.palette}>
      <div className="-m-4 flex flex-col">
        <div className="sticky -top-4 z-10 border-b bg-surface p-3">
          <FreeTextInput
            role="combobox"
            aria-label={messages.palette.search}
            aria-expanded={found.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
            placeholder={messages.palette.placeholder}
            controlSize="lg"
            lead={<Search aria-hidden className="size-4" />}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setRequested(0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <p role="status" className="sr-only">
          {query === '' || records.searching ? '' : messages.palette.results(found.length)}
        </p>
        {asked.length > 0 && found.length === asked.length && !records.error ? (
          <p className="px-4 pt-3 text-fg-2">{messages.palette.none}</p>
        ) : null}
        <Options {...{ listId, optionId, found, active, run, setRequested }} />
        {records.searching ? <p className="px-4 py-3 text-fg-2">{messages.palette.searching}</p> : null}
        {records.error ? <p className="px-4 py-3 text-bad-text">{records.error}</p> : null}
        {found.length === 0 && !records.searching && !records.error ? (
          <EmptyState title={messages.palette.none} text={messages.palette.noneText} />
        ) : null}
      </div>
    </Dialog>
  );
}

type OptionsProps = {
  listId: string;
  optionId: (at: number) => string;
  found: readonly Command[];
  active: number;
  run: (command: Command) => void;
  setRequested: (at: number) => void;
};

function Options({ listId, optionId, found, active, run, setRequested }: OptionsProps) {
  const option = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls the active option into view
  useEffect(() => {
    option.current?.scrollIntoView({ block: 'nearest' });
  }, [active, found.length]);
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={messages.palette.list}
      className="scroll-py-16 p-1.5 empty:hidden"
    >
      {found.map((command, at) => {
        const head = found[at - 1]?.group !== command.group ? command.group : undefined;
        return (
          <div key={command.id} role="presentation">
            {head ? (
              <p role="presentation" className="caption px-2 pt-2 pb-1 text-fg-3">
                {head}
              </p>
            ) : null}
            {/* biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys */}
            <div
              id={optionId(at)}
              ref={at === active ? option : undefined}
              role="option"
              aria-selected={at === active}
              className={clsx(
                'flex min-h-8 scroll-my-16 cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1 pointer-coarse:min-h-11',
                at === active ? 'bg-primary-soft text-primary-text' : 'text-fg',
              )}
              onPointerMove={() => setRequested(at)}
              onClick={() => run(command)}
            >
              <command.icon aria-hidden className="size-4 shrink-0" />
              <span className="min-w-0 flex-1 truncate">
                {command.label}
                {command.detail ? <span className="ms-2 text-12 text-fg-2">{command.detail}</span> : null}
                <span className="sr-only">, {command.group}</span>
              </span>
              {command.on ? (
                <>
                  <Check aria-hidden className="size-4" />
                  <span className="sr-only">{messages.palette.on}</span>
                </>
              ) : null}
              {command.keys ? <kbd className="font-mono text-11 text-fg-3">{command.keys}</kbd> : null}
            </div>
          </div>
        );
      })}
    </div>
  );
}

/** The index a key moves to in a list; undefined for other keys. */
function moved(key: string, from: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (from + 1) % count;
  if (key === 'ArrowUp') return (from - 1 + count) % count;
  if (key === 'PageDown') return Math.min(count - 1, from + 8);
  if (key === 'PageUp') return Math.max(0, from - 8);
  return undefined;
}

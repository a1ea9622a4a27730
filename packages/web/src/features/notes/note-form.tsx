import { noteLimits } from '@attain/domain/access/notes';
import { useQuery } from '@tanstack/react-query';
import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { describeError } from '../../api/http-error.ts';
import { mentionableQuery } from '../../api/requests/note-queries.ts';
import type { NotedObject } from '../../api/shapes.ts';
import { useDebounced } from '../../base/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { messages } from './messages.ts';

type NoteFormProps = {
  on: NotedObject;
  text?: string;
  label: string;
  submit: string;
  act: { isPending: boolean; error: Error | null };
  onSubmit: (text: string) => void;
  onCancel?: () => void;
  /** Called with true when the text differs from the stored one, and with false when it no longer does or the form is gone. */
  onUnsaved: (unsaved: boolean) => void;
};

/** The text of a note. An @ offers members who can read it; Ctrl+Enter saves. */
export function NoteForm({ on, text: stored = '', label, submit, act, ...rest }: NoteFormProps) {
  const { onSubmit, onCancel, onUnsaved } = rest;
  const [text, setText] = useState(stored);
  const [mention, setMention] = useState<Mention | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const type = (next: string, caret: number) => {
    setText(next);
    setMention(mentionAt(next, caret));
  };
  const isUnsaved = text.trim() !== stored;
  const tellUnsaved = useEffectEvent(onUnsaved);
  // before any key that closes the drawer
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    tellUnsaved(true);
    return () => tellUnsaved(false);
  }, [isUnsaved]);
  const insert = (username: string) => {
    if (mention === null) return;
    const before = `${text.slice(0, mention.from)}@${username} `;
    type(before + text.slice(mention.to).replace(/^ /, ''), before.length);
    const area = form.current?.querySelector('textarea');
    area?.focus();
    requestAnimationFrame(() => area?.setSelectionRange(before.length, before.length));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
    else if (event.key === 'ArrowDown' && mention !== null) {
      const first = document.getElementById(id)?.querySelector('button');
      if (!first) return;
      first.focus();
      event.preventDefault();
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !act.isPending) onSubmit(text.trim());
  };
  return (
    <form ref={form} noValidate onSubmit={save} className="flex flex-col gap-2">
      <Field
        label={label}
        hint={messages.hint}
        required
        error={act.error === null ? undefined : describeError(act.error)}
      >
        <Textarea
          value={text}
          maxLength={noteLimits.text}
          onChange={({ target }) => type(target.value, target.selectionStart)}
          onKeyDown={onKeyDown}
        />
      </Field>
      {mention === null ? null : (
        <People
          id={id}
          on={on}
          search={mention.search}
          onChoose={insert}
          onEscape={() => {
            setMention(null);
            form.current?.querySelector('textarea')?.focus();
          }}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={act.isPending} disabled={text.trim() === ''}>
          {submit}
        </Button>
        {onCancel ? <Button onClick={onCancel}>{messages.cancel}</Button> : null}
      </div>
    </form>
  );
}

type PeopleProps = {
  id: string;
  on: NotedObject;
  search: string;
  onChoose: (username: string) => void;
  onEscape: () => void;
};

function People({ id, on, search, onChoose, onEscape }: PeopleProps) {
  const { data } = useQuery(mentionableQuery({ ...on, search: useDebounced(search) }));
  const has = (name: string) => name.toLowerCase().includes(search.toLowerCase());
  // those found for less of the text, until the answer for all of it is there
  const people = (data?.rows ?? []).filter(({ username, name }) => has(username) || has(name));
  const isShown = people.length > 0;
  const leave = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isShown) return;
    const form = document.getElementById(id)?.closest('form');
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || !form?.contains(document.activeElement)) return;
      // the drawer around it listens on the document, which comes after the window
      event.stopPropagation();
      leave();
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [id, isShown]);
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const { parentElement: item } = event.currentTarget;
    const next =
      event.key === 'ArrowDown'
        ? item?.nextElementSibling
        : event.key === 'ArrowUp'
          ? item?.previousElementSibling
          : null;
    if (!next) return;
    next.querySelector('button')?.focus();
    event.preventDefault();
  };
  return (
    <>
      <p role="status" className="sr-only">
        {messages.found(people.length)}
      </p>
      {isShown ? (
        <ul id={id} aria-label={messages.people} className="overflow-hidden rounded-lg border bg-surface">
          {people.map(({ username, name }) => (
            <li key={username}>
              <button
                type="button"
                className="flex w-full flex-wrap gap-x-2 px-3 py-1.5 text-start hover:bg-surface-2 pointer-coarse:min-h-11"
                onClick={() => onChoose(username)}
                onKeyDown={move}
              >
                <span className="font-medium">{name}</span>
                <span className="text-fg-2">@{username}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** The mention that is being typed: its place in the text, and what follows the @. */
interface Mention {
  readonly from: number;
  readonly to: number;
  readonly search: string;
}

function mentionAt(text: string, caret: number): Mention | null {
  const found = /(?<![^\s(])@((?![\d\p{Sc}])[^\s@]*)$/u.exec(text.slice(0, caret));
  return found && { from: found.index, to: caret, search: found[1] ?? '' };
}

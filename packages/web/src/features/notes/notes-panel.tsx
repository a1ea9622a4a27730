import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { notesQuery } from '../../api/requests/note-queries.ts';
import type { Note, NotedObject } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { messages } from './messages.ts';
import { NoteForm } from './note-form.tsx';

const changes = [keys.notes, keys.audit];

type NotesPanelProps = {
  on: NotedObject;
  /** The note that a link leads to. */
  linked: string | undefined;
  /** Whether one of the forms has a text that is not saved. */
  onUnsaved: (unsaved: boolean) => void;
};

/** The notes on an object, oldest first, and the field for a new one. */
export function NotesPanel({ on, linked, onUnsaved }: NotesPanelProps) {
  const query = useQuery(notesQuery(on));
  const mayWrite = useMay('write:notes');
  const [added, setAdded] = useState(0);
  const unsaved = useRef(0);
  const count = (isUnsaved: boolean) => {
    unsaved.current += isUnsaved ? 1 : -1;
    onUnsaved(unsaved.current > 0);
  };
  const add = useAct({
    act: (text: string, options) => client.notes.create({ ...on, text }, options),
    changes,
    failure: null,
    onDone: () => setAdded(added + 1),
  });
  return (
    <div className="flex flex-col gap-4">
      <Loaded query={query} failure={messages.failure} skeleton={<SkeletonText lines={4} />}>
        {({ rows }) => (
          <>
            {linked !== undefined && rows.every(({ id }) => id !== linked) ? (
              <p role="status" className="rounded-lg border bg-info-soft px-3 py-2">
                {messages.gone}
              </p>
            ) : null}
            {rows.length === 0 ? (
              <p className="text-fg-2">{messages.none}</p>
            ) : (
              <ul className="flex flex-col gap-2">
                {rows.map((note) => (
                  <NoteEntry
                    key={note.id}
                    note={note}
                    on={on}
                    isLinked={note.id === linked}
                    onUnsaved={count}
                  />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      {mayWrite ? (
        <NoteForm
          key={added}
          on={on}
          label={messages.write}
          submit={messages.add}
          act={add}
          onSubmit={add.mutate}
          onUnsaved={count}
        />
      ) : null}
    </div>
  );
}

type Unsaved = { onUnsaved: (unsaved: boolean) => void };
type NoteEntryProps = Unsaved & { note: Note; on: NotedObject; isLinked: boolean };

function NoteEntry({ note, on, isLinked, onUnsaved }: NoteEntryProps) {
  const [act, setAct] = useState<'edit' | 'remove'>();
  const mayWrite = useMay('write:notes') && note.isOwn;
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isLinked) entry.current?.scrollIntoView({ block: 'center' });
  }, [isLinked]);
  const at = formatMoment(note.createdAt);
  return (
    <li
      ref={entry}
      aria-current={isLinked ? 'true' : undefined}
      className={clsx('rounded-lg border px-3 py-2', isLinked && 'border-primary bg-primary-soft')}
    >
      <div className="flex items-start gap-1">
        <p className="min-w-0 flex-1 text-12 text-fg-2">
          {messages.by(note.author, at)}
          {note.editedAt === null ? null : (
            <span title={formatMoment(note.editedAt)}> · {messages.edited(formatMoment(note.editedAt))}</span>
          )}
        </p>
        {mayWrite && act !== 'edit' ? (
          <>
            <IconButton
              size="sm"
              label={messages.edit(note.author, at)}
              icon={<Pencil aria-hidden />}
              onClick={() => setAct('edit')}
            />
            <IconButton
              size="sm"
              label={messages.remove(note.author, at)}
              icon={<Trash2 aria-hidden />}
              onClick={() => setAct('remove')}
            />
          </>
        ) : null}
      </div>
      {act === 'edit' ? (
        <EditNote note={note} on={on} onClose={() => setAct(undefined)} onUnsaved={onUnsaved} />
      ) : (
        <p className="break-words whitespace-pre-wrap">{note.text}</p>
      )}
      {act === 'remove' ? <RemoveNote note={note} onClose={() => setAct(undefined)} /> : null}
    </li>
  );
}

type EditNoteProps = Unsaved & { note: Note; on: NotedObject; onClose: () => void };

function EditNote({ note, on, onClose, onUnsaved }: EditNoteProps) {
  // as it was when the form opened: the list is read again while it is open
  const [{ revision, text: stored }] = useState(note);
  const change = useAct({
    act: (text: string, options) => client.notes.change({ id: note.id, revision, text }, options),
    changes,
    failure: null,
    onDone: onClose,
  });
  return (
    <NoteForm
      on={on}
      text={stored}
      label={messages.text}
      submit={messages.save}
      act={change}
      onSubmit={change.mutate}
      onCancel={onClose}
      onUnsaved={onUnsaved}
    />
  );
}

function RemoveNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const remove = useAct({
    act: ({ id }: Note, options) => client.notes.remove({ id }, options),
    changes,
    failure: null,
    onDone: () => {
      toast({ title: messages.removed, meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      size="sm"
      danger
      title={messages.removeTitle}
      act={remove}
      label={messages.removeNote}
      onAct={() => remove.mutate(note)}
      onClose={onClose}
    >
      <p>{messages.removeText}</p>
    </ActDialog>
  );
}

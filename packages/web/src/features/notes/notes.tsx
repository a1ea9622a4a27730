import { type NoteSubject, noteSubjects } from '@attain/domain/access/notes';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { StickyNote } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { HttpError } from '../../api/http-error.ts';
import { useScope } from '../../api/me.ts';
import { notesQuery } from '../../api/requests/note-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { messages } from './messages.ts';

const NotesPanel = lazy(async () => ({ default: (await import('./notes-panel.tsx')).NotesPanel }));

export type NotesProps = {
  subject: NoteSubject;
  subjectId: string;
  /** It is about the reader’s own pay, so its notes are for others. */
  isOwnPay?: boolean;
};

/** Whether the reader may see the notes on such an object. The server decides on the object itself. */
function useReadsNotes({ subject, subjectId, isOwnPay = false }: NotesProps): boolean {
  const scope = useScope(noteSubjects[subject]);
  const ofPayees = subject === 'payee' || subject === 'deal';
  const mayRead = !isOwnPay && (scope === 'tenant' || (scope === 'team' && ofPayees));
  const { error } = useQuery({ ...notesQuery({ subject, subjectId }), enabled: mayRead });
  return mayRead && !(error instanceof HttpError && error.status === 404);
}

/** The note that a link leads to, and how to leave it. */
function useLinkedNote() {
  const { note } = useSearch({ strict: false }) as { note?: string };
  const navigate = useNavigate();
  const leave = () =>
    void navigate({
      to: '.',
      search: (search: Record<string, unknown>) => ({ ...search, note: undefined }),
      replace: true,
      resetScroll: false,
    });
  return { note, leave };
}

/** Called with what would be lost on leaving; undefined: nothing. */
type OnUnsaved = (unsaved: string | undefined) => void;

/** A part of a drawer with the notes on its object. */
export function NotesSection({ onUnsaved, ...props }: NotesProps & { onUnsaved: OnUnsaved }) {
  const { note } = useLinkedNote();
  if (!useReadsNotes(props)) return null;
  return (
    <section aria-label={messages.title} className="flex flex-col gap-2">
      <h3 className="text-13 font-semibold">{messages.title}</h3>
      <p className="text-12 text-fg-2">{messages.readers(props.subject)}</p>
      <Panel {...props} linked={note} onUnsaved={onUnsaved} />
    </section>
  );
}

/** A button of a page that opens the notes on its object. */
export function NotesButton(props: NotesProps) {
  return useReadsNotes(props) ? <OpenNotes {...props} /> : null;
}

function OpenNotes(props: NotesProps) {
  const { subject, subjectId } = props;
  const { note, leave } = useLinkedNote();
  const count = useQuery(notesQuery({ subject, subjectId })).data?.rows.length ?? 0;
  const [opened, setOpened] = useState(false);
  const [unsaved, setUnsaved] = useState<string>();
  const close = () => {
    setOpened(false);
    if (note !== undefined) leave();
  };
  return (
    <>
      <Button icon={<StickyNote aria-hidden />} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {messages.count(count)}
      </Button>
      {opened || note !== undefined ? (
        <Drawer
          open
          title={messages.title}
          description={messages.readers(subject)}
          unsaved={unsaved}
          onOpenChange={(open) => !open && close()}
        >
          <Panel {...props} linked={note} onUnsaved={setUnsaved} />
        </Drawer>
      ) : null}
    </>
  );
}

type PanelProps = NotesProps & { linked: string | undefined; onUnsaved: OnUnsaved };

function Panel({ subject, subjectId, linked, onUnsaved }: PanelProps) {
  return (
    <Suspense fallback={<SkeletonText lines={4} />}>
      <NotesPanel
        on={{ subject, subjectId }}
        linked={linked}
        onUnsaved={(unsaved) => onUnsaved(unsaved ? messages.unsaved : undefined)}
      />
    </Suspense>
  );
}

import type { Role } from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import { Eye } from 'lucide-react';
import { client } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { messages } from './messages.ts';

/** Says above every screen that an administrator views it as a role, with the way out. */
export function ViewingStrip({ role }: { role: Role }) {
  const end = useAct({
    act: () => client.auth.endView({}),
    changes: [],
    failure: messages.failure,
    // everything on screen was read as somebody else
    onDone: () => location.assign('/people'),
  });
  return (
    <section
      aria-label={messages.label}
      className="sticky top-0 z-30 flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-warn-soft px-4 py-2 text-warn-text"
    >
      <Eye aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">{messages.text(roleNames[role])}</p>
      <Button size="sm" busy={end.isPending} onClick={() => end.mutate(undefined)}>
        {messages.stop}
      </Button>
    </section>
  );
}

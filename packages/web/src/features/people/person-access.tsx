import { permissionWords } from '@attain/domain/access/permissions';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { useMay } from '../../api/me.ts';
import { accessQuery, changedByAccess } from '../../api/requests/access-queries.ts';
import type { AccessGrant } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

/** A member's temporary access that is in use or waits, with the button that revokes it. */
export function PersonAccess({ personId }: { personId: string }) {
  const rows = useQuery(accessQuery()).data?.rows ?? [];
  const open = rows.filter(
    ({ person, state }) => person.id === personId && (state === 'active' || state === 'waiting'),
  );
  if (open.length === 0) return null;
  return (
    <section aria-label={messages.access.title}>
      <h3 className="text-12 font-medium text-fg-2">{messages.access.title}</h3>
      <ul className="flex flex-col divide-y">
        {open.map((grant) => (
          <Item key={grant.id} grant={grant} />
        ))}
      </ul>
    </section>
  );
}

function Item({ grant }: { grant: AccessGrant }) {
  const mayManage = useMay('manage:people');
  const words = messages.access.capital(permissionWords[grant.permission]);
  const end = useAct({
    act: client.accessGrants.end,
    changes: changedByAccess,
    failure: messages.access.failure,
    onDone: () => toast({ title: messages.access.done, text: words, meaning: 'ok' }),
  });
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{words}</p>
        <p className="text-12 text-fg-2">{messages.access.until(grant)}</p>
        <p className="text-12 wrap-anywhere text-fg-3">{grant.reason}</p>
      </div>
      {mayManage && grant.state === 'active' ? (
        <Button
          size="sm"
          aria-label={messages.access.revokeOf(words)}
          busy={end.isPending}
          onClick={() => end.mutate({ id: grant.id })}
        >
          {messages.access.revoke}
        </Button>
      ) : null}
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { customRolesQuery } from '../../api/requests/people-queries.ts';
import type { CustomRole } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { CustomRoleDialog } from './custom-role-dialog.tsx';
import { messages } from './messages.ts';

const texts = messages.customRoles;

/** The roles that the workspace made, and the way to make or change one. */
export function CustomRolesDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(customRolesQuery());
  const [edited, setEdited] = useState<CustomRole | 'new'>();
  if (edited !== undefined)
    return <CustomRoleDialog role={edited === 'new' ? null : edited} onClose={() => setEdited(undefined)} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title}
      description={texts.description}
      footer={
        <>
          <CloseSheet>
            <Button>{texts.close}</Button>
          </CloseSheet>
          <Button variant="primary" onClick={() => setEdited('new')}>
            {texts.add}
          </Button>
        </>
      }
    >
      <Loaded query={query} failure={texts.loadFailed}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="text-fg-2">{texts.none}</p>
          ) : (
            <ul className="-my-2 flex flex-col divide-y">
              {rows.map((role) => (
                <RoleItem key={role.id} role={role} onEdit={() => setEdited(role)} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function RoleItem({ role, onEdit }: { role: CustomRole; onEdit: () => void }) {
  const { id, name, description, members, cells } = role;
  const remove = useAct({
    act: client.roles.remove,
    changes: [keys.people, keys.audit],
    failure: texts.removeFailed,
    onDone: () => toast({ title: texts.removed, text: name, meaning: 'ok' }),
  });
  return (
    <li className="flex flex-wrap items-start gap-3 py-2">
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        {description ? <p className="text-12 text-fg-2">{description}</p> : null}
        <p className="text-12 text-fg-3">{texts.summary(members, cells.length)}</p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={texts.editOf(name)} onClick={onEdit}>
          {texts.edit}
        </Button>
        {members === 0 ? (
          <Button
            size="sm"
            variant="danger"
            aria-label={texts.removeOf(name)}
            busy={remove.isPending}
            onClick={() => remove.mutate({ id })}
          >
            {texts.remove}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

import { permissionWords } from '@attain/domain/access/permissions';
import { Copy, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { RoleOverview } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';
import { RoleStatusBadge } from './role-table.tsx';

const words = messages.detail;

type RoleDetailProps = {
  role: RoleOverview;
  /** The link to the people who hold it. */
  people: ReactNode;
  onEdit: () => void;
  onCopy: () => void;
};

/** One role: what it may do, its settings, and the way to its users. */
export function RoleDetail({ role, people, onEdit, onCopy }: RoleDetailProps) {
  const mayManage = useMay('manage:people');
  const { name, description, status, users, cells, stated, isCustom, id } = role;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-15 font-semibold">{name}</h2>
        <RoleStatusBadge status={status} />
        <Badge>{words.users(users)}</Badge>
        <div className="ms-auto flex flex-wrap gap-2">
          {people}
          {mayManage && id !== 'administrator' ? (
            <Button
              icon={isCustom ? <Pencil aria-hidden /> : <Copy aria-hidden />}
              onClick={isCustom ? onEdit : onCopy}
            >
              {isCustom ? words.edit : words.copy}
            </Button>
          ) : null}
        </div>
      </div>
      {description === '' ? null : <p className="max-w-prose text-fg-2">{description}</p>}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section aria-label={words.agents}>
          <h3 className="pb-1 text-12 text-fg-3">{words.agents}</h3>
          {stated.length === 0 ? <p className="text-fg-2">{words.noAgents}</p> : null}
          <ul className="flex flex-col divide-y">
            {stated.map((one) => (
              <li key={one} className="flex flex-wrap gap-x-3 py-1.5">
                <span className="min-w-56 font-mono text-12 leading-5">{one}</span>
                <span className="text-fg-2">{messages.statedWords[one]}</span>
              </li>
            ))}
          </ul>
          <details className="pt-2">
            <summary className="min-h-6 w-fit cursor-pointer text-fg-2">{words.all(cells.length)}</summary>
            <ul className="list-disc ps-5 pt-1 text-fg-2">
              {cells.map(({ permission, scope }) => (
                <li key={permission}>
                  {permissionWords[permission]}
                  <span className="text-fg-3"> · {words.scopes[scope]}</span>
                </li>
              ))}
            </ul>
          </details>
        </section>
        <Settings role={role} />
      </div>
    </div>
  );
}

function Settings({ role }: { role: RoleOverview }) {
  const { id, active, requireApproval, auditActions } = role;
  const mayManage = useMay('manage:people');
  const change = useAct({
    act: client.roles.saveSettings,
    changes: [keys.people, keys.me, keys.audit],
    failure: words.failure,
    onDone: ({ name }) => toast({ title: words.saved, text: name, meaning: 'ok' }),
  });
  const now = { id, active, requireApproval, auditActions };
  const disabled = !mayManage || change.isPending;
  const isAdministrator = id === 'administrator';
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-12 text-fg-3">{words.settings}</legend>
      <Switch
        label={words.active}
        hint={isAdministrator ? words.administrators : words.activeHint}
        checked={active}
        disabled={disabled || isAdministrator}
        onChange={() => change.mutate({ ...now, active: !active })}
      />
      <Switch
        label={words.approval}
        hint={words.approvalHint}
        checked={requireApproval}
        disabled={disabled}
        onChange={() => change.mutate({ ...now, requireApproval: !requireApproval })}
      />
      <Switch
        label={words.audit}
        hint={words.auditHint}
        checked={auditActions}
        disabled={disabled}
        onChange={() => change.mutate({ ...now, auditActions: !auditActions })}
      />
      {mayManage ? null : <p className="text-12 text-fg-3">{words.onlyAdministrators}</p>}
    </fieldset>
  );
}

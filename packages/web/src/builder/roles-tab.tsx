import { roles as builtInRoles } from '@attain/domain/access/permissions';
import { statedRoles } from '@attain/domain/access/stated-permissions';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '../api/loaded.tsx';
import { useMay } from '../api/me.ts';
import { roleOverviewQuery } from '../api/requests/people-queries.ts';
import type { RoleOverview } from '../api/shapes.ts';
import { CustomRoleDialog } from '../features/people/custom-role-dialog.tsx';
import { messages as words } from '../features/roles/messages.ts';
import { RoleDetail } from '../features/roles/role-detail.tsx';
import { RoleMatrix } from '../features/roles/role-matrix.tsx';
import { RoleTable } from '../features/roles/role-table.tsx';
import { paths } from '../paths.ts';
import type { PolicySearch } from '../search-params.ts';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';

type RolesTabProps = { search: PolicySearch; go: (next: PolicySearch) => void };

/** The roles of the workspace: what each may do, who holds it, and its settings. */
export function RolesTab({ search, go }: RolesTabProps) {
  const query = useQuery(roleOverviewQuery());
  return (
    <Loaded query={query} failure={words.table.failure}>
      {({ rows }) => <Roles roles={inOrder(rows)} search={search} go={go} />}
    </Loaded>
  );
}

/** The roles of agents first. */
function inOrder(rows: readonly RoleOverview[]): RoleOverview[] {
  const isOfAgents = ({ id }: RoleOverview) => statedRoles.some(({ role }) => role === id);
  return [...rows.filter(isOfAgents), ...rows.filter((one) => !isOfAgents(one))];
}

type Dialog = { kind: 'edit' | 'copy'; role: RoleOverview };

function Roles({ roles, search, go }: RolesTabProps & { roles: readonly RoleOverview[] }) {
  const [dialog, setDialog] = useState<Dialog>();
  const chosen = roles.find(({ id }) => id === search.role);
  return (
    <div className="flex flex-col gap-4">
      <Card flush>
        <RoleTable roles={roles} onOpen={({ id }) => go({ ...search, role: id })} />
      </Card>
      <Card>
        {chosen ? (
          <RoleDetail
            key={chosen.id}
            role={chosen}
            people={<PeopleLink role={chosen} />}
            onEdit={() => setDialog({ kind: 'edit', role: chosen })}
            onCopy={() => setDialog({ kind: 'copy', role: chosen })}
          />
        ) : (
          <EmptyState title={words.detail.none} text={words.detail.noneText} />
        )}
      </Card>
      <RoleMatrix roles={roles} />
      {dialog ? (
        <CustomRoleDialog
          role={dialog.kind === 'edit' ? { ...dialog.role, members: dialog.role.users } : null}
          copyOf={dialog.kind === 'copy' ? dialog.role : undefined}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </div>
  );
}

function PeopleLink({ role: { id } }: { role: RoleOverview }) {
  const mayRead = useMay('read:people');
  const role = builtInRoles.find((one) => one === id);
  if (!mayRead) return null;
  return (
    <Link className={buttonLook({})} {...paths.people} search={role === undefined ? {} : { role }}>
      <UsersRound aria-hidden />
      {words.detail.manage}
    </Link>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Loaded } from '../api/loaded.tsx';
import { useMay } from '../api/me.ts';
import { branchesQuery, mergeRequestsQuery } from '../api/requests/version-queries.ts';
import type { AgentBranch } from '../api/shapes.ts';
import { useRows } from '../api/use-rows.ts';
import { BranchFormDialog, CommitDialog, NewBranchDialog } from '../features/versions/branch-dialogs.tsx';
import { BranchTable, MergeRequestTable } from '../features/versions/branch-list.tsx';
import { messages as words } from '../features/versions/messages.ts';
import { paths } from '../paths.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

type Open = { kind: 'new' } | { kind: 'commit' | 'form'; branch: string };

/** The branches of an agent and its merge requests. */
export function BranchesTab({ agentId, onRequest }: { agentId: string; onRequest: (id: string) => void }) {
  const branches = useQuery(branchesQuery(agentId));
  const requests = useRows(mergeRequestsQuery(agentId));
  const mayEdit = useMay('edit:workflows');
  const mayForm = useMay('edit:agents');
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const acts = useCallback(
    ({ name, workflowId }: AgentBranch) => (
      <span className="flex gap-2">
        {workflowId === null ? null : (
          <Link
            className={buttonLook({ size: 'sm' })}
            aria-label={words.branches.of(words.branches.open, name)}
            {...paths.canvas(workflowId)}
          >
            {words.branches.open}
          </Link>
        )}
        {mayEdit && mayForm ? (
          <Button
            size="sm"
            aria-label={words.branches.of(words.branches.form, name)}
            onClick={() => setOpen({ kind: 'form', branch: name })}
          >
            {words.branches.form}
          </Button>
        ) : null}
        {mayEdit ? (
          <Button
            size="sm"
            aria-label={words.branches.of(words.branches.doCommit, name)}
            onClick={() => setOpen({ kind: 'commit', branch: name })}
          >
            {words.branches.doCommit}
          </Button>
        ) : null}
      </span>
    ),
    [mayEdit, mayForm],
  );
  return (
    <div className="flex flex-col gap-4">
      <Card
        flush
        title={words.branches.label}
        actions={
          mayEdit ? (
            <Button icon={<Plus aria-hidden />} onClick={() => setOpen({ kind: 'new' })}>
              {words.branches.new}
            </Button>
          ) : null
        }
      >
        <Loaded query={branches} failure={words.branches.failure}>
          {({ rows }) => <BranchTable branches={rows} acts={acts} />}
        </Loaded>
      </Card>
      <Card flush title={words.requests.label}>
        <MergeRequestTable list={requests} onOpen={({ id }) => onRequest(id)} />
      </Card>
      {open?.kind === 'new' ? <NewBranchDialog agentId={agentId} onClose={close} /> : null}
      {open?.kind === 'commit' ? (
        <CommitDialog agentId={agentId} branch={open.branch} onClose={close} />
      ) : null}
      {open?.kind === 'form' ? (
        <BranchFormDialog agentId={agentId} branch={open.branch} onClose={close} />
      ) : null}
    </div>
  );
}

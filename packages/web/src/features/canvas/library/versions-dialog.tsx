import type { WorkflowDetail, WorkflowVersion } from '@attain/contract/workflows';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { describeError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useMay } from '../../../api/me.ts';
import { workflowQuery } from '../../../api/requests/workflow-queries.ts';
import type { CallContext } from '../../../api/send.ts';
import { useAct } from '../../../api/use-act.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ProblemList } from '../../../ui/states/problem-list.tsx';
import { messages as canvasMessages } from '../messages.ts';
import { messages } from './messages.ts';

/** The published versions of a workflow, newest first, with the way back to an earlier one. */
export function VersionsDialog({
  workflow,
  onClose,
}: {
  workflow: { id: string; name: string };
  onClose: () => void;
}) {
  const detail = useQuery(workflowQuery(workflow.id));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.versions.title(workflow.name)}
      description={messages.versions.description}
    >
      <Loaded query={detail} failure={messages.versions.failure}>
        {(loaded) =>
          loaded.versions.length === 0 ? (
            <EmptyState title={messages.versions.none} text={messages.versions.noneText} />
          ) : (
            <Versions workflow={loaded} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

function Versions({ workflow }: { workflow: WorkflowDetail }) {
  const [restored, setRestored] = useState<number | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  const mayEdit = useMay('edit:workflows');
  const restore = useAct({
    act: async (version: number, options: { context: CallContext }) => {
      const { document } = await client.workflows.get({ id: workflow.id, version });
      await client.workflows.save({ id: workflow.id, revision: workflow.revision, document }, options);
      return version;
    },
    changes: [keys.workflows, keys.audit],
    failure: null,
    onDone: (version) => {
      setAsked(null);
      setRestored(version);
    },
  });
  const ask = (version: number) => {
    restore.reset();
    setRestored(null);
    setAsked(version);
  };
  const newest = workflow.version;
  return (
    <div className="flex flex-col gap-3">
      {restored === null ? null : <Restored workflow={workflow} version={restored} />}
      <ul aria-label={messages.versions.label} className="divide-y">
        {workflow.versions.map((one) => (
          <li key={one.version} className="flex flex-col gap-2 py-2">
            <div className="flex flex-wrap items-center gap-2">
              <Facts version={one} isNewest={one.version === newest} />
              {mayEdit && (one.version < newest || workflow.draftDiffers) ? (
                <Button size="sm" onClick={() => ask(one.version)}>
                  {messages.versions.restore(one.version)}
                </Button>
              ) : null}
            </div>
            {asked === one.version ? (
              <div className="flex flex-col gap-2 rounded-md border p-3">
                <p>
                  {workflow.draftDiffers
                    ? messages.versions.replacesDraft
                    : messages.versions.replacesNothing}
                </p>
                {restore.isError ? (
                  <p role="alert" className="text-bad-text">
                    {describeError(restore.error)}
                  </p>
                ) : null}
                <div className="flex gap-2">
                  <Button
                    size="sm"
                    variant="primary"
                    busy={restore.isPending}
                    onClick={() => restore.mutate(one.version)}
                  >
                    {messages.versions.confirm(one.version)}
                  </Button>
                  <Button size="sm" onClick={() => setAsked(null)}>
                    {messages.versions.keep}
                  </Button>
                </div>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Facts({ version, isNewest }: { version: WorkflowVersion; isNewest: boolean }) {
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-1.5 font-medium">
        {messages.library.version(version.version)}
        {isNewest ? <Badge meaning="ok">{messages.versions.newest}</Badge> : null}
      </p>
      <p className="text-12 text-fg-2">
        {messages.versions.by(formatMoment(version.createdAt), version.createdBy ?? 'Attain')}
      </p>
      {version.note === '' ? null : <p className="text-12 break-words">{version.note}</p>}
    </div>
  );
}

/** What comes next: the draft is the earlier version, and runs use it once it is published. */
function Restored({ workflow, version }: { workflow: WorkflowDetail; version: number }) {
  const mayPublish = useMay('publish:workflows');
  const publish = useAct({
    act: client.workflows.publish,
    changes: [keys.workflows, keys.agents, keys.audit],
    failure: null,
    onDone: (published) =>
      toast({ title: canvasMessages.publish.done(published.version), text: published.name, meaning: 'ok' }),
  });
  const isPublished = publish.isSuccess;
  const blocked = workflow.problems.length > 0;
  return (
    <div role="status" className="flex flex-col gap-2 rounded-md border p-3">
      <p>{isPublished ? messages.versions.isUsed(version) : messages.versions.isDraft(version)}</p>
      {publish.isError ? (
        <p role="alert" className="text-bad-text">
          {describeError(publish.error)}
        </p>
      ) : null}
      <ProblemList
        problems={workflow.problems}
        title={canvasMessages.publish.problems(workflow.problems.length)}
      />
      {mayPublish && !isPublished ? (
        <div>
          <Button
            size="sm"
            variant="primary"
            busy={publish.isPending}
            disabled={blocked}
            onClick={() =>
              publish.mutate({
                id: workflow.id,
                documentHash: workflow.documentHash,
                note: messages.versions.note(version),
              })
            }
          >
            {canvasMessages.publish.title(workflow.version + 1)}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

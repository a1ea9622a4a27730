import type { MergeChoice } from '@attain/domain/versions/merge';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, GitMerge, UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { client } from '../api/client.ts';
import { describeError, HttpError } from '../api/http-error.ts';
import { Loaded } from '../api/loaded.tsx';
import { useMay } from '../api/me.ts';
import { changedByVersions, mergeRequestQuery } from '../api/requests/version-queries.ts';
import type { MergeDetail } from '../api/shapes.ts';
import { useAct } from '../api/use-act.ts';
import { ConflictBadge, MergeScreen } from '../features/versions/merge-screen.tsx';
import { mergeView, type Sides } from '../features/versions/merge-view.ts';
import { messages } from '../features/versions/messages.ts';
import { Page } from '../shell/page.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { toast } from '../ui/overlays/toast-queue.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { ProblemList } from '../ui/states/problem-list.tsx';

const words = messages.merge;

type MergePageProps = {
  agentId: string;
  requestId: string;
  icon: (type: string) => ReactNode;
  onBack: () => void;
  onMerged: (version: string | null) => void;
};

/** One merge request: both sides, the result and each conflict. */
export function MergePage(props: MergePageProps) {
  const request = useQuery(mergeRequestQuery(props.agentId, props.requestId));
  return (
    <Loaded query={request} failure={words.failure}>
      {(found) => <OneRequest {...props} request={found} />}
    </Loaded>
  );
}

function OneRequest({ request, icon, onBack, onMerged }: MergePageProps & { request: MergeDetail }) {
  const [choices, setChoices] = useState<Readonly<Record<string, MergeChoice>>>({});
  const { merge, branch, title, number } = request;
  const mayEdit = useMay('edit:workflows');
  return (
    <Page
      title={title}
      needs="read:workflows"
      crumbs={
        <span className="flex">
          <Button
            variant="ghost"
            size="sm"
            icon={<ArrowLeft aria-hidden className="rtl:rotate-180" />}
            onClick={onBack}
          >
            {words.back}
          </Button>
        </span>
      }
      beside={
        <>
          {merge ? <RequestBadge sides={merge} choices={choices} /> : null}
          <Badge mono>{words.into(branch)}</Badge>
        </>
      }
      meta={`${words.heading(number)} · ${request.openedBy}`}
      actions={merge && mayEdit ? <RequestActs request={request} /> : null}
    >
      {merge ? (
        <MergeScreen
          sides={merge}
          branch={branch}
          choices={choices}
          onChoose={setChoices}
          icon={icon}
          act={(open) => (
            <MergeAct request={request} sides={merge} choices={choices} open={open} onMerged={onMerged} />
          )}
        />
      ) : (
        <Card>
          <EmptyState title={request.state === 'merged' ? words.isMerged : words.isClosed} />
        </Card>
      )}
    </Page>
  );
}

type Chosen = { sides: Sides; choices: Readonly<Record<string, MergeChoice>> };

function RequestBadge({ sides, choices }: Chosen) {
  const { open, conflicts } = mergeView(sides, choices);
  return <ConflictBadge open={open.size} all={conflicts.length} />;
}

function RequestActs({ request: { id } }: { request: MergeDetail }) {
  const close = useAct({
    act: client.mergeRequests.close,
    changes: changedByVersions,
    failure: words.closeFailure,
    onDone: ({ title }) => toast({ title: words.closed, text: title, meaning: 'ok' }),
  });
  const review = useAct({
    act: client.mergeRequests.review,
    changes: [],
    failure: words.reviewFailure,
    onDone: ({ asked }) => toast({ title: words.asked, text: words.askedText(asked), meaning: 'ok' }),
  });
  return (
    <>
      <Button busy={close.isPending} onClick={() => close.mutate({ id })}>
        {words.close}
      </Button>
      <Button icon={<UserPlus aria-hidden />} busy={review.isPending} onClick={() => review.mutate({ id })}>
        {words.review}
      </Button>
    </>
  );
}

type MergeActProps = Chosen & {
  request: MergeDetail;
  open: number;
  onMerged: (version: string | null) => void;
};

function MergeAct({ request, sides, choices, open, onMerged }: MergeActProps) {
  const mayPublish = useMay('publish:workflows');
  const mayForm = useMay('edit:agents');
  const merge = useAct({
    act: client.mergeRequests.merge,
    changes: changedByVersions,
    failure: null,
    onDone: ({ title, merged }) => {
      toast({ title: words.done, text: title, meaning: 'ok' });
      onMerged(merged);
    },
  });
  const barred = mayPublish && mayForm ? request.barred : words.noPermission;
  const reason = barred ?? (open > 0 ? words.openConflicts(open) : null);
  const start = () =>
    merge.mutate({
      id: request.id,
      ours: sides.ours.hash,
      theirs: sides.theirs.hash,
      choices: { ...choices },
    });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          icon={<GitMerge aria-hidden />}
          busy={merge.isPending}
          disabled={reason !== null}
          onClick={start}
        >
          {words.act}
        </Button>
        {reason === null ? null : <span className="text-12 text-fg-2">{reason}</span>}
      </div>
      {merge.isError ? (
        <p role="alert" className="text-bad-text">
          {describeError(merge.error)}
        </p>
      ) : null}
      <ProblemList problems={merge.error instanceof HttpError ? merge.error.issues : []} />
    </>
  );
}

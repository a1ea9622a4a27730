import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Loaded } from '../api/loaded.tsx';
import { useMay } from '../api/me.ts';
import { workflowQuery } from '../api/requests/workflow-queries.ts';
import { CanvasEditor } from '../features/canvas/canvas-editor.tsx';
import { WorkflowLibrary } from '../features/canvas/library/workflow-library.tsx';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { Badge } from '../ui/badge.tsx';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { buttonLook } from '../ui/button.tsx';

/** The canvas: without a workflow in its address the choice of one. */
export function CanvasPage() {
  const { workflow, run } = useSearch({ from: '/agent-builder/canvas' });
  const mayRead = useMay('read:workflows');
  const navigate = useNavigate();
  const open = (id: string) => void navigate(paths.canvas(id));
  return (
    <div data-testid="page-agent-canvas">
      {workflow && mayRead ? (
        <OneCanvas key={workflow} id={workflow} run={run} onOpen={open} />
      ) : (
        <Page title="Canvas" needs="read:workflows" crumbs={<Way />}>
          <WorkflowLibrary
            onCreated={open}
            link={({ id, name }) => (
              <Link className="text-primary-text hover:underline" {...paths.canvas(id)}>
                {name}
              </Link>
            )}
          />
        </Page>
      )}
    </div>
  );
}

type OneCanvasProps = { id: string; run: string | undefined; onOpen: (id: string) => void };

/** One workflow, from edge to edge of the screen's place. */
function OneCanvas({ id, run, onOpen }: OneCanvasProps) {
  const stored = useQuery(workflowQuery(id));
  const navigate = useNavigate();
  useEffect(() => {
    document.title = 'Canvas · Attain';
  }, []);
  const showRun = (runId: string | undefined) =>
    void navigate({ ...paths.canvas(id), search: { workflow: id, run: runId } });
  return (
    <div className="-m-4 flex h-[calc(100dvh-3rem)] min-h-96 flex-col md:-m-5">
      <div className="flex h-10 shrink-0 items-center gap-2 border-b bg-surface px-3">
        <h1 className="text-14 font-semibold">Canvas</h1>
        <span aria-hidden className="text-fg-3">
          /
        </span>
        <p className="min-w-0 truncate font-medium">{stored.data?.name ?? id}</p>
        {stored.data ? (
          <Badge meaning={stored.data.version > 0 ? 'ok' : 'neutral'}>
            {stored.data.version > 0 ? `Version ${stored.data.version}` : 'Not published'}
          </Badge>
        ) : null}
        {stored.data?.isActive === false ? <Badge>Retired</Badge> : null}
        <Link className="ms-auto shrink-0 text-12 text-primary-text hover:underline" {...paths.canvasLibrary}>
          All workflows
        </Link>
      </div>
      <Loaded query={stored} failure="The workflow could not be loaded">
        {(found) => (
          <CanvasEditor
            stored={found}
            runId={run}
            onRun={showRun}
            onCreated={onOpen}
            runLink={(runId) => (
              <Link className={buttonLook({ size: 'sm' })} {...paths.workflowRun(runId)}>
                Open the run
              </Link>
            )}
          />
        )}
      </Loaded>
    </div>
  );
}

function Way() {
  return (
    <Breadcrumb
      crumbs={[
        {
          id: 'builder',
          content: (
            <Link {...paths.builder} activeOptions={{ exact: true }}>
              Agent Builder
            </Link>
          ),
        },
        { id: 'here', content: 'Canvas' },
      ]}
    />
  );
}

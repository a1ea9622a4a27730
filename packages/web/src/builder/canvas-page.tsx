import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, use, useEffect } from 'react';
import { Loaded } from '../api/loaded.tsx';
import { useMay } from '../api/me.ts';
import { workflowRunQuery } from '../api/queries.ts';
import { publishedWorkflowQuery, workflowQuery } from '../api/requests/workflow-queries.ts';
import { CanvasEditor } from '../features/canvas/canvas-editor.tsx';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { Badge } from '../ui/badge.tsx';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { buttonLook } from '../ui/button.tsx';
import { SkeletonText } from '../ui/states/skeleton.tsx';
import { ScreenSaveContext } from './screen-save.ts';

// Who opens a workflow by its address needs no list of them.
const WorkflowLibrary = lazy(async () => ({
  default: (await import('../features/canvas/library/workflow-library.tsx')).WorkflowLibrary,
}));

/** The canvas: without a workflow in its address the choice of one. */
export function CanvasPage() {
  const { workflow, run, drawn } = useSearch({ from: '/agent-builder/canvas' });
  const mayRead = useMay('read:workflows');
  const navigate = useNavigate();
  const open = (id: string) => void navigate(paths.canvas(id));
  return (
    <div data-testid="page-agent-canvas">
      {workflow && mayRead ? (
        drawn && run ? (
          <CanvasOfRun key={run} run={run} onOpen={open} />
        ) : (
          <OneCanvas key={workflow} id={workflow} run={run} onOpen={open} />
        )
      ) : (
        <Page title="Canvas" needs="read:workflows" crumbs={<Breadcrumbs />}>
          <Suspense fallback={<SkeletonText lines={6} />}>
            <WorkflowLibrary
              onCreated={open}
              link={({ id, name }) => (
                <Link className="text-primary-text hover:underline" {...paths.canvas(id)}>
                  {name}
                </Link>
              )}
            />
          </Suspense>
        </Page>
      )}
    </div>
  );
}

type OneCanvasProps = { id: string; run: string | undefined; onOpen: (id: string) => void };

/** One workflow: its draft, with the states of a run on it when one is asked for. */
function OneCanvas({ id, run, onOpen }: OneCanvasProps) {
  const stored = useQuery(workflowQuery(id));
  const navigate = useNavigate();
  const { show } = use(ScreenSaveContext);
  const showRun = (runId: string | undefined) =>
    void navigate({ ...paths.canvas(id), search: { workflow: id, run: runId } });
  return (
    <WholePlace
      name={stored.data?.name ?? id}
      beside={
        stored.data ? (
          <>
            <Badge meaning={stored.data.version > 0 ? 'ok' : 'neutral'}>
              {stored.data.version > 0 ? `Version ${stored.data.version}` : 'Not published'}
            </Badge>
            {stored.data.isActive ? null : <Badge>Retired</Badge>}
          </>
        ) : null
      }
    >
      <Loaded query={stored} failure="The workflow could not be loaded">
        {(found) => (
          <CanvasEditor
            stored={found}
            runId={run}
            frozen={false}
            onRun={showRun}
            onCreated={onOpen}
            onSaves={show}
            runLink={(runId) => (
              <>
                <Link
                  className={buttonLook({ size: 'sm' })}
                  {...paths.canvasOfRun({ workflowId: id, id: runId })}
                >
                  As it ran
                </Link>
                <RunLink id={runId} />
              </>
            )}
          />
        )}
      </Loaded>
    </WholePlace>
  );
}

/** The very version a run is pinned to, with what each node did; nothing of it can be changed. */
function CanvasOfRun({ run: id, onOpen }: { run: string; onOpen: (workflowId: string) => void }) {
  const run = useQuery(workflowRunQuery(id));
  const navigate = useNavigate();
  const version = useQuery({
    ...publishedWorkflowQuery(run.data?.workflowId ?? '', run.data?.version ?? 0),
    enabled: run.data !== undefined,
  });
  const draft = run.data ? paths.canvas(run.data.workflowId) : paths.canvasLibrary;
  return (
    <WholePlace
      name={run.data?.workflowName ?? 'Run'}
      beside={run.data ? <Badge meaning="info">Version {run.data.version}, as it ran</Badge> : null}
    >
      <Loaded query={run} failure="The run could not be loaded">
        {() => (
          <Loaded query={version} failure="The version it ran on could not be loaded">
            {(found) => (
              <CanvasEditor
                stored={found}
                runId={id}
                frozen
                onRun={(next) =>
                  void navigate(next ? paths.canvasOfRun({ workflowId: found.id, id: next }) : draft)
                }
                onCreated={onOpen}
                runLink={(runId) => (
                  <>
                    <Link className={buttonLook({ size: 'sm' })} {...draft}>
                      Go to the draft
                    </Link>
                    <RunLink id={runId} />
                  </>
                )}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </WholePlace>
  );
}

function RunLink({ id }: { id: string }) {
  return (
    <Link className={buttonLook({ size: 'sm' })} {...paths.workflowRun(id)}>
      Open the run
    </Link>
  );
}

type WholePlaceProps = { name: string; beside: ReactNode; children: ReactNode };

/** The screen's place from edge to edge: what is drawn has a line above it. */
function WholePlace({ name, beside, children }: WholePlaceProps) {
  useEffect(() => {
    document.title = 'Canvas · Attain';
  }, []);
  return (
    <div className="-m-4 flex h-[calc(100dvh-3rem)] min-h-96 flex-col md:-m-5">
      <div className="flex h-10 shrink-0 items-center gap-2 border-b bg-surface px-3">
        <h1 className="text-14 font-semibold">Canvas</h1>
        <span aria-hidden className="text-fg-3">
          /
        </span>
        <p className="min-w-0 truncate font-medium">{name}</p>
        {beside}
        <Link className="ms-auto shrink-0 text-12 text-primary-text hover:underline" {...paths.canvasLibrary}>
          All workflows
        </Link>
      </div>
      {children}
    </div>
  );
}

function Breadcrumbs() {
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

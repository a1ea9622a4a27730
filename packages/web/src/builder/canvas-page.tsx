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
import { messages } from './messages.ts';
import { ScreenSaveContext } from './screen-save.ts';

// not needed when the address names a workflow
const WorkflowLibrary = lazy(async () => ({
  default: (await import('../features/canvas/library/workflow-library.tsx')).WorkflowLibrary,
}));

/** The canvas, or the choice of a workflow. */
export function CanvasPage() {
  const { workflow, run, drawn, search, tag } = useSearch({ from: '/agent-builder/canvas' });
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
        <Page
          title={messages.sections.canvas}
          needs="read:workflows"
          views="workflows"
          crumbs={<Breadcrumbs />}
        >
          <Suspense fallback={<SkeletonText lines={6} />}>
            <WorkflowLibrary
              filter={{ search, tag }}
              onFilter={(filter) =>
                void navigate({
                  to: '.',
                  search: (before: object) => ({ ...before, ...filter }),
                  replace: true,
                  resetScroll: false,
                })
              }
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

/** The draft of one workflow, with the status of a run if requested. */
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
              {stored.data.version > 0
                ? messages.canvas.version(stored.data.version)
                : messages.canvas.unpublished}
            </Badge>
            {stored.data.isActive ? null : <Badge>{messages.canvas.retired}</Badge>}
          </>
        ) : null
      }
    >
      <Loaded query={stored} failure={messages.canvas.failure}>
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
                  {messages.canvas.asRun}
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

/** The version a run used, read-only, with the status of each node. */
function CanvasOfRun({ run: id, onOpen }: { run: string; onOpen: (workflowId: string) => void }) {
  const run = useQuery(workflowRunQuery(id));
  const navigate = useNavigate();
  const { workflowId = '', version: number = 0 } = run.data ?? {};
  const published = useQuery({ ...publishedWorkflowQuery(workflowId, number), enabled: number > 0 });
  const drafted = useQuery({ ...workflowQuery(workflowId), enabled: number < 0 });
  const version = number < 0 ? drafted : published;
  const draft = run.data ? paths.canvas(run.data.workflowId) : paths.canvasLibrary;
  return (
    <WholePlace
      name={run.data?.workflowName ?? 'Run'}
      beside={
        run.data ? (
          <Badge meaning="info">
            {run.data.version < 0 ? messages.canvas.runDraft : messages.canvas.runVersion(run.data.version)}
          </Badge>
        ) : null
      }
    >
      <Loaded query={run} failure={messages.canvas.runFailure}>
        {() => (
          <Loaded query={version} failure={messages.canvas.versionFailure}>
            {(found) => (
              <CanvasEditor
                stored={run.data ? { ...found, document: run.data.document } : found}
                runId={id}
                frozen
                onRun={(next) =>
                  void navigate(next ? paths.canvasOfRun({ workflowId: found.id, id: next }) : draft)
                }
                onCreated={onOpen}
                runLink={(runId) => (
                  <>
                    <Link className={buttonLook({ size: 'sm' })} {...draft}>
                      {messages.canvas.draft}
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
      {messages.canvas.openRun}
    </Link>
  );
}

type WholePlaceProps = { name: string; beside: ReactNode; children: ReactNode };

/** A full-bleed screen with a header line. */
function WholePlace({ name, beside, children }: WholePlaceProps) {
  useEffect(() => {
    document.title = messages.canvas.windowTitle;
  }, []);
  return (
    <div className="-m-4 flex h-[calc(100dvh-3rem)] min-h-96 flex-col md:-m-5">
      <div className="flex h-10 shrink-0 items-center gap-2 border-b bg-surface px-3">
        <h1 className="text-14 font-semibold">{messages.sections.canvas}</h1>
        <span aria-hidden className="text-fg-3">
          /
        </span>
        <p className="min-w-0 truncate font-medium">{name}</p>
        {beside}
        <Link className="ms-auto shrink-0 text-12 text-primary-text hover:underline" {...paths.canvasLibrary}>
          {messages.canvas.all}
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
              {messages.header.title}
            </Link>
          ),
        },
        { id: 'here', content: messages.sections.canvas },
      ]}
    />
  );
}

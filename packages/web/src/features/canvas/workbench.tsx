import type { WorkflowDetail } from '@attain/contract/workflows';
import type { WorkflowProblem } from '@attain/domain/workflows/connect';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { workflowRunQuery } from '../../api/queries.ts';
import { stepStates } from './acts/step-states.ts';
import { useMoreMenu } from './acts/use-more-menu.tsx';
import { useRunFrom } from './acts/use-run-from.ts';
import { useTestRun } from './acts/use-test-run.ts';
import { Board } from './board/board.tsx';
import { MiniMap } from './board/mini-map.tsx';
import { SidePanels } from './board/side-panels.tsx';
import { StatusBar } from './board/status-bar.tsx';
import { CanvasToolbar } from './board/toolbar.tsx';
import { useCanvasKeys } from './board/use-canvas-keys.ts';
import { usePanels } from './board/use-panels.ts';
import { useView } from './board/use-view.ts';
import { useCanvas, useCanvasState } from './editing/canvas-context.ts';
import type { CanvasState } from './editing/canvas-store.ts';
import { focusWhenThere } from './editing/focus-when-there.ts';
import { placeAfter } from './editing/free-place.ts';
import { useChecked } from './editing/use-checked.ts';
import { useLeaveGuard } from './editing/use-leave-guard.ts';
import { type ScreenSave, useSaveFromOutside } from './editing/use-save-from-outside.ts';
import { useSaving } from './editing/use-saving.ts';
import {
  ConflictDialog,
  ConnectDialog,
  DraftDialog,
  EmptyBoard,
  FindDialog,
  OutlineTable,
  Palette,
  PropertiesPanel,
  PublishDialog,
  RunDialog,
  RunStrip,
  StaleNote,
  TestRunDialog,
  TestStrip,
} from './late-parts.tsx';
import { PaletteStrip } from './palette/palette-strip.tsx';

type Asked =
  | { readonly what: 'find' | 'run' | 'test' }
  | { readonly what: 'publish'; readonly thenRun?: boolean }
  | { readonly what: 'connect'; readonly id: string }
  | { readonly what: 'draft'; readonly step: string | null };

const pickEmpty = ({ history: { workflow } }: CanvasState) =>
  workflow.nodes.length + workflow.notes.length === 0;
const noProblems: readonly WorkflowProblem[] = [];

export type WorkbenchProps = {
  /** The stored workflow. */
  stored: WorkflowDetail;
  /** The run shown on the nodes. */
  runId: string | undefined;
  onRun: (runId: string | undefined) => void;
  /** Link to the details of a run. */
  runLink: (runId: string) => ReactNode;
  /** Read-only, drawn as the run used it. */
  frozen: boolean;
  /** Whether the browser stores the history across reloads. */
  kept: boolean;
  /** Receives the save action for a button outside of the canvas; null once the canvas is closed. */
  onSaves?: ((saves: ScreenSave | null) => void) | undefined;
  onCreated: (workflowId: string) => void;
};

/** The canvas of one workflow with its panels, dialogs and shortcuts. */
export function Workbench(props: WorkbenchProps) {
  const { stored, runId, onRun, runLink, onCreated, onSaves, kept, frozen } = props;
  const canvas = useCanvas();
  const { store, acts, editable } = canvas;
  const editor = useRef<HTMLDivElement>(null);
  const view = useView();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [outline, setOutline] = useState(false);
  const saving = useSaving(canvas, stored);
  const { problems, faults, dirty, differs } = useChecked(stored);
  const empty = useCanvasState(pickEmpty);
  const panels = usePanels(empty);
  const run = useQuery({ ...workflowRunQuery(runId ?? ''), enabled: runId !== undefined });
  const shownRun = runId === undefined ? undefined : run.data;
  const testing = useTestRun();
  const drawnRun = testing.run ?? shownRun;
  const states = useMemo(() => stepStates(drawnRun), [drawnRun]);
  const mayPublish = useMay('publish:workflows') && !frozen;
  const mayRun = useMay('run:workflows');
  const test = frozen ? null : () => setAsked({ what: 'test' });
  const mayTry = useMay('edit:workflows') && mayRun && editable && !frozen;
  const runStep = mayTry ? (step: string) => setAsked({ what: 'draft', step }) : null;
  const runDraft = mayTry ? () => setAsked({ what: 'draft', step: null }) : null;
  const close = () => setAsked(null);
  const focusOn = (part: string) => focusWhenThere(editor, part);
  // the dialog may close with its answer, so focus the canvas for its shortcuts
  const goOn = () => requestAnimationFrame(() => editor.current?.focus());
  const openProperties = () => {
    panels.show('properties');
    focusOn('[data-node-title]');
  };
  const openPalette = () => {
    panels.show('palette');
    focusOn('[data-palette-search]');
  };
  const openGroup = (group: string) => {
    panels.show('palette');
    focusOn(`[aria-label="${group}"] button`);
  };
  const goTo = (id: string) => {
    acts.select({ nodes: new Set([id]) });
    view.show(id);
  };
  const goToProblem = ({ node, edge }: WorkflowProblem) => {
    if (node) goTo(node);
    else if (edge) acts.select({ edges: new Set([edge]) });
  };
  const add = (type: string) => {
    const { history, selection } = store.get();
    const [only] = selection.nodes.size === 1 ? selection.nodes : [];
    const before = history.workflow.nodes.find(({ id }) => id === only);
    const added = acts.add(type, before ? placeAfter(before.position) : view.middle(), before?.id);
    if (added !== null) requestAnimationFrame(() => view.reveal(added));
    return added;
  };
  const addNamed = (type: string) => {
    const added = add(type);
    if (added !== null) focusOn(`.react-flow__node[data-id="${added}"]`);
  };
  const more = useMoreMenu(stored, { onCreated, onRunDraft: runDraft });
  const watch = (started: string) => {
    onRun(started);
    view.open();
  };
  const runFrom = useRunFrom(mayRun ? shownRun : undefined, watch);
  useSaveFromOutside(onSaves, { saving, dirty, editable });
  useLeaveGuard(dirty);
  useCanvasKeys({
    editor,
    view,
    onSave: () => void saving.save(),
    onFind: () => setAsked({ what: 'find' }),
    onPublish: mayPublish ? () => setAsked({ what: 'publish' }) : null,
    onRun: mayRun && !frozen ? () => setAsked({ what: 'run' }) : null,
    onTest: test,
    onDraft: runDraft,
    onConnect: (id) => setAsked({ what: 'connect', id }),
    onOpen: openProperties,
    onLeavePanel: () => {
      const [chosen] = store.get().selection.nodes;
      focusOn(chosen === undefined ? '[data-board]' : `.react-flow__node[data-id="${chosen}"]`);
    },
    onPalette: openPalette,
  });
  return (
    <div ref={editor} tabIndex={-1} className="@container flex min-h-0 flex-1 flex-col outline-none">
      <CanvasToolbar
        view={view}
        outline={outline}
        onOutline={() => setOutline(!outline)}
        onFind={() => setAsked({ what: 'find' })}
        more={more.sections}
        saving={saving.saving}
        dirty={dirty}
        onSave={() => void saving.save()}
        onTest={test}
        onPublish={mayPublish ? () => setAsked({ what: 'publish' }) : null}
        onRun={mayRun && !frozen ? () => setAsked({ what: 'run' }) : null}
      />
      <Suspense fallback={null}>
        {frozen || !dirty ? null : <StaleNote stored={stored} saving={saving} />}
        {testing.trial && test ? (
          <TestStrip trial={testing.trial} onAgain={test} onClose={testing.clear} />
        ) : null}
        {runId && !testing.trial ? (
          <RunStrip runId={runId} more={runLink(runId)} onClose={() => onRun(undefined)} />
        ) : null}
      </Suspense>
      <SidePanels
        panels={panels}
        palette={
          frozen ? null : (
            <Suspense fallback={null}>
              <Palette onAdd={add} onAddNamed={addNamed} disabled={!editable} />
            </Suspense>
          )
        }
        shortcuts={<PaletteStrip onSearch={openPalette} onGroup={openGroup} disabled={!editable} />}
        properties={
          <Suspense fallback={null}>
            <PropertiesPanel
              stored={frozen ? null : stored}
              problems={frozen ? noProblems : problems}
              run={drawnRun}
              onConnect={(id) => setAsked({ what: 'connect', id })}
              onGo={goToProblem}
              onRunStep={runStep}
            />
          </Suspense>
        }
      >
        {outline ? (
          <Suspense fallback={null}>
            <OutlineTable
              problems={problems}
              states={states}
              onOpen={(id) => {
                acts.select({ nodes: new Set([id]) });
                openProperties();
              }}
              onConnect={(id) => setAsked({ what: 'connect', id })}
            />
          </Suspense>
        ) : (
          <>
            <Board
              view={view}
              faults={faults}
              states={states}
              onOpen={openProperties}
              onConnect={(id) => setAsked({ what: 'connect', id })}
              onRunFrom={runFrom}
              onRunStep={runStep}
            />
            <MiniMap view={view} states={states} />
            {editable && empty ? (
              <Suspense fallback={null}>
                <EmptyBoard onStart={() => addNamed('start')} onPalette={openPalette} />
              </Suspense>
            ) : null}
          </>
        )}
      </SidePanels>
      <StatusBar
        problems={problems.length}
        dirty={dirty}
        frozen={frozen}
        kept={kept}
        onProblems={() => {
          acts.select({});
          panels.show('properties');
        }}
      />
      <Suspense fallback={null}>
        {asked?.what === 'find' ? <FindDialog onGo={goTo} onClose={close} /> : null}
        {asked?.what === 'connect' ? <ConnectDialog source={asked.id} onClose={close} /> : null}
        {asked?.what === 'test' ? (
          <TestRunDialog
            typed={testing.typed}
            onTyped={testing.type}
            onTried={(trial) => {
              close();
              testing.show(trial);
            }}
            onClose={close}
          />
        ) : null}
        {asked?.what === 'draft' ? (
          <DraftDialog
            step={asked.step}
            save={saving.save}
            typed={testing.typed}
            onTyped={testing.type}
            onStarted={(id) => {
              close();
              testing.clear();
              watch(id);
            }}
            onClose={close}
          />
        ) : null}
        {asked?.what === 'publish' ? (
          <PublishDialog
            workflow={stored}
            problems={problems}
            onProblem={(problem) => {
              close();
              panels.show('properties');
              goToProblem(problem);
            }}
            save={saving.save}
            onPublished={() => setAsked(asked.thenRun ? { what: 'run' } : null)}
            onClose={close}
          />
        ) : null}
        {asked?.what === 'run' ? (
          <RunDialog
            workflow={stored}
            differs={differs}
            onPublish={mayPublish ? () => setAsked({ what: 'publish', thenRun: true }) : null}
            onTest={() => setAsked({ what: 'test' })}
            onDraft={runDraft}
            onStarted={(id) => {
              close();
              testing.clear();
              watch(id);
            }}
            onClose={close}
          />
        ) : null}
        {saving.conflict !== null ? (
          <ConflictDialog
            message={saving.conflict}
            busy={saving.saving}
            onTakeTheirs={() => void saving.takeTheirs().then(goOn)}
            onSaveMine={() => void saving.saveMine().then(goOn)}
            onClose={() => saving.openConflict(null)}
          />
        ) : null}
      </Suspense>
      {more.dialog}
    </div>
  );
}

import { CircleAlert, CircleCheck } from 'lucide-react';
import { pickWorkflow, useCanvasState } from '../editing/canvas-context.ts';
import type { CanvasState } from '../editing/canvas-store.ts';
import { messages } from '../messages.ts';
import { useZoomPercent } from './use-view.ts';

const pickStatus = ({ lastAction }: CanvasState) => lastAction;
const pickRevision = ({ base }: CanvasState) => base.revision;
const pickSelection = ({ selection }: CanvasState) => selection;

export type StatusBarProps = {
  problems: number;
  dirty: boolean;
  /** The canvas is read-only: problems and saving are not shown. */
  frozen: boolean;
  /** Whether the browser stores the history across reloads. */
  kept: boolean;
  onProblems: () => void;
};

/** The status bar (CANVAS-19): counts, problems, last action and saved revision. */
export function StatusBar({ problems, dirty, frozen, kept, onProblems }: StatusBarProps) {
  const { nodes, edges } = useCanvasState(pickWorkflow);
  const lastAction = useCanvasState(pickStatus);
  const revision = useCanvasState(pickRevision);
  const chosen = useCanvasState(pickSelection);
  const percent = useZoomPercent();
  const count = chosen.nodes.size + chosen.edges.size + chosen.notes.size;
  return (
    <section
      aria-label={messages.status.label}
      className="flex min-h-7 shrink-0 flex-wrap content-center items-center gap-x-3 border-t bg-surface px-3 text-12 whitespace-nowrap text-fg-2 @2xl:flex-nowrap"
    >
      <span>{messages.status.counts(nodes.length, edges.length)}</span>
      {frozen ? null : (
        <button
          type="button"
          onClick={onProblems}
          className="inline-flex h-6 items-center gap-1 hover:text-fg"
        >
          {problems === 0 ? (
            <>
              <CircleCheck aria-hidden className="size-3.5 text-ok-text" /> {messages.status.noProblems}
            </>
          ) : (
            <>
              <CircleAlert aria-hidden className="size-3.5 text-bad-text" />
              {problems === 1 ? messages.board.oneProblem : messages.board.problems(problems)}
            </>
          )}
        </button>
      )}
      {count > 0 ? <span>{messages.status.selected(count)}</span> : null}
      {/*
       * on narrow screens the last action has a line of its own, always reserved so that the drawing does
       * not move
       */}
      <span aria-hidden className="w-full @2xl:hidden" />
      <span role="status" className="min-h-4 min-w-0 flex-1 truncate">
        {lastAction}
      </span>
      {kept ? null : <span className="min-w-0 truncate">{messages.status.noHistory}</span>}
      <span>
        {frozen
          ? messages.status.readOnly
          : dirty
            ? messages.status.unsaved
            : messages.status.saved(revision)}
      </span>
      <span className="figures">{percent}%</span>
    </section>
  );
}

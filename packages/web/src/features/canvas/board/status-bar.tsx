import { CircleAlert, CircleCheck } from 'lucide-react';
import { pickWorkflow, useCanvasState } from '../editing/canvas-context.ts';
import type { CanvasState } from '../editing/canvas-store.ts';
import { useZoomPercent } from './use-view.ts';

const pickStatus = ({ said }: CanvasState) => said;
const pickRevision = ({ base }: CanvasState) => base.revision;
const pickSelection = ({ selection }: CanvasState) => selection;

export type StatusBarProps = {
  problems: number;
  dirty: boolean;
  /** It is only looked at: neither problems nor saving matter. */
  frozen: boolean;
  /** Whether this browser keeps the steps over a reload. */
  kept: boolean;
  onProblems: () => void;
};

/** The line below the drawing (CANVAS-19): what there is, what is wrong, what happened last, what is saved. */
export function StatusBar({ problems, dirty, frozen, kept, onProblems }: StatusBarProps) {
  const { nodes, edges } = useCanvasState(pickWorkflow);
  const said = useCanvasState(pickStatus);
  const revision = useCanvasState(pickRevision);
  const chosen = useCanvasState(pickSelection);
  const percent = useZoomPercent();
  const count = chosen.nodes.size + chosen.edges.size + chosen.notes.size;
  return (
    <section
      aria-label="Status of the canvas"
      className="flex min-h-7 shrink-0 flex-wrap content-center items-center gap-x-3 border-t bg-surface px-3 text-12 whitespace-nowrap text-fg-2 @2xl:flex-nowrap"
    >
      <span>
        {nodes.length} {nodes.length === 1 ? 'node' : 'nodes'}, {edges.length}{' '}
        {edges.length === 1 ? 'connection' : 'connections'}
      </span>
      {frozen ? null : (
        <button
          type="button"
          onClick={onProblems}
          className="inline-flex h-6 items-center gap-1 hover:text-fg"
        >
          {problems === 0 ? (
            <>
              <CircleCheck aria-hidden className="size-3.5 text-ok-text" /> No problems
            </>
          ) : (
            <>
              <CircleAlert aria-hidden className="size-3.5 text-bad-text" />
              {problems === 1 ? '1 problem' : `${problems} problems`}
            </>
          )}
        </button>
      )}
      {count > 0 ? <span>{count} chosen</span> : null}
      {/* Where there is little room, what happened last has a line of its own, which is always there: the drawing keeps its place. */}
      <span aria-hidden className="w-full @2xl:hidden" />
      <span role="status" className="min-h-4 min-w-0 flex-1 truncate">
        {said}
      </span>
      {kept ? null : <span className="min-w-0 truncate">This browser does not keep the history.</span>}
      <span>{frozen ? 'Nothing can be changed' : dirty ? 'Not saved' : `Saved, revision ${revision}`}</span>
      <span className="figures">{percent}%</span>
    </section>
  );
}

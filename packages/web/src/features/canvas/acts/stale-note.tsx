import type { WorkflowDetail } from '@attain/contract/workflows';
import { formatMoment } from '../../../base/format-date.ts';
import { Button } from '../../../ui/button.tsx';
import { useCanvasState } from '../editing/canvas-context.ts';
import type { CanvasState } from '../editing/canvas-store.ts';
import type { useSaving } from '../editing/use-saving.ts';

const pickRevision = ({ base }: CanvasState) => base.revision;

type StaleNoteProps = { stored: WorkflowDetail; saving: ReturnType<typeof useSaving> };

/** Tells whoever has edited, at once, when somebody else saved the same workflow, before the own save would find out. */
export function StaleNote({ stored, saving }: StaleNoteProps) {
  const revision = useCanvasState(pickRevision);
  if (stored.revision <= revision || saving.saving) return null;
  const message = `Somebody saved revision ${stored.revision} of this workflow on ${formatMoment(stored.updatedAt)}, while you edited revision ${revision}.`;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 border-b bg-warn-soft px-3 py-1 text-12 text-warn-text"
    >
      <span>{message}</span>
      <Button size="sm" onClick={() => saving.openConflict(`${message} Take theirs, or save yours over it.`)}>
        Choose whose it is
      </Button>
    </div>
  );
}

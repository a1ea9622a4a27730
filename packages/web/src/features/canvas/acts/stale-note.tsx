import type { WorkflowDetail } from '@attain/contract/workflows';
import { formatMoment } from '../../../base/format-date.ts';
import { Button } from '../../../ui/button.tsx';
import { useCanvasState } from '../editing/canvas-context.ts';
import type { CanvasState } from '../editing/canvas-store.ts';
import type { useSaving } from '../editing/use-saving.ts';
import { messages } from '../messages.ts';

const pickRevision = ({ base }: CanvasState) => base.revision;

type StaleNoteProps = { stored: WorkflowDetail; saving: ReturnType<typeof useSaving> };

/** Warns as soon as another user saves the workflow that is being edited. */
export function StaleNote({ stored, saving }: StaleNoteProps) {
  const revision = useCanvasState(pickRevision);
  if (stored.revision <= revision || saving.saving) return null;
  const message = messages.conflict.stale(stored.revision, formatMoment(stored.updatedAt), revision);
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 border-b bg-warn-soft px-3 py-1 text-12 text-warn-text"
    >
      <span>{message}</span>
      <Button size="sm" onClick={() => saving.openConflict(messages.conflict.staleChoice(message))}>
        {messages.conflict.choose}
      </Button>
    </div>
  );
}

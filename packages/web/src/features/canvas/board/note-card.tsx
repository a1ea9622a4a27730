import type { NodeProps } from '@xyflow/react';
import { clsx } from 'clsx';
import { memo } from 'react';
import type { NoteNode } from './flow-elements.ts';

/** A note on the canvas; its text is edited in the properties panel. */
export const NoteCard = memo(function NoteCard({ data: { note }, selected }: NodeProps<NoteNode>) {
  return (
    <div
      className={clsx(
        'h-full w-full overflow-hidden rounded-sm border border-warn/50 bg-warn-soft p-2 text-12 whitespace-pre-line text-fg',
        selected && 'outline-2 outline-offset-1 outline-primary',
      )}
    >
      {note.text}
    </div>
  );
});

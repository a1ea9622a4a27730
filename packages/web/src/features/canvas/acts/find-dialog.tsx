import { nodeType } from '@attain/domain/workflows/nodes/node-types';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { pickWorkflow, useCanvasState } from '../editing/canvas-context.ts';
import { messages } from '../messages.ts';
import { Picker } from './picker.tsx';

/** Finds a node by title, type, id or setting, and shows it. */
export function FindDialog({ onGo, onClose }: { onGo: (id: string) => void; onClose: () => void }) {
  const { nodes } = useCanvasState(pickWorkflow);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={messages.find.title}>
      <Picker
        label={messages.find.label}
        empty={messages.find.empty}
        picks={nodes.map(({ id, type, title, config }) => ({
          id,
          label: title || id,
          hint: `${nodeType(type)?.label ?? type} ${settings(config)}`.slice(0, 60),
        }))}
        onPick={(id) => {
          onClose();
          onGo(id);
        }}
      />
    </Dialog>
  );
}

/** The texts of a configuration, in one line. */
function settings(config: Readonly<Record<string, unknown>>): string {
  return Object.values(config)
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' ');
}

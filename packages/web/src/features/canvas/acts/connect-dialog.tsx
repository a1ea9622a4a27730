import { nodeType } from '@attain/domain/workflows/nodes/node-types';
import { useMemo } from 'react';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { pickWorkflow, useCanvas, useCanvasState } from '../editing/canvas-context.ts';
import { messages } from '../messages.ts';
import { legalTargets } from './legal-targets.ts';
import { Picker } from './picker.tsx';

/** The allowed connections from this node as a list, for the keyboard. */
export function ConnectDialog({ source, onClose }: { source: string; onClose: () => void }) {
  const { acts } = useCanvas();
  const workflow = useCanvasState(pickWorkflow);
  const node = workflow.nodes.find(({ id }) => id === source);
  const { targets, why } = useMemo(() => legalTargets(workflow, source), [workflow, source]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.connect.title(node?.title || source)}
    >
      <Picker
        label={messages.connect.target}
        picks={targets.map(({ by, label, to }, at) => ({
          id: String(at),
          by,
          label,
          hint: nodeType(workflow.nodes.find(({ id }) => id === to.node)?.type ?? '')?.label ?? '',
        }))}
        empty={targets.length === 0 ? (why ?? messages.connect.noNodes) : messages.connect.noMatch}
        onPick={(at) => {
          const target = targets[Number(at)];
          if (target) acts.connect(target.from, target.to);
          onClose();
        }}
      />
    </Dialog>
  );
}

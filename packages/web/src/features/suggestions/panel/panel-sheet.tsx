import { Drawer } from '../../../ui/overlays/drawer.tsx';
import { messages } from './frame-messages.ts';
import { Panel } from './panel.tsx';
import { usePanelPart } from './panel-store.ts';

/** The panel as a sheet, for phones and narrow windows. */
export function PanelSheet({ onClose }: { onClose: () => void }) {
  const planId = usePanelPart('planId');
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={messages.panel}>
      <div className="-mx-4 -mt-4">
        <Panel inSheet planId={planId} onClose={onClose} />
      </div>
    </Drawer>
  );
}

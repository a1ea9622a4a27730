import { Drawer } from '../../../ui/overlays/drawer.tsx';
import { messages } from './frame-messages.ts';
import { Panel } from './panel.tsx';

/** The panel as a sheet, for phones and narrow windows. */
export function PanelSheet({ onClose }: { onClose: () => void }) {
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={messages.panel}>
      <div className="-mx-4 -mt-4">
        <Panel inSheet onClose={onClose} />
      </div>
    </Drawer>
  );
}

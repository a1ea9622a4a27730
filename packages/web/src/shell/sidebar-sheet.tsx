import { Sheet } from '../ui/overlays/sheet-parts.tsx';
import { Sidebar } from './sidebar.tsx';

/** The navigation as a sheet of 18rem over the screen, where the window has no room for a sidebar. */
export function SidebarSheet({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Navigation"
      look="inset-y-0 start-0 w-72 border-e data-[state=open]:slide-in-from-start data-[state=closed]:slide-out-to-start"
    >
      <div className="-m-4">
        <Sidebar expanded onNavigate={() => onOpenChange(false)} />
      </div>
    </Sheet>
  );
}

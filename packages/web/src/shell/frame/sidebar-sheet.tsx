import type { ReactNode } from 'react';
import { Sheet } from '../../ui/overlays/sheet-parts.tsx';

export type SidebarSheetProps = {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/** The navigation as an 18rem sheet, where the window is too narrow for a sidebar. */
export function SidebarSheet({ title, open, onOpenChange, children }: SidebarSheetProps) {
  return (
    <Sheet
      kind="drawer"
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      look="inset-y-0 start-0 w-72 border-e data-[state=open]:slide-in-from-start data-[state=closed]:slide-out-to-start"
    >
      <div className="-m-4">{children}</div>
    </Sheet>
  );
}

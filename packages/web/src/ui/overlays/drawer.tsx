import { clsx } from 'clsx';
import { useState } from 'react';
import { LeaveDialog } from './leave-dialog.tsx';
import { Sheet, type SheetProps } from './sheet-parts.tsx';

export type DrawerProps = SheetProps & {
  size?: 'md' | 'lg';
  /** What would be lost on closing; if set, closing asks first. */
  unsaved?: string | undefined;
};

/** A sheet at the end of the line for the details of one object; full width on phones. */
export function Drawer({ size = 'md', unsaved, onOpenChange, ...rest }: DrawerProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Sheet
        {...rest}
        kind="drawer"
        onOpenChange={(open) => (!open && unsaved ? setAsking(true) : onOpenChange?.(open))}
        look={clsx(
          'inset-y-0 end-0 w-full data-[state=closed]:slide-out-to-end data-[state=open]:slide-in-from-end sm:border-s',
          size === 'lg' ? 'sm:max-w-3xl' : 'sm:max-w-md',
        )}
      />
      {asking && unsaved ? (
        <LeaveDialog
          text={unsaved}
          onStay={() => setAsking(false)}
          onLeave={() => {
            setAsking(false);
            onOpenChange?.(false);
          }}
        />
      ) : null}
    </>
  );
}

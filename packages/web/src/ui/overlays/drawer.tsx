import { clsx } from 'clsx';
import { useState } from 'react';
import { LeaveDialog } from './leave-dialog.tsx';
import { Sheet, type SheetProps } from './sheet-parts.tsx';

/** Widths above phones. `share` has 600 px, from windows of 1280 px on 700 px; `trail` has 800 px. */
const widths = {
  md: 'sm:max-w-md',
  lg: 'sm:max-w-3xl',
  share: 'sm:max-w-[600px] xl:max-w-[700px]',
  trail: 'sm:max-w-[800px]',
};

export type DrawerProps = SheetProps & {
  size?: keyof typeof widths;
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
          widths[size],
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

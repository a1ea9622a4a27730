import { Popover as Radix } from 'radix-ui';
import type { PopoverProps } from './popover-props.ts';

/** The panel, initially open. */
export function OpenPopover({ trigger, label, onOpenChange, align = 'end', children }: PopoverProps) {
  return (
    <Radix.Root defaultOpen onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 flex max-h-(--radix-popover-content-available-height) w-88 max-w-[calc(100vw-1rem)] flex-col overflow-hidden rounded-lg border bg-surface shadow-float data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:duration-100"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { useState } from 'react';
import { landmarkOf } from './landmark.ts';
import type { DropdownMenuProps, MenuAtProps, MenuItem, MenuSection } from './menu-sections.ts';

const itemLook =
  'flex min-h-7 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-13 outline-none select-none data-disabled:cursor-default data-disabled:opacity-50 pointer-coarse:min-h-10 [&_svg]:size-4 forced-colors:data-highlighted:outline-2';

const menuLook =
  'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-lg border bg-surface p-1 shadow-float data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:duration-100';

/** The menu, initially open. */
export function OpenDropdownMenu({ trigger, sections, align = 'end' }: DropdownMenuProps) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild ref={setButton}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={landmarkOf(button)}>
        <Radix.Content align={align} sideOffset={4} collisionPadding={8} className={menuLook}>
          <Sections sections={sections} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The menu at a point, anchored to an invisible element. */
export function OpenMenuAt({ at, label, sections, onClose }: MenuAtProps) {
  // the previously focused element decides the landmark that contains the menu
  const [before] = useState(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement : null,
  );
  return (
    <Radix.Root modal={false} open onOpenChange={(open) => !open && onClose()}>
      <Radix.Trigger asChild>
        <span
          aria-hidden
          tabIndex={-1}
          className="pointer-events-none fixed size-0"
          style={{ left: at.x, top: at.y }}
        />
      </Radix.Trigger>
      <Radix.Portal container={landmarkOf(before)}>
        <Radix.Content
          aria-label={label}
          align="start"
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            before?.focus();
          }}
          className={menuLook}
        >
          <Sections sections={sections} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Sections({ sections }: { sections: readonly MenuSection[] }) {
  return sections.map((section, index) => (
    <Radix.Group key={section.id} aria-label={section.heading}>
      {index > 0 ? <Radix.Separator className="-mx-1 my-1 h-px bg-border" /> : null}
      {section.heading ? (
        <Radix.Label className="caption px-2 pt-1.5 pb-1 text-fg-3">{section.heading}</Radix.Label>
      ) : null}
      {section.items.map((item) => (
        <Entry key={item.id} item={item} />
      ))}
    </Radix.Group>
  ));
}

function Entry({ item }: { item: MenuItem }) {
  const look = clsx(
    itemLook,
    item.danger
      ? 'text-bad-text data-highlighted:bg-bad-soft'
      : 'data-highlighted:bg-primary-soft data-highlighted:text-primary-text',
  );
  const inside = (
    <>
      {item.icon}
      <span className="min-w-0 flex-1">{item.label}</span>
      {item.keys ? <kbd className="font-mono text-11 text-fg-3">{item.keys}</kbd> : null}
    </>
  );
  if (item.checked === undefined) {
    return (
      <Radix.Item disabled={item.disabled} onSelect={item.onSelect} className={look}>
        {inside}
      </Radix.Item>
    );
  }
  return (
    <Radix.CheckboxItem
      checked={item.checked}
      disabled={item.disabled}
      onSelect={item.onSelect}
      className={look}
    >
      {inside}
      <span className="size-4">
        <Radix.ItemIndicator>
          <Check aria-hidden />
        </Radix.ItemIndicator>
      </span>
    </Radix.CheckboxItem>
  );
}

import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/** One tab and what it shows. */
export type Tab = {
  value: string;
  label: ReactNode;
  beside?: ReactNode;
  disabled?: boolean;
  content?: ReactNode;
};

export type TabsProps = {
  /** Names the row of tabs for a screen reader. */
  label: string;
  tabs: readonly Tab[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
};

const tabLook =
  'relative -mb-px inline-flex h-9 items-center gap-1.5 border-b-2 border-transparent px-1 text-13 font-medium whitespace-nowrap text-fg-2 hover:text-fg disabled:opacity-50 data-[state=active]:border-primary data-[state=active]:text-fg pointer-coarse:h-11';

/** Tabs: arrow keys move, the panel follows. Panels that are not shown are not mounted. */
export function Tabs({ label, tabs, value, defaultValue, onValueChange }: TabsProps) {
  return (
    <Radix.Root value={value} defaultValue={defaultValue ?? tabs[0]?.value} onValueChange={onValueChange}>
      <Radix.List aria-label={label} className="flex gap-4 overflow-x-auto overflow-y-hidden border-b">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled}
            className={`${tabLook} focus-visible:-outline-offset-2`}
          >
            {tab.label}
            {tab.beside}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

import { clsx } from 'clsx';
import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { useScrollEdges } from '../base/use-scroll-edges.ts';

export type Tab = {
  value: string;
  label: ReactNode;
  beside?: ReactNode;
  disabled?: boolean;
  content?: ReactNode;
};

export type TabsProps = {
  /** The accessible name of the tab list. */
  label: string;
  tabs: readonly Tab[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
};

const tabLook =
  'relative -mb-px inline-flex h-9 items-center gap-1.5 border-b-2 border-transparent px-1 text-13 font-medium whitespace-nowrap text-fg-2 hover:text-fg disabled:opacity-50 data-[state=active]:border-primary data-[state=active]:text-fg pointer-coarse:h-11';

/** fades out the tab list at an end where it can be scrolled */
const fadeBefore = 'mask-[linear-gradient(to_right,transparent,black_3rem)]';
const fadeAfter = 'mask-[linear-gradient(to_left,transparent,black_3rem)]';
const fadeBoth = 'mask-[linear-gradient(to_right,transparent,black_3rem,black_calc(100%-3rem),transparent)]';

/** Tabs with arrow keys. Hidden panels are not mounted. */
export function Tabs({ label, tabs, value, defaultValue, onValueChange }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const more = useScrollEdges(list);
  return (
    <Radix.Root value={value} defaultValue={defaultValue ?? tabs[0]?.value} onValueChange={onValueChange}>
      <Radix.List
        ref={list}
        aria-label={label}
        className={clsx(
          'flex gap-4 overflow-x-auto overflow-y-hidden border-b',
          more.before && more.after && fadeBoth,
          more.before && !more.after && fadeBefore,
          !more.before && more.after && fadeAfter,
        )}
      >
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

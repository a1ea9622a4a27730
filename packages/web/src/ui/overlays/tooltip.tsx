import { Tooltip as Radix } from 'radix-ui';
import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { landmarkOf } from './landmark.ts';

/** Hover time before a tooltip opens, in ms. */
export const openDelayMs = 700;
/** Time after a tooltip in which the next opens at once, in ms. */
export const skipDelayMs = 300;

const Provided = createContext(false);

/** Shares the delays between the tooltips of all screens. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Provided value={true}>
      <Radix.Provider delayDuration={openDelayMs} skipDelayDuration={skipDelayMs}>
        {children}
      </Radix.Provider>
    </Provided>
  );
}

export type TooltipProps = {
  label: ReactNode;
  /** A shortcut shown at the end. */
  keys?: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** One focusable element that takes a ref. */
  children: ReactNode;
};

/** A short text about a control. Never the only place for information: touch screens have no tooltips. */
export function Tooltip(props: TooltipProps) {
  // sign-in has no tooltips, so the provider loads with the screens; others bring their own
  if (useContext(Provided)) return <Bare {...props} />;
  return (
    <TooltipProvider>
      <Bare {...props} />
    </TooltipProvider>
  );
}

function Bare({ label, keys, side = 'bottom', children }: TooltipProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [landmark, setLandmark] = useState<HTMLElement>();
  return (
    <Radix.Root onOpenChange={(open) => open && setLandmark(landmarkOf(trigger.current))}>
      <Radix.Trigger asChild ref={trigger}>
        {children}
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-72 items-center gap-2 rounded-md bg-fg px-2 py-1 text-12 text-bg shadow-float data-[state=delayed-open]:animate-in data-[state=delayed-open]:fade-in-0 data-[state=delayed-open]:duration-100 forced-colors:border"
        >
          {label}
          {keys ? <kbd className="font-mono text-11 opacity-80">{keys}</kbd> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

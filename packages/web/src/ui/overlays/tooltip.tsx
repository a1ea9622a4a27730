import { Tooltip as Radix } from 'radix-ui';
import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { landmarkOf } from './landmark.ts';

/** How long one points at a control before its tooltip opens, in milliseconds. */
export const openDelayMs = 700;
/** How soon after one tooltip the next opens at once, in milliseconds. */
export const skipDelayMs = 300;

const Provided = createContext(false);

/** Stands around the screens, so that their tooltips know of each other: the first waits, the next ones do not. */
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
  /** One element that takes a ref and can be focused. */
  children: ReactNode;
};

/** A few words about a control. Never the only place where something is said: touch has no tooltips. */
export function Tooltip(props: TooltipProps) {
  // Sign-in asks for no tooltips, so their code comes with the screens; what stands beside those brings its own.
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

import { Slot } from 'radix-ui';
import { lazy, type ReactNode, Suspense, useId, useRef } from 'react';
import type { TooltipSide } from './tooltip-content.tsx';
import { useTooltipOpen } from './use-tooltip-open.ts';

const load = () => import('./tooltip-content.tsx');
const TooltipContent = lazy(async () => ({ default: (await load()).TooltipContent }));

export type TooltipProps = {
  label: ReactNode;
  /** A shortcut shown at the end. */
  keys?: string;
  side?: TooltipSide;
  /** One focusable element that takes a ref. */
  children: ReactNode;
};

/**
 * A short text about a control. Never the only place for information: touch screens have no tooltips.
 * The code that places it loads with the first tooltip that opens (docs/decisions/0078).
 */
export function Tooltip({ label, keys, side = 'bottom', children }: TooltipProps) {
  const control = useRef<HTMLElement>(null);
  const id = useId();
  const { open, onControl, onContent } = useTooltipOpen();
  return (
    <>
      <Slot.Root ref={control} aria-describedby={open ? id : undefined} {...onControl}>
        {children}
      </Slot.Root>
      {open ? (
        <Suspense fallback={null}>
          <TooltipContent id={id} control={control.current} side={side} events={onContent}>
            {label}
            {keys ? <kbd className="font-mono text-11 opacity-80">{keys}</kbd> : null}
          </TooltipContent>
        </Suspense>
      ) : null}
    </>
  );
}

import { autoUpdate, flip, offset, shift, useFloating } from '@floating-ui/react-dom';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { landmarkOf } from './landmark.ts';
import type { TooltipOpen } from './use-tooltip-open.ts';

export type TooltipSide = 'top' | 'bottom' | 'left' | 'right';

type TooltipContentProps = {
  id: string;
  control: HTMLElement | null;
  side: TooltipSide;
  events: TooltipOpen['onContent'];
  children: ReactNode;
};

/** An open tooltip, next to its control and inside the window. */
export function TooltipContent({ id, control, side, events, children }: TooltipContentProps) {
  const { refs, floatingStyles } = useFloating({
    placement: side,
    strategy: 'fixed',
    elements: { reference: control },
    middleware: [offset(6), flip({ padding: 8 }), shift({ padding: 8 })],
    whileElementsMounted: autoUpdate,
  });
  return createPortal(
    <div
      ref={refs.setFloating}
      id={id}
      role="tooltip"
      style={floatingStyles}
      className="z-50 flex w-max max-w-72 items-center gap-2 rounded-md bg-fg px-2 py-1 text-12 text-bg shadow-float animate-in fade-in-0 duration-100 forced-colors:border"
      {...events}
    >
      {children}
    </div>,
    landmarkOf(control) ?? document.body,
  );
}

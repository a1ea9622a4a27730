import { lazy } from 'react';
import { OpenWhenWanted } from './open-when-wanted.tsx';
import type { PopoverProps } from './popover-props.ts';

const load = () => import('./popover-content.tsx');
const OpenPopover = lazy(async () => ({ default: (await load()).OpenPopover }));

/** A small non-modal panel next to its button. */
export function Popover(props: PopoverProps) {
  return (
    <OpenWhenWanted
      trigger={props.trigger}
      opens="dialog"
      load={() => Promise.all([load(), props.load?.()])}
      onFirstOpen={() => props.onOpenChange?.(true)}
    >
      <OpenPopover {...props} />
    </OpenWhenWanted>
  );
}

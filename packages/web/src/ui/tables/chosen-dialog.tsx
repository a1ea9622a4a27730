import type { ReactNode } from 'react';
import { counted, formatCount } from '../../base/format-number.ts';
import { Button, type ButtonProps } from '../button.tsx';
import { ActFooter } from '../overlays/act-footer.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import type { SheetProps } from '../overlays/sheet-parts.tsx';

export type ChosenDialogProps = Pick<SheetProps, 'open' | 'onOpenChange' | 'description'> & {
  /** What is done: "End". */
  verb: string;
  /** What one of the chosen is: "assignment". */
  noun: string;
  /** How many are chosen. */
  count: number;
  /** The button that does it. */
  act: ButtonProps;
  children: ReactNode;
};

/** Asks what it takes to do something with the rows chosen in a table; opened by a button that says how many there are. */
export function ChosenDialog({ verb, noun, count, act, ...dialog }: ChosenDialogProps) {
  return (
    <Dialog
      {...dialog}
      size="sm"
      trigger={
        <Button size="sm" disabled={count === 0}>
          {verb} {count > 0 ? formatCount(count) : ''} chosen
        </Button>
      }
      title={`${verb} ${counted(count, noun)}`}
      footer={<ActFooter {...act} />}
    />
  );
}

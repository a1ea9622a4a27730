import type { ReactNode } from 'react';
import { counted } from '../../base/format-number.ts';
import { Button, type ButtonProps } from '../button.tsx';
import { messages } from '../messages.ts';
import { ActFooter } from '../overlays/act-footer.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import type { SheetProps } from '../overlays/sheet-parts.tsx';

export type ChosenDialogProps = Pick<SheetProps, 'open' | 'onOpenChange' | 'description'> & {
  /** The action: "End". */
  verb: string;
  /** The noun of a selected row: "assignment". */
  noun: string;
  /** The number of selected rows. */
  count: number;
  /** The button that confirms. */
  act: ButtonProps;
  children: ReactNode;
};

/** A button for the selected rows of a table, and the dialog it opens. */
export function ChosenDialog({ verb, noun, count, act, ...dialog }: ChosenDialogProps) {
  return (
    <Dialog
      {...dialog}
      size="sm"
      trigger={
        <Button size="sm" disabled={count === 0}>
          {count > 0
            ? messages.table.actOn(verb, counted(count, noun))
            : messages.table.actOn(verb, `${noun}s`)}
        </Button>
      }
      title={`${verb} ${counted(count, noun)}`}
      footer={<ActFooter {...act} />}
    />
  );
}

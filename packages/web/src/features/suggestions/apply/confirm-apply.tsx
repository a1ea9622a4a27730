import { isApplicable } from '@attain/domain/suggestions/moves';
import { Button } from '../../../ui/button.tsx';
import { ActFooter } from '../../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../../ui/overlays/sheet-parts.tsx';
import { messages } from '../messages.ts';
import { whyNot } from '../panel/use-may-decide.ts';
import type { Shown } from '../shown.ts';
import { impactWords } from '../words.ts';
import { messages as own } from './messages.ts';

const texts = own.confirm;

export type ConfirmApplyProps = {
  suggestion: Shown;
  mayDecide: boolean;
  onApply: () => void;
  onClose: () => void;
};

/** Asks before it applies: a link may open it, but never acts. */
export function ConfirmApply({ suggestion, mayDecide, onApply, onClose }: ConfirmApplyProps) {
  const impact = impactWords(suggestion);
  const text = whyNotApplied(suggestion) ?? (mayDecide ? null : whyNot());
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(next) => !next && onClose()}
      title={text === null ? texts.title : texts.cannot}
      footer={
        text === null ? (
          <ActFooter onClick={onApply}>{messages.card.apply}</ActFooter>
        ) : (
          <CloseSheet>
            <Button>{texts.close}</Button>
          </CloseSheet>
        )
      }
    >
      <div className="flex flex-col gap-2">
        <p className="font-medium">{suggestion.title}</p>
        {impact ? <p className={`figures font-semibold ${impact.tone}`}>{impact.text}</p> : null}
        <p className="text-fg-2">{text ?? texts.text}</p>
      </div>
    </Dialog>
  );
}

/** Why no one can apply a suggestion; null: it is open and changes the plan. */
function whyNotApplied(suggestion: Shown): string | null {
  if (suggestion.status !== 'open') return texts.notOpen;
  if (isApplicable(suggestion)) return null;
  return suggestion.recordChange === null ? texts.finding : texts.records;
}

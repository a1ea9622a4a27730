import { ActFooter } from '../../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { messages } from '../messages.ts';
import { aboutOf, type Shown } from '../shown.ts';
import { impactWords } from '../words.ts';
import { messages as own } from './messages.ts';

const texts = own.confirmAll;

export type ConfirmApplyAllProps = {
  suggestions: readonly Shown[];
  onApply: () => void;
  onClose: () => void;
};

/** Lists what Apply All will change, and asks once. */
export function ConfirmApplyAll({ suggestions, onApply, onClose }: ConfirmApplyAllProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title}
      description={texts.text}
      footer={<ActFooter onClick={onApply}>{messages.actions.applyAll(suggestions.length)}</ActFooter>}
    >
      <ul className="divide-y">
        {suggestions.map((one) => (
          <Asked key={one.uuid} suggestion={one} />
        ))}
      </ul>
    </Dialog>
  );
}

function Asked({ suggestion }: { suggestion: Shown }) {
  const impact = impactWords(suggestion);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 py-1.5">
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-medium">{suggestion.title}</span>
        <span className="block text-12 text-fg-2">{aboutOf(suggestion)}</span>
        <span className="block text-12 text-fg-3">{messages.card.from(suggestion.planName)}</span>
      </span>
      {impact ? <span className={`figures ${impact.tone}`}>{impact.text}</span> : null}
    </li>
  );
}

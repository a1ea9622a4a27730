import { isApplicable } from '@attain/domain/suggestions/moves';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { Button, buttonLook } from '../../../ui/button.tsx';
import { messages } from '../messages.ts';
import type { Shown } from '../shown.ts';
import { recordLinks } from './record-links.ts';

export type MainActProps = {
  suggestion: Shown;
  mayDecide: boolean;
  busy: boolean;
  onApply: () => void;
  /** Why the user can't decide now. */
  missing: string | undefined;
  size?: 'sm';
  /** The element with the title, on cards. */
  titleId?: string;
};

/** Applies a suggestion, or leads to the records that a person changes instead. */
export function MainAct({ suggestion, mayDecide, busy, missing, onApply, size, titleId }: MainActProps) {
  if (!isApplicable(suggestion))
    return recordLinks(suggestion).map(({ label, to }, at) => (
      <Link
        {...to}
        key={label}
        className={`me-1 ${buttonLook({ size, variant: at === 0 ? 'primary' : undefined })}`}
        aria-describedby={titleId}
      >
        {label}
      </Link>
    ));
  return (
    <Button
      size={size}
      variant="primary"
      className="me-1"
      icon={<Check aria-hidden />}
      aria-describedby={titleId}
      disabled={!mayDecide}
      title={missing}
      busy={busy}
      onClick={onApply}
    >
      {messages.card.apply}
    </Button>
  );
}

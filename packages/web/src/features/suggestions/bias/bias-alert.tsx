import type { Bias } from '@attain/contract/bias';
import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { formatPercent } from '../../../base/format-number.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { isHidden } from './bias-timing.ts';
import { messages } from './messages.ts';

export type BiasAlertProps = Pick<Bias, 'patterns'> & { analyzedAtMs: number };

/** Patterns in the votes on suggestions; a dismissed alert returns with the next analysis that finds it again. */
export function BiasAlert({ patterns, analyzedAtMs }: BiasAlertProps) {
  const [dismissedAt, setDismissed] = useState<number | null>(null);
  if (isHidden(dismissedAt, analyzedAtMs)) return null;
  return (
    <div role="status" className="flex items-start gap-2 rounded-lg bg-warn-soft px-3 py-2 text-warn-text">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <ul className="min-w-0 flex-1">
        {patterns.map(({ type, rate, votes, confidence }) => (
          <li key={type}>
            <span className="font-medium">{type}</span>{' '}
            <span className="text-12">
              {messages.text(formatPercent(String(rate), 0), votes, confidence)}
            </span>
          </li>
        ))}
      </ul>
      <IconButton
        size="sm"
        label={messages.dismiss}
        icon={<X aria-hidden />}
        onClick={() => setDismissed(analyzedAtMs)}
      />
    </div>
  );
}

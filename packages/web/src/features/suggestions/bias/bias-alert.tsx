import { useQuery } from '@tanstack/react-query';
import { TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatPercent } from '../../../base/format-number.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { messages } from '../messages.ts';
import { biasQuery } from '../queries.ts';
import { isHidden } from './bias-timing.ts';

/** Patterns in the votes on suggestions; a dismissed alert returns with the next analysis that finds it again. */
export function BiasAlert() {
  const [dismissedAt, setDismissed] = useState<number | null>(null);
  const bias = useQuery(biasQuery());
  const { error } = bias;
  useEffect(() => {
    if (error) console.warn('The votes were not analyzed', error);
  }, [error]);
  const patterns = bias.data?.patterns ?? [];
  if (patterns.length === 0 || isHidden(dismissedAt, bias.dataUpdatedAt)) return null;
  return (
    <div role="status" className="flex items-start gap-2 rounded-lg bg-warn-soft px-3 py-2 text-warn-text">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <ul className="min-w-0 flex-1">
        {patterns.map(({ type, rate, votes, confidence }) => (
          <li key={type}>
            <span className="font-medium">{type}</span>{' '}
            <span className="text-12">
              {messages.bias.text(formatPercent(String(rate), 0), votes, confidence)}
            </span>
          </li>
        ))}
      </ul>
      <IconButton
        size="sm"
        label={messages.bias.dismiss}
        icon={<X aria-hidden />}
        onClick={() => setDismissed(bias.dataUpdatedAt)}
      />
    </div>
  );
}

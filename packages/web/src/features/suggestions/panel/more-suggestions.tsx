import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { readMore } from '../queries.ts';
import { messages } from './more-messages.ts';

/** How many are listed of more, and the way to them. */
export function MoreSuggestions({ planId, listed }: { planId: string | null; listed: number }) {
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const showMore = async () => {
    setBusy(true);
    await readMore(cache, planId).finally(() => setBusy(false));
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="sm" busy={busy} onClick={() => void showMore()}>
        {messages.more}
      </Button>
      <span className="text-12 text-fg-3">{messages.listed(listed)}</span>
    </div>
  );
}

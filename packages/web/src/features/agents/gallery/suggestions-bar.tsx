import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { client } from '../../../api/client.ts';
import { describeError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { messages } from '../messages.ts';

/** Number of suggestions shown by name. */
const shown = 3;

/** Pending suggestions in one line; `link` renders a link to the plan. */
export function SuggestionsBar({ link }: { link: (planId: string, title: string) => ReactNode }) {
  const open = useQuery({
    queryKey: [...keys.suggestions, 'list', 'bar'],
    queryFn: ({ signal }) => client.suggestions.list({ status: 'open', limit: shown }, { signal }),
  });
  const rows = open.data?.rows ?? [];
  return (
    <section
      aria-label={messages.gallery.suggestions}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-ai-soft px-4 py-2.5 text-ai-text"
    >
      <p className="flex items-center gap-2 font-medium">
        <Sparkles aria-hidden className="size-4" /> {messages.gallery.suggestions}
      </p>
      {open.isPending ? <p>…</p> : null}
      {open.isError ? <p role="alert">{describeError(open.error)}</p> : null}
      {open.data && rows.length === 0 ? <p>{messages.gallery.noSuggestions}</p> : null}
      {rows.map((one) => (
        <p key={one.id} className="min-w-0 truncate">
          {link(one.planId, one.title)}
          {one.projectedSavings === null ? null : (
            <span className="figures"> {formatMoney(one.projectedSavings, { currency: one.currency })}</span>
          )}
        </p>
      ))}
      {open.data?.nextCursor ? <p>{messages.gallery.moreSuggestions}</p> : null}
    </section>
  );
}

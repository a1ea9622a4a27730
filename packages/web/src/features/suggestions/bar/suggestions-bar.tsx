import { useQuery } from '@tanstack/react-query';
import { PanelRightOpen } from 'lucide-react';
import { describeError } from '../../../api/http-error.ts';
import { Button } from '../../../ui/button.tsx';
import { messages } from '../messages.ts';
import { openPanel, pointAt, showPlan } from '../panel/panel-store.ts';
import { suggestionsQuery } from '../queries.ts';
import { impactWords } from '../words.ts';
import { ExplainabilityBar } from './explainability-bar.tsx';

/** Number of suggestions shown by name. */
const named = 3;

/** Open suggestions of all plans in short, above or instead of the panel, which it opens. */
export function SuggestionsBar() {
  const list = useQuery(suggestionsQuery(null));
  const open = list.data?.rows.filter(({ status }) => status === 'open') ?? [];
  return (
    <section
      aria-label={messages.bar.suggestions}
      className="@container flex flex-col gap-2 rounded-lg border bg-surface px-4 py-2.5 shadow-card"
    >
      <ExplainabilityBar suggestions={list.data?.rows ?? []}>
        <Button
          size="sm"
          variant="ai"
          icon={<PanelRightOpen aria-hidden />}
          onClick={() => openPanel(true, true)}
        >
          {messages.bar.open}
        </Button>
      </ExplainabilityBar>
      {list.isError ? <p role="alert">{describeError(list.error)}</p> : null}
      {list.data && open.length === 0 ? (
        <p className="text-12 text-fg-3">{messages.bar.none}</p>
      ) : (
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {open.slice(0, named).map((one) => {
            const impact = impactWords(one);
            return (
              <li key={one.uuid} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                <button
                  type="button"
                  className="min-w-0 truncate text-start text-primary-text hover:underline"
                  onClick={() => {
                    showPlan(one.planId);
                    pointAt(one.id, null);
                  }}
                >
                  {one.title}
                </button>
                {impact ? <span className={`figures text-12 ${impact.tone}`}>{impact.text}</span> : null}
                <span className="min-w-0 truncate text-12 text-fg-3">{one.planName}</span>
              </li>
            );
          })}
          {open.length > named ? (
            <li className="text-12 text-fg-3">{messages.card.more(open.length - named)}</li>
          ) : null}
        </ul>
      )}
    </section>
  );
}

import type { Plan } from '@attain/domain/plans/plan';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useMay } from '../../../api/me.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { messages } from './messages.ts';
import { OneSuggestion, type SuggestionLinks } from './one-suggestion.tsx';

/** Number of suggestions shown. */
const shown = 50;

export type PlanSuggestionsProps = SuggestionLinks & { planId: string; document: Plan };

/** Suggestions for a plan with their decisions; accepting one adds its changes to the draft. */
export function PlanSuggestions({ planId, document, evidenceLink, versionLink }: PlanSuggestionsProps) {
  const mayDecide = useMay('decide:suggestions');
  const list = useQuery({
    queryKey: [...keys.suggestions, 'list', planId],
    queryFn: ({ signal }) => client.suggestions.list({ planId, limit: shown }, { signal }),
  });
  const open = list.data?.rows.filter(({ status }) => status === 'open').length ?? 0;
  return (
    <Card
      title={messages.list.title}
      beside={open > 0 ? <Badge meaning="ai">{messages.list.open(open)}</Badge> : null}
      className="scroll-mt-16"
    >
      <Loaded query={list} failure={messages.list.failure}>
        {({ rows, nextCursor }) =>
          rows.length === 0 ? (
            <EmptyState title={messages.list.none} text={messages.list.noneText} />
          ) : (
            <>
              <ul className="divide-y">
                {rows.map((one) => (
                  <OneSuggestion
                    key={one.id}
                    suggestion={one}
                    document={document}
                    mayDecide={mayDecide}
                    evidenceLink={evidenceLink}
                    versionLink={versionLink}
                  />
                ))}
              </ul>
              {nextCursor ? <p className="text-12 text-fg-2">{messages.list.newest(shown)}</p> : null}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

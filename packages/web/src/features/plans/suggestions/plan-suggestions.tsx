import type { Plan } from '@attain/domain/plans/plan';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useMay } from '../../../api/me.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { OneSuggestion, type SuggestionLinks } from './one-suggestion.tsx';

/** How many of the newest are shown. */
const shown = 50;

export type PlanSuggestionsProps = SuggestionLinks & { planId: string; document: Plan };

/** What people and agents propose about a plan, and what was decided; accepting writes it into the plan's draft. */
export function PlanSuggestions({ planId, document, evidenceLink, versionLink }: PlanSuggestionsProps) {
  const mayDecide = useMay('decide:suggestions');
  const list = useQuery({
    queryKey: [...keys.suggestions, 'list', planId],
    queryFn: ({ signal }) => client.suggestions.list({ planId, limit: shown }, { signal }),
  });
  const open = list.data?.rows.filter(({ status }) => status === 'open').length ?? 0;
  return (
    <Card
      title="Suggestions"
      beside={open > 0 ? <Badge meaning="ai">{open} open</Badge> : null}
      className="scroll-mt-16"
    >
      <Loaded query={list} failure="The suggestions could not be loaded">
        {({ rows, nextCursor }) =>
          rows.length === 0 ? (
            <EmptyState
              title="No suggestions"
              text="What agents and people propose about this plan stands here, with what it was computed from."
            />
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
              {nextCursor ? <p className="text-12 text-fg-2">These are the newest {shown}.</p> : null}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

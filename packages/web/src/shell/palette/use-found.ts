import type { SearchHit, SearchKind } from '@attain/contract/search';
import { useQuery } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import {
  Banknote,
  Bot,
  Calculator,
  CalendarDays,
  FileText,
  Handshake,
  ListTree,
  type LucideIcon,
  Play,
  ReceiptText,
  Search,
  UserRound,
} from 'lucide-react';
import { describeError } from '../../api/http-error.ts';
import { useMay } from '../../api/me.ts';
import { minSearchLength, searchQuery } from '../../api/requests/search-queries.ts';
import { useDebounced } from '../../base/use-debounced.ts';
import { paths } from '../../paths.ts';
import { messages } from './messages.ts';
import type { Command } from './use-commands.ts';

const kinds: Readonly<Record<SearchKind, { group: string; icon: LucideIcon }>> = {
  person: { group: messages.found.people, icon: UserRound },
  plan: { group: messages.found.plans, icon: FileText },
  deal: { group: messages.found.deals, icon: Handshake },
  statement: { group: messages.found.statements, icon: ReceiptText },
  period: { group: messages.found.periods, icon: CalendarDays },
  calculation: { group: messages.found.calculations, icon: Calculator },
  'payment-run': { group: messages.found.paymentRuns, icon: Banknote },
  agent: { group: messages.found.agents, icon: Bot },
  workflow: { group: messages.found.workflows, icon: ListTree },
  'workflow-run': { group: messages.found.workflowRuns, icon: Play },
};

/** The server's results, as commands that open them. */
export function useFound(text: string): {
  commands: readonly Command[];
  searching: boolean;
  error: string | null;
} {
  const navigate = useNavigate();
  const mayReadPlans = useMay('read:plans');
  const trimmed = text.trim();
  const settled = useDebounced(trimmed);
  const query = useQuery(searchQuery(settled));
  if (trimmed.length < minSearchLength) return { commands: [], searching: false, error: null };
  const searching = settled !== trimmed || query.isFetching;
  if (query.isError) return { commands: [], searching, error: describeError(query.error) };
  const { hits, more } = query.data ?? { hits: [], more: [] };
  const open = (link: LinkProps) => () => void navigate(link);
  const peopleList = mayReadPlans ? paths.eligibility : paths.quotas;
  const commands = hits.flatMap((hit, at): Command[] => {
    const { group, icon } = kinds[hit.kind];
    const one: Command = {
      id: `${hit.kind} ${hit.runId ?? ''} ${hit.id}`,
      group,
      icon,
      label: hit.label,
      detail: hit.detail,
      run: open(linkToHit(hit, peopleList)),
    };
    const list = more.includes(hit.kind) ? listOf(hit.kind, settled, peopleList) : null;
    if (list === null || hits[at + 1]?.kind === hit.kind) return [one];
    const label = messages.found.all(group, settled);
    return [one, { id: `all ${hit.kind}`, group, icon: Search, label, run: open(list) }];
  });
  return { commands, searching, error: null };
}

type PeopleList = typeof paths.eligibility | typeof paths.quotas;

/** The page of a search result. */
export function linkToHit(hit: SearchHit, peopleList: PeopleList): LinkProps {
  switch (hit.kind) {
    case 'person':
      return { ...peopleList, search: { search: hit.id } };
    case 'plan':
      return paths.plan(hit.id);
    case 'deal':
      return paths.deal(hit.id);
    case 'statement':
      return paths.statement(hit.runId ?? '', hit.id);
    case 'period':
      return paths.payout;
    case 'calculation':
      return paths.run(hit.id);
    case 'payment-run':
      return paths.payments(hit.id);
    case 'agent':
      return paths.agentDetails(hit.id);
    case 'workflow':
      return paths.canvas(hit.id);
    case 'workflow-run':
      return paths.workflowRun(hit.id);
  }
}

/** The list of all results of a kind; null if that list has no search. */
function listOf(kind: SearchKind, text: string, peopleList: PeopleList): LinkProps | null {
  const search = { search: text };
  if (kind === 'person') return { ...peopleList, search };
  if (kind === 'plan') return { ...paths.plans, search };
  if (kind === 'deal') return { ...paths.crediting, search };
  if (kind === 'statement') return { ...paths.statements, search };
  return null;
}

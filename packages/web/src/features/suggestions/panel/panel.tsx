import type { Bias } from '@attain/contract/bias';
import { isApplicable } from '@attain/domain/suggestions/moves';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { FlaskConical, Maximize2, Minimize2, Sparkles, X } from 'lucide-react';
import { memo, Suspense, useEffect, useId, useState } from 'react';
import { readAgain } from '../../../api/events/read-again.ts';
import { keys } from '../../../api/keys.ts';
import { Failed } from '../../../api/loaded.tsx';
import { useMay } from '../../../api/me.ts';
import { useMode } from '../../../api/use-mode.ts';
import type { Mode } from '../../../base/modes.ts';
import { useOnline } from '../../../base/use-online.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { SkeletonText } from '../../../ui/states/skeleton.tsx';
import { useDecisions } from '../apply/use-decisions.ts';
import { ExplainabilityBar } from '../bar/explainability-bar.tsx';
import { SuggestionCard } from '../card/suggestion-card.tsx';
import { votes } from '../card/vote-queue.ts';
import { sendEvents } from '../events/event-queue.ts';
import { messages } from '../messages.ts';
import {
  assistantStateQuery,
  biasQuery,
  configurationsQuery,
  maxListed,
  newestAnalysisQuery,
  suggestionsQuery,
  whatIfRunsQuery,
} from '../queries.ts';
import { AutonomyCard } from '../settings/autonomy-card.tsx';
import { PauseSwitch } from '../settings/pause-switch.tsx';
import { TrustRow } from '../settings/trust-row.tsx';
import { useView } from '../settings/use-view.ts';
import { ViewSelects, ViewWords } from '../settings/view-selects.tsx';
import type { Shown } from '../shown.ts';
// loaded along with the panel, so that its drawers say when they can't be loaded
import './about-one.tsx';
import { PanelActions } from './panel-actions.tsx';
import { expandPanel, usePanelPart } from './panel-store.ts';
import { useMayDecide } from './use-may-decide.ts';

const BiasAlert = lazyPart(async () => (await import('../bias/bias-alert.tsx')).BiasAlert);
const WhatIfWidget = lazyPart(async () => (await import('../what-if/what-if-widget.tsx')).WhatIfWidget);
const SimulationSummary = lazyPart(
  async () => (await import('../what-if/simulation-summary.tsx')).SimulationSummary,
);
const AnalyticsCards = lazyPart(
  async () => (await import('../analytics/analytics-cards.tsx')).AnalyticsCards,
);

const MoreSuggestions = lazyPart(async () => (await import('./more-suggestions.tsx')).MoreSuggestions);

export type PanelProps = {
  planId: string | null;
  onClose: () => void;
  /** In a sheet, which has a title and a close button of its own. */
  inSheet?: boolean;
};

/** The suggestions of one plan: who may trust what, and what can be done about it. Opening and closing draw nothing again. */
export const Panel = memo(function Panel({ planId, onClose, inSheet = false }: PanelProps) {
  const titleId = useId();
  const expanded = usePanelPart('expanded');
  const [mode] = useMode();
  useEarlyReads(planId, mode);
  const list = useQuery(suggestionsQuery(planId));
  const state = useQuery(assistantStateQuery(planId, mode));
  const words = useQuery(configurationsQuery());
  const newest = useQuery({ ...newestAnalysisQuery(planId ?? ''), enabled: planId !== null });
  const bias = useQuery(biasQuery());
  const rows = list.data?.rows ?? [];
  const online = useOnline();
  useSendWaiting(online);
  return (
    <section aria-labelledby={titleId} className="@container flex min-w-0 flex-1 flex-col">
      <PanelHeader titleId={titleId} inSheet={inSheet} onClose={onClose} />
      <div
        data-scroll-area
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
        tabIndex={0}
        className={`flex min-h-0 flex-1 flex-col gap-2.5 overflow-y-auto px-4 pb-4 *:shrink-0 focus-visible:-outline-offset-2 ${expanded ? 'mx-auto w-full max-w-5xl' : ''}`}
      >
        {online ? null : (
          <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-12 text-warn-text">
            {messages.panel.offline}
          </p>
        )}
        {[list, state, words, newest, bias].some(isAwaited) ? (
          <Awaited />
        ) : (
          // everything comes at once: parts that come later would move the cards
          <Suspense fallback={<Awaited />}>
            <Parts planId={planId} list={list} rows={rows} bias={bias} />
          </Suspense>
        )}
      </div>
    </section>
  );
});

/** In the place of everything until all of it has come. */
function Awaited() {
  return (
    <div aria-busy="true">
      <SkeletonText lines={8} />
    </div>
  );
}

/** Whether a query has not been answered yet; one that failed is asked again by the part that reads it. */
function isAwaited({ isLoading, isFetched }: UseQueryResult<unknown>): boolean {
  return isLoading && !isFetched;
}

/** The panel's own reading: another one would ask again after a failure. */
type BiasRead = UseQueryResult<Bias>;

type PartsProps = {
  planId: string | null;
  list: UseQueryResult<unknown>;
  rows: readonly Shown[];
  bias: BiasRead;
};

/** What the panel shows of a plan, once its suggestions and the assistant's state are known. */
function Parts({ planId, list, rows, bias }: PartsProps) {
  const expanded = usePanelPart('expanded');
  return (
    <>
      <ExplainabilityBar suggestions={rows} compact={!expanded} />
      <BiasPart bias={bias} />
      <PanelState planId={planId} />
      <PanelActions planId={planId} suggestions={rows} />
      {list.data === undefined ? (
        <Failed query={list} failure={messages.panel.failure} />
      ) : (
        <Cards rows={rows} planId={planId} />
      )}
      {expanded ? <Analytics /> : null}
      {planId === null ? null : <WhatIf key={planId} planId={planId} expanded={expanded} />}
    </>
  );
}

/** Patterns in the votes, whose part loads once there are any. That they could not be read is only logged. */
function BiasPart({ bias: { data, error, dataUpdatedAt } }: { bias: BiasRead }) {
  useEffect(() => {
    if (error) console.warn('The votes were not analyzed', error);
  }, [error]);
  const [isThereAtFirst] = useState((data?.patterns.length ?? 0) > 0);
  if (!data?.patterns.length) return null;
  const alert = <BiasAlert patterns={data.patterns} analyzedAtMs={dataUpdatedAt} />;
  // the panel waits for it only before it shows anything: later it would hide what the user works with
  return isThereAtFirst ? alert : <Suspense fallback={null}>{alert}</Suspense>;
}

/** Figures over everyone, for those who may read what plans cost. */
function Analytics() {
  if (!useMay('read:simulations')) return null;
  return (
    <Suspense fallback={<SkeletonText lines={6} />}>
      <AnalyticsCards />
    </Suspense>
  );
}

/** The summary of the user's what-ifs, which loads once there are any. */
function LastRuns({ planId }: { planId: string }) {
  const mayRun = useMay('run:simulations');
  const { data, isError } = useQuery({ ...whatIfRunsQuery(planId), enabled: mayRun });
  return isError || data?.rows.length ? <SimulationSummary planId={planId} /> : null;
}

/** The what-if of the plan, which loads once it is asked for; its last runs with it, or with those of the cards. */
function WhatIf({ planId, expanded }: { planId: string; expanded: boolean }) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Suspense fallback={null}>
        {asked ? (
          <WhatIfWidget planId={planId} takesFocus />
        ) : (
          <div>
            <Button size="sm" icon={<FlaskConical aria-hidden />} onClick={() => setAsked(true)}>
              {messages.panel.whatIf}
            </Button>
          </div>
        )}
      </Suspense>
      {/* apart: the first summary that loads would hide the what-if it is of */}
      <Suspense fallback={null}>{asked || expanded ? <LastRuns planId={planId} /> : null}</Suspense>
    </>
  );
}

/** Asks for everything at once, also before the panel is opened. A failure is told by the part that reads it. */
function useEarlyReads(planId: string | null, mode: Mode): void {
  const cache = useQueryClient();
  const ask: typeof cache.prefetchQuery = async (query) => {
    if (cache.getQueryState(query.queryKey) === undefined) await cache.prefetchQuery(query);
  };
  void ask(suggestionsQuery(planId));
  void ask(assistantStateQuery(planId, mode));
  void ask(configurationsQuery());
  void ask(biasQuery());
  if (planId === null) return;
  void ask(newestAnalysisQuery(planId));
}

/** Sends what waits for a network: events, and votes that the list then shows. */
function useSendWaiting(online: boolean): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (!online) return;
    void sendEvents();
    void votes.flush().then((sent) => {
      if (sent > 0) void readAgain(cache, { queryKey: keys.suggestions });
    });
  }, [online, cache]);
}

/** What the view brings, the trust metrics and the autonomy of the assistant. */
function PanelState({ planId }: { planId: string | null }) {
  const view = useShownView(planId);
  const [mode] = useMode();
  const state = useQuery(assistantStateQuery(planId, mode)).data;
  if (!state || !view) return null;
  return (
    <>
      <TrustRow trust={state.trust} />
      <div className="grid gap-x-5 gap-y-2 @md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-1">
          <ViewWords {...view} />
          <PauseSwitch planId={planId} paused={state.paused} />
        </div>
        <AutonomyCard autonomy={state.autonomy} />
      </div>
    </>
  );
}

/** The persona and the industry chosen, else the user's own; null until they are known. */
function useShownView(planId: string | null) {
  const [mode] = useMode();
  const [{ persona, industry }] = useView();
  const state = useQuery(assistantStateQuery(planId, mode)).data;
  return state ? { persona: persona ?? state.persona, industry: industry ?? state.industry } : null;
}

function PanelHeader({
  titleId,
  inSheet,
  onClose,
}: {
  titleId: string;
  inSheet: boolean;
  onClose: () => void;
}) {
  const [mode] = useMode();
  const [planId, expanded] = [usePanelPart('planId'), usePanelPart('expanded')];
  const view = useShownView(planId);
  return (
    <header className="flex flex-wrap items-center gap-2 px-4 pt-3 pb-2">
      <h2 id={titleId} className="flex min-w-0 items-center gap-2 text-14 font-semibold">
        <Sparkles aria-hidden className="size-4 shrink-0 text-ai-text" />
        <span className="truncate">{(expanded ? messages.expandedTitles : messages.titles)[mode]}</span>
      </h2>
      <div className="order-last grid min-h-7 basis-full grid-cols-2 gap-2 @md:order-none @md:ms-auto @md:w-64 @md:basis-auto">
        {view ? <ViewSelects {...view} /> : null}
      </div>
      {inSheet ? null : (
        <span className="ms-auto flex @md:ms-0">
          <IconButton
            size="sm"
            label={expanded ? messages.panel.collapse : messages.panel.expand}
            aria-expanded={expanded}
            icon={expanded ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
            onClick={() => expandPanel(!expanded)}
          />
          <IconButton size="sm" label={messages.panel.close} icon={<X aria-hidden />} onClick={onClose} />
        </span>
      )}
    </header>
  );
}

/** The suggestions in their order; rejected and replaced ones are behind a button. */
function Cards({ rows, planId }: { rows: readonly Shown[]; planId: string | null }) {
  const [all, setAll] = useState(false);
  const pointed = usePanelPart('pointed');
  const list = useQuery(suggestionsQuery(planId)).data;
  const mayAnalyze = useMay('make:suggestions');
  const newest = useQuery({ ...newestAnalysisQuery(planId ?? ''), enabled: planId !== null });
  const analysis = newest.data?.analysis;
  const isAnalyzed = rows.length === 0 && analysis?.found === 0 && analysis.looked.length > 0;
  const isOver = ({ status }: Shown) => status === 'rejected' || status === 'superseded';
  const rest = rows.filter(isOver);
  const listed = all || rest.some(({ id }) => id === pointed) ? rows : rows.filter((one) => !isOver(one));
  return (
    <>
      {listed.length === 0 ? (
        <EmptyState
          title={messages.panel.none}
          text={
            isAnalyzed
              ? messages.panel.noneFound
              : mayAnalyze
                ? messages.panel.noneText
                : messages.panel.noneToRead
          }
        />
      ) : (
        <ul aria-label={messages.panel.list} className="flex flex-col gap-2.5">
          {listed.map((one) => (
            <OneCard
              key={one.uuid}
              suggestion={one}
              withPlan={planId === null}
              pointed={one.id === pointed || one.uuid === pointed}
            />
          ))}
        </ul>
      )}
      {listed.filter((one) => one.status === 'open' && isApplicable(one)).length > 1 ? (
        <p className="text-12 text-fg-3">{messages.actions.together}</p>
      ) : null}
      {list?.nextCursor && list.rows.length < maxListed ? (
        <Suspense fallback={null}>
          <MoreSuggestions planId={planId} listed={list.rows.length} />
        </Suspense>
      ) : null}
      {rest.length > 0 && !all ? (
        <div>
          <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
            {messages.panel.closed(rest.length)}
          </Button>
        </div>
      ) : null}
    </>
  );
}

type OneCardProps = { suggestion: Shown; pointed: boolean; withPlan: boolean };

function OneCard({ suggestion, pointed, withPlan }: OneCardProps) {
  const mayDecide = useMayDecide();
  const expanded = usePanelPart('expanded');
  const { busyId, apply, undo, reopen } = useDecisions();
  return (
    <SuggestionCard
      suggestion={suggestion}
      mayDecide={mayDecide}
      busy={busyId === suggestion.id}
      pointed={pointed}
      withPlan={withPlan}
      onApply={() => apply(suggestion)}
      onUndo={() => undo(suggestion)}
      onReopen={() => reopen(suggestion)}
    >
      {expanded && suggestion.status === 'open' ? (
        <Suspense fallback={null}>
          <WhatIfWidget planId={suggestion.planId} suggestion={suggestion} />
        </Suspense>
      ) : null}
    </SuggestionCard>
  );
}

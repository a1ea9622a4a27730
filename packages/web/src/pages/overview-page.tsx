import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useMay, useMe, useScope } from '../api/me.ts';
import { useMode } from '../api/use-mode.ts';
import { useMediaQuery } from '../base/use-media-query.ts';
import { ModeCard } from '../features/overview/mode-card.tsx';
import { roomForPanel, showPlan } from '../features/suggestions/panel/panel-store.ts';
import { paths } from '../paths.ts';
import { maySee, navAfter, navBefore, navCompensation } from '../shell/navigation.ts';
import { Page } from '../shell/page.tsx';
import { buttonLook } from '../ui/button.tsx';
import { FigureRow } from '../ui/figure-tile.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { SkeletonText, SkeletonTile } from '../ui/states/skeleton.tsx';
import { DashboardActions } from './overview/dashboard-actions.tsx';
import { PlanSkeleton } from './overview/plan-skeleton.tsx';
import { overviewMessages } from './overview-messages.ts';

// only a new workspace has first steps
const FirstSteps = lazy(async () => ({
  default: (await import('../features/overview/first-steps.tsx')).FirstSteps,
}));
const AgentGallery = lazy(async () => ({
  default: (await import('../features/agents/gallery/agent-gallery.tsx')).AgentGallery,
}));
const SuggestionsBar = lazy(async () => ({
  default: (await import('../features/suggestions/bar/suggestions-bar.tsx')).SuggestionsBar,
}));

const PlanPart = lazy(async () => ({ default: (await import('./overview/plan-part.tsx')).PlanPart }));
const CloseHome = lazy(async () => ({
  default: (await import('../features/closes/close-home.tsx')).CloseHome,
}));
const DesignPart = lazy(async () => ({ default: (await import('./overview/design-part.tsx')).DesignPart }));
const AccessHome = lazy(async () => ({
  default: (await import('../features/people/access-home.tsx')).AccessHome,
}));
const ControlsHome = lazy(async () => ({
  default: (await import('../features/audit/controls/controls-home.tsx')).ControlsHome,
}));
const AnalyticsCards = lazy(async () => ({
  default: (await import('../features/suggestions/analytics/analytics-cards.tsx')).AnalyticsCards,
}));
const PayPosition = lazy(async () => ({
  default: (await import('../features/payments/pay-position.tsx')).PayPosition,
}));
const ResultsPart = lazy(async () => ({
  default: (await import('./overview/results-part.tsx')).ResultsPart,
}));
const AutomaticPart = lazy(async () => ({
  default: (await import('./overview/automatic-part.tsx')).AutomaticPart,
}));
const PayeeHome = lazy(async () => ({ default: (await import('./overview/payee-home.tsx')).PayeeHome }));

/** `/compensation`: latest results, to-do list and imports. */
export function OverviewPage() {
  const me = useMe().data;
  const sees = {
    plans: useMay('read:plans'),
    runs: useMay('read:calculations'),
    imports: useMay('read:imports'),
    statements: useMay('read:statements'),
  };
  const scope = useScope('read:attainment');
  const managesPeople = useMay('manage:people');
  const mayAssist = useMay('read:suggestions');
  const hasRoom = useMediaQuery(roomForPanel);
  const [mode] = useMode();
  // those who close and don't design plans start with the close
  const mayClose = useMay('run:calculations');
  const mayPlan = useMay('edit:plans');
  const mayAgents = useMay('read:agents');
  // users who build agents and see no pay start with the gallery
  const gallery = mayAgents && (mode === 'agentic' || !(sees.runs || sees.statements));
  return (
    <Page
      title={overviewMessages.title}
      meta={me ? overviewMessages.greeting(me.user.displayName) : undefined}
      actions={<DashboardActions ofPlans={!gallery && sees.plans} />}
    >
      {managesPeople && sees.runs && sees.imports && sees.plans ? (
        <Suspense fallback={null}>
          <FirstSteps />
        </Suspense>
      ) : null}
      {gallery ? <Gallery /> : null}
      {!gallery && mayAssist && !hasRoom ? (
        <Suspense fallback={null}>
          <SuggestionsBar />
        </Suspense>
      ) : null}
      {gallery || sees.runs || !sees.statements ? null : (
        <Suspense fallback={<SkeletonText lines={8} />}>
          <PayeeHome own={scope === 'own'} />
        </Suspense>
      )}
      {!gallery && managesPeople && !sees.runs ? (
        <Suspense fallback={<SkeletonText lines={8} />}>
          <AccessHome />
        </Suspense>
      ) : null}
      {!gallery && mayClose && !mayPlan ? <ClosePart /> : null}
      {!gallery && mayPlan && !mayClose ? (
        <Suspense fallback={<PlanSkeleton />}>
          <DesignPart />
        </Suspense>
      ) : null}
      {gallery || mayPlan ? null : <CostPart />}
      {gallery || mayClose ? null : <ControlsPart />}
      {gallery || !sees.plans ? null : (
        <Suspense fallback={<PlanSkeleton />}>
          <PlanPart />
        </Suspense>
      )}
      <ModeCard
        acts={
          <Suspense fallback={<SkeletonText lines={3} />}>
            <AutomaticPart />
          </Suspense>
        }
      />
      {!gallery && sees.runs && mayClose && mayPlan ? <ClosePart /> : null}
      {!gallery && !sees.runs && !sees.statements ? <StartingPoints /> : null}
      {!gallery && (sees.runs || sees.imports) ? (
        <Suspense fallback={<ResultsSkeleton />}>
          <ResultsPart sees={sees} />
        </Suspense>
      ) : null}
    </Page>
  );
}

/** Dashboard in autonomous mode: the agent gallery and open suggestions. */
function Gallery() {
  const navigate = useNavigate();
  useEffect(() => showPlan(null), []);
  const maySuggestions = useMay('read:suggestions');
  return (
    <Suspense
      fallback={
        <FigureRow>
          <SkeletonTile />
          <SkeletonTile />
          <SkeletonTile />
          <SkeletonTile />
        </FigureRow>
      }
    >
      <AgentGallery
        suggestions={maySuggestions ? <SuggestionsBar /> : null}
        onBuild={() => void navigate(paths.builder)}
        onDetails={(agentId) => void navigate(paths.agentDetails(agentId))}
        onRun={(runId) => void navigate(paths.workflowRun(runId))}
      />
    </Suspense>
  );
}

/** Links for roles without results or statements: the pages they may open. */
function StartingPoints() {
  const held = useMe().data?.permissions;
  const open = [...navBefore, ...navCompensation.pages, ...navAfter].filter(
    (entry) => !entry.soon && maySee(entry, held),
  );
  return (
    <EmptyState
      title={overviewMessages.start}
      text={overviewMessages.startText}
      action={open.map(({ to, label }) => (
        <Link key={to} to={to} className={buttonLook({})}>
          {label}
        </Link>
      ))}
    />
  );
}

function ClosePart() {
  return (
    <div className="min-h-112 empty:hidden">
      <Suspense fallback={<SkeletonText lines={12} />}>
        <CloseHome />
      </Suspense>
    </div>
  );
}

/** For those who approve pay: what it cost, and what it will. */
function CostPart() {
  const mayPay = useMay('approve:payments');
  const mayRead = useMay('read:simulations');
  return mayPay && mayRead ? (
    <div className="flex min-h-96 flex-col gap-4">
      <Suspense fallback={<SkeletonText lines={12} />}>
        <PayPosition />
        <AnalyticsCards />
      </Suspense>
    </div>
  ) : null;
}

/** For those who oversee and close nothing. */
function ControlsPart() {
  return useMay('read:audit') ? (
    <Suspense fallback={<SkeletonText lines={20} />}>
      <ControlsHome />
    </Suspense>
  ) : null;
}

function ResultsSkeleton() {
  return (
    <>
      <FigureRow>
        <SkeletonTile />
        <SkeletonTile />
        <SkeletonTile />
      </FigureRow>
      <SkeletonText lines={12} />
    </>
  );
}

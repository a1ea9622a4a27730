import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  RouterProvider,
  redirect,
} from '@tanstack/react-router';
import { followFocus } from './base/follow-focus.ts';
import { builderRoutes } from './builder-routes.ts';
import { CompensationFrame } from './pages/compensation-frame.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { messages } from './pages/placeholder-messages.ts';
import { PlaceholderPage } from './pages/placeholder-page.tsx';
import { root } from './root-route.ts';
import {
  actionCenterSearch,
  adjustmentsSearch,
  agentDetailsSearch,
  approvalsSearch,
  askSearch,
  auditSearch,
  creditingSearch,
  disputesSearch,
  eligibilitySearch,
  importsSearch,
  listSearch,
  newImportSearch,
  paymentsSearch,
  payoutSearch,
  peopleSearch,
  planSearch,
  quotasSearch,
  ratesSearch,
  runSearch,
  simulationSearch,
  simulationsSearch,
  trackingSearch,
} from './search-params.ts';
import { BrokenScreen, ScreenSkeleton } from './shell/broken-screen.tsx';

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell/app-shell.tsx'), 'AppShell'),
});
const getParentRoute = () => shell;

/** A screen that is not built yet, with one line about it. */
function soon<const Path extends string>(path: Path, title: string, message: string) {
  return createRoute({
    getParentRoute,
    path,
    component: () => <PlaceholderPage title={title} text={message} sub={false} />,
  });
}

const overview = lazyRouteComponent(() => import('./pages/overview-page.tsx'), 'OverviewPage');

/** All pages of Incentive Compensation share one dashboard, which holds the suggestions. */
const dashboard = createRoute({
  getParentRoute: () => shell,
  id: 'compensation-dashboard',
  component: CompensationFrame,
});
const inDashboard = () => dashboard;

const run = createRoute({
  getParentRoute: inDashboard,
  path: '/compensation/payout/$runId',
  component: lazyRouteComponent(() => import('./pages/payouts/run-page.tsx'), 'RunPage'),
  validateSearch: runSearch,
});
const line = createRoute({
  getParentRoute: () => run,
  path: '$participantId/$componentId',
  component: lazyRouteComponent(() => import('./pages/payouts/line-page.tsx'), 'LinePage'),
});

const compensation = [
  createRoute({ getParentRoute: inDashboard, path: '/', component: overview }),
  createRoute({ getParentRoute: inDashboard, path: '/compensation', component: overview }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/agents/$agentId',
    component: lazyRouteComponent(() => import('./builder/details/agent-page.tsx'), 'AgentPage'),
    validateSearch: agentDetailsSearch,
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/plan-design',
    component: lazyRouteComponent(() => import('./pages/plans/plans-page.tsx'), 'PlansPage'),
    validateSearch: listSearch,
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/plan-design/$planId',
    component: lazyRouteComponent(() => import('./pages/plans/plan-page.tsx'), 'PlanPage'),
    validateSearch: planSearch,
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/eligibility',
    component: lazyRouteComponent(() => import('./pages/eligibility-page.tsx'), 'EligibilityPage'),
    validateSearch: eligibilitySearch,
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/quotas',
    component: lazyRouteComponent(() => import('./pages/quotas-page.tsx'), 'QuotasPage'),
    validateSearch: quotasSearch,
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/crediting',
    component: lazyRouteComponent(() => import('./pages/crediting-page.tsx'), 'CreditingPage'),
    validateSearch: creditingSearch,
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/payout',
    component: lazyRouteComponent(() => import('./pages/payouts/runs-page.tsx'), 'RunsPage'),
    validateSearch: payoutSearch,
  }),
  run.addChildren([line]),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/statements',
    component: lazyRouteComponent(() => import('./pages/statements/statements-page.tsx'), 'StatementsPage'),
    validateSearch: listSearch,
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/statements/$runId/$participantId',
    component: lazyRouteComponent(() => import('./pages/statements/statement-page.tsx'), 'StatementPage'),
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/audit',
    component: lazyRouteComponent(() => import('./pages/audit-page.tsx'), 'AuditPage'),
    validateSearch: auditSearch,
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/rates',
    component: lazyRouteComponent(() => import('./pages/plans/rates-page.tsx'), 'RatesPage'),
    validateSearch: ratesSearch,
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/reports',
    component: lazyRouteComponent(
      () => import('./pages/simulations/simulations-page.tsx'),
      'SimulationsPage',
    ),
    validateSearch: simulationsSearch,
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/reports/$simulationId',
    component: lazyRouteComponent(() => import('./pages/simulations/simulation-page.tsx'), 'SimulationPage'),
    validateSearch: simulationSearch,
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/adjustments',
    component: lazyRouteComponent(() => import('./pages/adjustments-page.tsx'), 'AdjustmentsPage'),
    validateSearch: adjustmentsSearch,
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/approvals',
    component: lazyRouteComponent(() => import('./pages/approvals-page.tsx'), 'ApprovalsPage'),
    validateSearch: approvalsSearch,
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/approvals/$paymentRunId',
    component: lazyRouteComponent(() => import('./pages/payments-page.tsx'), 'PaymentsPage'),
    validateSearch: paymentsSearch,
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/imports',
    component: lazyRouteComponent(() => import('./pages/imports/imports-page.tsx'), 'ImportsPage'),
    validateSearch: importsSearch,
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/imports/new',
    component: lazyRouteComponent(() => import('./pages/imports/new-import-page.tsx'), 'NewImportPage'),
    validateSearch: newImportSearch,
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/imports/$importId',
    component: lazyRouteComponent(() => import('./pages/imports/import-page.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/tracking',
    component: lazyRouteComponent(() => import('./pages/tracking-page.tsx'), 'TrackingPage'),
    validateSearch: trackingSearch,
  }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/compensation/disputes',
    component: lazyRouteComponent(() => import('./pages/disputes-page.tsx'), 'DisputesPage'),
    validateSearch: disputesSearch,
  }),
  createRoute({ getParentRoute: inDashboard, path: '/suggestions/$suggestionId', component: overview }),
  createRoute({ getParentRoute: inDashboard, path: '/suggestions/$suggestionId/apply', component: overview }),
  createRoute({
    getParentRoute: inDashboard,
    path: '/suggestions/$suggestionId/explain',
    component: overview,
  }),
] as const;

const others = [
  createRoute({
    getParentRoute,
    path: '/people',
    component: lazyRouteComponent(() => import('./pages/people-page.tsx'), 'PeoplePage'),
    validateSearch: peopleSearch,
  }),
  createRoute({
    getParentRoute,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('./pages/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/assistant-settings',
    component: lazyRouteComponent(
      () => import('./pages/assistant-settings-page.tsx'),
      'AssistantSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/action-center',
    component: lazyRouteComponent(() => import('./pages/action-center-page.tsx'), 'ActionCenterPage'),
    validateSearch: actionCenterSearch,
  }),
] as const;

const tellMe = createRoute({
  getParentRoute,
  path: '/tell-me',
  component: lazyRouteComponent(() => import('./pages/tell-me-page.tsx'), 'TellMePage'),
  validateSearch: askSearch,
});

const placeholders = [
  soon('/dashboard', messages.dashboard.title, messages.dashboard.text),
  soon('/pipeline', messages.pipeline.title, messages.pipeline.text),
  soon('/forecast', messages.forecasting.title, messages.forecasting.text),
  soon('/planning', messages.planning.title, messages.planning.text),
  soon('/meetings', messages.meetings.title, messages.meetings.text),
  soon('/deal-desk', messages.dealDesk.title, messages.dealDesk.text),
  soon('/calendar', messages.calendar.title, messages.calendar.text),
  soon('/rhythm', messages.rhythm.title, messages.rhythm.text),
  soon('/customers', messages.customers.title, messages.customers.text),
  createRoute({
    getParentRoute,
    path: '/proof',
    component: lazyRouteComponent(() => import('./pages/proof-page.tsx'), 'ProofPage'),
  }),
] as const;

/** addresses of the sign-in and of the setup of the first workspace: signed-in users go to their first screen */
const entrances = ['/login', '/sign-in', '/setup'].map((path) =>
  createRoute({
    getParentRoute,
    path,
    beforeLoad: () => {
      throw redirect({ to: '/', replace: true });
    },
  }),
);

/** unknown addresses, inside the shell so that the navigation is available */
const notFound = createRoute({ getParentRoute, path: '$', component: NotFoundPage });

const router = createRouter({
  routeTree: root.addChildren([
    shell.addChildren([
      dashboard.addChildren([...compensation]),
      ...others,
      tellMe,
      ...placeholders,
      ...entrances,
      notFound,
    ]),
    builderRoutes,
  ]),
  defaultErrorComponent: BrokenScreen,
  defaultPendingComponent: ScreenSkeleton,
  defaultNotFoundComponent: NotFoundPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
  trailingSlash: 'never',
});
followFocus(router);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Every screen of signed-in users. */
export function Screens() {
  return <RouterProvider router={router} />;
}

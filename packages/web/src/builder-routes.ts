import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from './root-route.ts';
import {
  agentSearch,
  canvasSearch,
  connectionSearch,
  costSearch,
  dataSearch,
  deploySearch,
  listSearch,
  nodesSearch,
  observabilitySearch,
  policySearch,
  testsSearch,
  versionSearch,
  workflowRunsSearch,
} from './search-params.ts';

/** The builder is a separate chunk with its own frame. */
const builder = createRoute({
  getParentRoute: () => root,
  path: '/agent-builder',
  component: lazyRouteComponent(() => import('./builder/builder-shell.tsx'), 'BuilderShell'),
});
const builderScreen = lazyRouteComponent(() => import('./builder/builder-page.tsx'), 'BuilderScreen');
/** One screen of the builder, which reads its section from the address. */
function inBuilder<const Path extends string>(path: Path) {
  return createRoute({ getParentRoute: () => builder, path, component: builderScreen });
}
/** The same, with what its address holds. */
function searchedInBuilder<const Path extends string, Search extends object>(
  path: Path,
  validateSearch: (given: Record<string, unknown>) => Search,
) {
  return createRoute({ getParentRoute: () => builder, path, component: builderScreen, validateSearch });
}

/** The builder with all its screens. */
export const builderRoutes = builder.addChildren([
  createRoute({
    getParentRoute: () => builder,
    path: '/',
    component: lazyRouteComponent(() => import('./builder/overview-page.tsx'), 'OverviewPage'),
    validateSearch: agentSearch,
  }),
  createRoute({
    getParentRoute: () => builder,
    path: 'canvas',
    component: lazyRouteComponent(() => import('./builder/canvas-page.tsx'), 'CanvasPage'),
    validateSearch: canvasSearch,
  }),
  searchedInBuilder('nodes', nodesSearch),
  searchedInBuilder('data', dataSearch),
  searchedInBuilder('policies', policySearch),
  searchedInBuilder('tests', testsSearch),
  searchedInBuilder('runs', workflowRunsSearch),
  searchedInBuilder('versions', versionSearch),
  searchedInBuilder('deploy', deploySearch),
  searchedInBuilder('observability', observabilitySearch),
  inBuilder('observability/$traceId'),
  searchedInBuilder('costs', costSearch),
  searchedInBuilder('agents', listSearch),
  searchedInBuilder('connections', connectionSearch),
  createRoute({
    getParentRoute: () => builder,
    path: '$',
    component: lazyRouteComponent(() => import('./builder/builder-page.tsx'), 'BuilderNotFound'),
  }),
]);

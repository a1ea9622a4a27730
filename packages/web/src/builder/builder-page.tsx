import { Link, useMatch } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { buttonLook } from '../ui/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { SkeletonText } from '../ui/states/skeleton.tsx';
import { type BuilderSection, builderSections, isActiveSection } from './builder-sections.ts';
import { messages } from './messages.ts';

/** Screens that this chunk loads, so that the first visit does not list them. */
const screens: Partial<Record<BuilderSection['to'], ComponentType>> = {
  '/agent-builder/policies': lazy(() =>
    import('./policies-page.tsx').then(({ PoliciesPage }) => ({ default: PoliciesPage })),
  ),
  '/agent-builder/costs': lazy(() =>
    import('./costs-page.tsx').then(({ CostsPage }) => ({ default: CostsPage })),
  ),
  '/agent-builder/observability': lazy(() =>
    import('./observability-page.tsx').then(({ ObservabilityScreen }) => ({ default: ObservabilityScreen })),
  ),
  '/agent-builder/nodes': lazy(() =>
    import('./nodes-page.tsx').then(({ NodesPage }) => ({ default: NodesPage })),
  ),
  '/agent-builder/runs': lazy(() =>
    import('./runs-page.tsx').then(({ RunsPage }) => ({ default: RunsPage })),
  ),
  '/agent-builder/data': lazy(() =>
    import('./contracts-page.tsx').then(({ ContractsPage }) => ({ default: ContractsPage })),
  ),
  '/agent-builder/agents': lazy(() =>
    import('./agents-page.tsx').then(({ AgentsPage }) => ({ default: AgentsPage })),
  ),
  '/agent-builder/connections': lazy(() =>
    import('./connections-page.tsx').then(({ ConnectionsPage }) => ({ default: ConnectionsPage })),
  ),
  '/agent-builder/tests': lazy(() =>
    import('./tests-page.tsx').then(({ TestsPage }) => ({ default: TestsPage })),
  ),
  '/agent-builder/deploy': lazy(() =>
    import('./deploy-page.tsx').then(({ DeployPage }) => ({ default: DeployPage })),
  ),
  '/agent-builder/versions': lazy(() =>
    import('./versions-page.tsx').then(({ VersionsPage }) => ({ default: VersionsPage })),
  ),
};

/** The builder screen of the current address. */
export function BuilderScreen() {
  // of the route on screen: the location is ahead of it while the next screen loads
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const section = builderSections.find(({ to }) => isActiveSection(to, pathname));
  const Screen = section && screens[section.to];
  if (Screen)
    return (
      <Suspense fallback={<SkeletonText lines={5} />}>
        <Screen />
      </Suspense>
    );
  return <BuilderNotFound />;
}

/** Every unknown address below the builder. */
export function BuilderNotFound() {
  return (
    <Page title={messages.notFound.title} crumbs={<Breadcrumbs to="Not found" />}>
      <EmptyState
        title={messages.notFound.heading}
        text={messages.notFound.text}
        action={
          <Link className={buttonLook({ variant: 'primary' })} {...paths.builder}>
            {messages.notFound.link}
          </Link>
        }
      />
    </Page>
  );
}

function Breadcrumbs({ to }: { to: string }) {
  return (
    <Breadcrumb
      crumbs={[
        {
          id: 'builder',
          content: (
            <Link {...paths.builder} activeOptions={{ exact: true }}>
              {messages.header.title}
            </Link>
          ),
        },
        { id: 'here', content: to },
      ]}
    />
  );
}

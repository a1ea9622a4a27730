import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft, Save } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { agentQuery } from '../../api/requests/agent-queries.ts';
import type { AgentDetail } from '../../api/shapes.ts';
import { useMode } from '../../api/use-mode.ts';
import { AgentDraftsProvider, useAgentDrafts } from '../../features/agents/agent-drafts.tsx';
import { paths } from '../../paths.ts';
import { agentTabs, type DeploySearch, type VersionSearch } from '../../search-params.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { StoredAgent } from '../agent-overview.tsx';
import { type BuilderSection, builderSections } from '../builder-sections.ts';
import { LeaveBuilder } from '../leave-builder.tsx';
import { messages } from '../messages.ts';
import { AgentRuns } from './agent-runs.tsx';
import { BuiltElsewhere } from './built-elsewhere.tsx';

const AgentVersions = lazy(async () => ({
  default: (await import('../versions-of-agent.tsx')).AgentVersions,
}));
const Deployments = lazy(async () => ({ default: (await import('../deploy-page.tsx')).Deployments }));
const AgentCanvas = lazy(async () => ({ default: (await import('./agent-canvas.tsx')).AgentCanvas }));

type TabName = (typeof agentTabs)[number];

/** `/compensation/agents/…`: one agent of the gallery, with the builder's screens as tabs. */
export function AgentPage() {
  return (
    <AgentDraftsProvider onSaved={() => undefined}>
      <LeaveBuilder />
      <Details />
    </AgentDraftsProvider>
  );
}

function Details() {
  const { agentId } = useParams({ from: '/shell/compensation-dashboard/compensation/agents/$agentId' });
  const { tab = 'overview' } = useSearch({
    from: '/shell/compensation-dashboard/compensation/agents/$agentId',
  });
  const navigate = useNavigate();
  const [, chooseMode] = useMode();
  const { look } = useAgentDrafts();
  const agent = useQuery(agentQuery(agentId));
  useEffect(() => look(agentId), [agentId, look]);
  const back = () => {
    chooseMode('agentic');
    void navigate(paths.overview);
  };
  const go = (next: string) =>
    void navigate({ ...paths.agentDetails(agentId), search: { tab: next as TabName }, replace: true });
  return (
    <div className="mx-auto flex w-full max-w-[90rem] flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="ghost" icon={<ArrowLeft aria-hidden className="rtl:rotate-180" />} onClick={back}>
          {messages.agent.back}
        </Button>
        <p className="min-w-0 truncate font-medium">{agent.data?.name ?? agentId}</p>
        <span className="ms-auto">{tab === 'overview' ? <SaveButton id={agentId} /> : null}</span>
      </div>
      {agent.data ? null : <h1 className="sr-only">{agentId}</h1>}
      <Loaded query={agent} failure={messages.overview.failure}>
        {(found) => (
          <Tabs
            label={messages.agent.tabs(found.name)}
            value={tab}
            onValueChange={go}
            tabs={agentTabs.map((value) => ({
              value,
              label: sectionOf(value)?.label ?? value,
              content: <TabContent tab={value} agent={found} />,
            }))}
          />
        )}
      </Loaded>
    </div>
  );
}

/** The save button of the builder's header. */
function SaveButton({ id }: { id: string }) {
  const { draftOf, save, saving } = useAgentDrafts();
  const mayEdit = useMay('edit:agents');
  if (!mayEdit) return null;
  return (
    <Button
      icon={<Save aria-hidden />}
      busy={saving}
      disabled={draftOf(id) === undefined}
      onClick={() => save(id)}
    >
      {messages.buttons.save}
    </Button>
  );
}

function TabContent({ tab, agent }: { tab: TabName; agent: AgentDetail }) {
  if (tab === 'overview') return <StoredAgent id={agent.agentId} linkTo={paths.agentDetails} />;
  if (tab === 'canvas') {
    return (
      <Suspense fallback={<SkeletonText lines={8} />}>
        <AgentCanvas agent={agent} />
      </Suspense>
    );
  }
  if (tab === 'runs') return <AgentRuns agent={agent} />;
  if (tab === 'versions') return <EmbeddedVersions agentId={agent.agentId} />;
  if (tab === 'deploy') return <EmbeddedDeployments agentId={agent.agentId} />;
  const section = sectionOf(tab);
  if (!section) return null;
  return <BuiltElsewhere section={section} />;
}

/** The versions of an agent; what is open is kept here, not in the address. */
function EmbeddedVersions({ agentId }: { agentId: string }) {
  const [search, setSearch] = useState<VersionSearch>({});
  return (
    <Suspense fallback={<SkeletonText lines={8} />}>
      <AgentVersions agentId={agentId} search={search} onSearch={setSearch} />
    </Suspense>
  );
}

/** The deployments of an agent; what is open is kept here, not in the address. */
function EmbeddedDeployments({ agentId }: { agentId: string }) {
  const [search, setSearch] = useState<DeploySearch>({});
  return (
    <Page title={messages.sections.deployment} needs="read:deployments">
      <Suspense fallback={<SkeletonText lines={8} />}>
        <Deployments search={{ ...search, agent: agentId }} onSearch={setSearch} />
      </Suspense>
    </Page>
  );
}

/** The builder screen of a tab. */
function sectionOf(tab: TabName): BuilderSection | undefined {
  const to = tab === 'overview' ? paths.builder.to : `${paths.builder.to}/${tab}`;
  return builderSections.find((section) => section.to === to);
}

import { MAIN } from '@attain/domain/versions/history';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download, GitMerge, Plus, Rocket, Tags } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { client } from '../api/client.ts';
import { Loaded } from '../api/loaded.tsx';
import { useMay } from '../api/me.ts';
import {
  branchesQuery,
  changedByVersions,
  comparisonQuery,
  versionQuery,
  versionsQuery,
} from '../api/requests/version-queries.ts';
import type { AgentVersion, VersionPage } from '../api/shapes.ts';
import { useAct } from '../api/use-act.ts';
import { useRows } from '../api/use-rows.ts';
import { downloadText } from '../base/files/download.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { DeployDialog } from '../features/deployments/deploy-dialog.tsx';
import { MergeRequestDialog } from '../features/versions/branch-dialogs.tsx';
import { CompareVersions } from '../features/versions/compare-versions.tsx';
import { CreateVersionDialog, RevertDialog } from '../features/versions/create-version-dialog.tsx';
import { messages as words } from '../features/versions/messages.ts';
import { VersionBadges } from '../features/versions/version-card.tsx';
import { VersionDetail } from '../features/versions/version-detail.tsx';
import { VersionFigures, VersionList } from '../features/versions/version-list.tsx';
import { paths } from '../paths.ts';
import type { VersionSearch } from '../search-params.ts';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/fields/field.tsx';
import { Select } from '../ui/fields/select.tsx';
import { Drawer } from '../ui/overlays/drawer.tsx';
import { toast } from '../ui/overlays/toast-queue.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { SkeletonText } from '../ui/states/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { SearchField, Toolbar } from '../ui/toolbar.tsx';
import { BranchesTab } from './branches-tab.tsx';
import { messages } from './messages.ts';
import { ReleasesTab } from './releases-tab.tsx';

type Searched = Omit<VersionSearch, 'agent'>;
type AgentVersionsProps = {
  agentId: string;
  search: Searched;
  onSearch: (search: Searched) => void;
  /** The choice of the agent. */
  beside?: ReactNode;
};

const MergePage = lazy(async () => ({ default: (await import('./merge-page.tsx')).MergePage }));
// with the canvas, whose icons the dashboard does not need
const NodeIcon = lazy(async () => ({
  default: (await import('../features/canvas/palette/node-icon.tsx')).NodeIcon,
}));
const icon = (type: string) => (
  <Suspense fallback={null}>
    <NodeIcon type={type} small />
  </Suspense>
);

/** Versions, comparison and history of one agent. */
export function AgentVersions({ agentId, search, onSearch, beside }: AgentVersionsProps) {
  const mayPublish = useMay('publish:workflows');
  const mayEdit = useMay('edit:workflows');
  const [open, setOpen] = useState<'version' | 'request'>();
  const branches = useQuery({ ...branchesQuery(agentId), enabled: open === 'request' });
  const exporting = useExport();
  const tag = useAct({
    act: client.agentVersions.tag,
    changes: changedByVersions,
    failure: words.acts.tagFailure,
    onDone: ({ changed }) =>
      toast({ title: words.acts.tagged, text: words.acts.taggedText(changed), meaning: 'ok' }),
  });
  const tabs = [
    {
      value: 'versions',
      label: words.tabs.versions,
      content: <VersionsTab agentId={agentId} search={search} onSearch={onSearch} />,
    },
    {
      value: 'branches',
      label: words.tabs.branches,
      content: (
        <BranchesTab agentId={agentId} onRequest={(request) => onSearch({ tab: 'branches', request })} />
      ),
    },
    {
      value: 'releases',
      label: words.tabs.releases,
      content: (
        <ReleasesTab
          agentId={agentId}
          release={search.release}
          onRelease={(release) => onSearch({ tab: 'releases', ...(release && { release }) })}
        />
      ),
    },
    {
      value: 'compare',
      label: words.tabs.compare,
      content: <CompareTab agentId={agentId} search={search} onSearch={onSearch} />,
    },
  ];
  if (search.request !== undefined)
    return (
      <Suspense fallback={<SkeletonText lines={8} />}>
        <MergePage
          key={search.request}
          agentId={agentId}
          requestId={search.request}
          icon={icon}
          onBack={() => onSearch({ tab: 'branches' })}
          onMerged={(version) => onSearch(version === null ? {} : { version })}
        />
      </Suspense>
    );
  return (
    <Page
      title={messages.sections.versions}
      needs="read:workflows"
      meta={messages.sections.versionsAbout}
      actions={
        <>
          {beside}
          <Button
            icon={<Download aria-hidden />}
            busy={exporting.isPending}
            onClick={() => exporting.mutate({ id: agentId })}
          >
            {words.acts.export}
          </Button>
          {mayEdit ? (
            <Button icon={<GitMerge aria-hidden />} onClick={() => setOpen('request')}>
              {words.requests.act}
            </Button>
          ) : null}
          {mayPublish ? (
            <>
              <Button
                icon={<Tags aria-hidden />}
                busy={tag.isPending}
                onClick={() => tag.mutate({ id: agentId })}
              >
                {words.acts.tag}
              </Button>
              <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setOpen('version')}>
                {words.acts.create}
              </Button>
            </>
          ) : null}
        </>
      }
    >
      <Tabs
        label={words.tabs.label}
        tabs={tabs}
        value={tabs.some(({ value }) => value === search.tab) ? search.tab : 'versions'}
        onValueChange={(next) => onSearch({ ...search, tab: next === 'versions' ? undefined : next })}
      />
      {open === 'version' ? (
        <CreateVersionDialog
          agentId={agentId}
          onDone={() => setOpen(undefined)}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {open === 'request' && branches.data ? (
        <MergeRequestDialog
          agentId={agentId}
          branches={branches.data.rows}
          onOpened={({ id }) => onSearch({ tab: 'branches', request: id })}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </Page>
  );
}

function useExport() {
  return useAct({
    act: (input: { id: string; hash?: string }) => client.agentVersions.export(input),
    changes: [],
    failure: words.acts.exportFailure,
    onDone: ({ fileName, text, mediaType }) => downloadText(fileName, text, mediaType),
  });
}

type TabProps = Pick<AgentVersionsProps, 'agentId' | 'search' | 'onSearch'>;

function VersionsTab({ agentId, search, onSearch }: TabProps) {
  const [text, setText] = useAddressText(search.search, (next) => onSearch({ ...search, search: next }));
  const list = useRows<AgentVersion, VersionPage>(versionsQuery(agentId, search.search));
  const exporting = useExport();
  return (
    <div className="flex flex-col gap-4">
      {list.head ? <VersionFigures page={list.head} /> : null}
      <Toolbar label={words.list.filter}>
        <SearchField
          label={words.list.search}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Toolbar>
      <VersionList
        list={list}
        isSearched={search.search !== undefined}
        onDetails={({ id }) => onSearch({ ...search, version: id })}
        onDownload={({ id }) => exporting.mutate({ id: agentId, hash: id })}
        acts={(version) => <DeployAct agentId={agentId} version={version} />}
      />
      {search.version === undefined ? null : (
        <Details
          agentId={agentId}
          hash={search.version}
          latest={list.rows.find(({ tag }) => tag === 'latest')}
          onCompare={(from, to) => onSearch({ tab: 'compare', from, to })}
          onClose={() => onSearch({ ...search, version: undefined })}
        />
      )}
    </div>
  );
}

/** Deploys an active version of main. */
function DeployAct({ agentId, version }: { agentId: string; version: AgentVersion }) {
  const mayDeploy = useMay('deploy:agents');
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const { status, branch, workflowVersion } = version;
  if (!mayDeploy || status !== 'active' || branch !== MAIN || workflowVersion === null) return null;
  return (
    <>
      <Button size="sm" icon={<Rocket aria-hidden />} onClick={() => setOpen(true)}>
        {words.acts.deploy}
      </Button>
      {isOpen ? (
        <DeployDialog
          agentId={agentId}
          version={version}
          onDone={(id) => void navigate(paths.deployment(id))}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

type DetailsProps = {
  agentId: string;
  hash: string;
  latest: AgentVersion | undefined;
  onCompare: (from: string, to: string) => void;
  onClose: () => void;
};

const following = { active: 'deprecated', deprecated: 'archived', archived: 'active' } as const;
const moveWords = {
  deprecated: words.acts.deprecate,
  archived: words.acts.archive,
  active: words.acts.restore,
};

function Details({ agentId, hash, latest, onCompare, onClose }: DetailsProps) {
  const version = useQuery(versionQuery(agentId, hash));
  const mayPublish = useMay('publish:workflows');
  const mayEdit = useMay('edit:agents');
  const [isReverting, setReverting] = useState(false);
  const move = useAct({
    act: client.agentVersions.move,
    changes: changedByVersions,
    failure: words.acts.moveFailure,
    onDone: ({ status }) => toast({ title: words.acts.moved, text: words.statuses[status], meaning: 'ok' }),
  });
  const { data } = version;
  const next = data && following[data.status];
  const isLatest = latest?.id === hash;
  const mayMove = mayPublish && !(isLatest && data?.status === 'active');
  return (
    <Drawer
      open
      size="lg"
      title={data ? words.detail.title(data.version) : words.facts.hash}
      onOpenChange={(open) => !open && onClose()}
      footer={
        data && mayPublish && (mayMove || !isLatest) ? (
          <div className="flex flex-wrap justify-end gap-2">
            {mayMove && next ? (
              <Button busy={move.isPending} onClick={() => move.mutate({ id: agentId, hash, status: next })}>
                {moveWords[next]}
              </Button>
            ) : null}
            {isLatest || latest === undefined ? null : (
              <Button onClick={() => onCompare(hash, latest.id)}>{words.acts.compare}</Button>
            )}
            {mayPublish && mayEdit && !isLatest ? (
              <Button variant="primary" onClick={() => setReverting(true)}>
                {words.acts.revert}
              </Button>
            ) : null}
          </div>
        ) : undefined
      }
    >
      <Loaded query={version} failure={words.detail.failure}>
        {(found) => (
          <div className="flex flex-col gap-3">
            <p className="flex flex-wrap gap-2">
              <VersionBadges version={found} />
            </p>
            <VersionDetail version={found} icon={icon} />
          </div>
        )}
      </Loaded>
      {isReverting && data ? (
        <RevertDialog agentId={agentId} version={data} onDone={onClose} onClose={() => setReverting(false)} />
      ) : null}
    </Drawer>
  );
}

function CompareTab({ agentId, search, onSearch }: TabProps) {
  const list = useRows<AgentVersion, VersionPage>(versionsQuery(agentId));
  const newest = list.rows.find(({ tag }) => tag === 'latest') ?? list.rows[0];
  const to = search.to ?? newest?.id;
  const from = search.from ?? newest?.parents[0] ?? list.rows.find(({ id }) => id !== to)?.id;
  const comparison = useQuery({
    ...comparisonQuery(agentId, from ?? '', to ?? ''),
    enabled: from !== undefined && to !== undefined,
  });
  const options = list.rows.map(({ id, version, branch, author }) => ({
    value: id,
    label: `${version} · ${branch === 'main' ? author : branch}`,
  }));
  if (list.query.data && list.rows.length < 2)
    return (
      <Card>
        <EmptyState title={words.compare.needTwo} text={words.compare.needTwoText} />
      </Card>
    );
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2 lg:max-w-2xl">
        <Field label={words.compare.from} required>
          <Select
            value={from ?? ''}
            options={options}
            onValueChange={(next) => onSearch({ ...search, from: next })}
          />
        </Field>
        <Field label={words.compare.to} required>
          <Select
            value={to ?? ''}
            options={options}
            onValueChange={(next) => onSearch({ ...search, to: next })}
          />
        </Field>
      </div>
      <Loaded query={comparison} failure={words.compare.failure}>
        {(compared) => <CompareVersions compared={compared} icon={icon} />}
      </Loaded>
    </div>
  );
}

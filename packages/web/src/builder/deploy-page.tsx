import { deploymentStatuses, environments as environmentIds } from '@attain/domain/deployments/deployment';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../api/loaded.tsx';
import {
  deploymentQuery,
  deploymentsQuery,
  environmentsQuery,
  matrixQuery,
} from '../api/requests/deployment-queries.ts';
import type { DeployedAgent, Deployment, Environment } from '../api/shapes.ts';
import { useRows } from '../api/use-rows.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { DeployDialog } from '../features/deployments/deploy-dialog.tsx';
import { DeployedMatrix } from '../features/deployments/deployed-matrix.tsx';
import { DeploymentDetail } from '../features/deployments/deployment-detail.tsx';
import { DeploymentTable } from '../features/deployments/deployment-table.tsx';
import { EnvironmentCards } from '../features/deployments/environment-cards.tsx';
import { EnvironmentDialog } from '../features/deployments/environment-dialog.tsx';
import { environmentNames, messages as words } from '../features/deployments/messages.ts';
import { PipelineTab } from '../features/deployments/pipeline-tab.tsx';
import { RollbackTab } from '../features/deployments/rollback-tab.tsx';
import { ScheduleButton } from '../features/schedules/schedule-button.tsx';
import { paths } from '../paths.ts';
import type { DeploySearch } from '../search-params.ts';
import { Page } from '../shell/page.tsx';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FilterSelect } from '../ui/fields/filter-select.tsx';
import { Drawer } from '../ui/overlays/drawer.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { SearchField, Toolbar } from '../ui/toolbar.tsx';
import { messages } from './messages.ts';

/** `/agent-builder/deploy`: what runs where, and how it gets there. */
export function DeployPage() {
  const search = useSearch({ from: '/agent-builder/deploy' });
  const navigate = useNavigate();
  const go = (next: DeploySearch) =>
    void navigate({ to: '/agent-builder/deploy', search: next, replace: true, resetScroll: false });
  return (
    <div data-testid="page-agent-deploy">
      <Page
        title={messages.sections.deployment}
        needs="read:deployments"
        meta={messages.sections.deploymentAbout}
      >
        <Deployments search={search} onSearch={go} />
      </Page>
    </div>
  );
}

type TabProps = { search: DeploySearch; onSearch: (next: DeploySearch) => void };

/** The tabs, of one agent where the search names one. */
export function Deployments({ search, onSearch }: TabProps) {
  const { agent } = search;
  const tabs = [
    {
      value: 'environments',
      label: words.tabs.environments,
      content: <EnvironmentsTab search={search} onSearch={onSearch} />,
    },
    {
      value: 'deployments',
      label: words.tabs.deployments,
      content: <DeploymentsTab search={search} onSearch={onSearch} />,
    },
    {
      value: 'pipeline',
      label: words.tabs.pipeline,
      content: <Pipeline search={search} onSearch={onSearch} />,
    },
    {
      value: 'rollback',
      label: words.tabs.rollback,
      content: (
        <RollbackTab
          schedule={
            <ScheduleButton
              size="sm"
              task={{ type: 'restore-point', environment: 'prod' }}
              name={words.rollback.points}
            />
          }
        />
      ),
    },
  ];
  return (
    <>
      <Tabs
        label={words.tabs.label}
        tabs={tabs}
        value={tabs.some(({ value }) => value === search.tab) ? search.tab : 'environments'}
        onValueChange={(tab) => onSearch({ agent, tab: tab === 'environments' ? undefined : tab })}
      />
      {search.deployment === undefined ? null : (
        <OpenDeployment
          id={search.deployment}
          onOpen={(deployment) => onSearch({ ...search, deployment })}
          onClose={() => onSearch({ ...search, deployment: undefined })}
        />
      )}
    </>
  );
}

function EnvironmentsTab({ search, onSearch }: TabProps) {
  const { agent } = search;
  const [text, setText] = useAddressText(search.search, (next) => onSearch({ ...search, search: next }));
  const environments = useQuery(environmentsQuery(agent));
  const list = useRows<DeployedAgent>(matrixQuery({ agent, search: search.search }));
  const [deploying, setDeploying] = useState<Environment>();
  const [editing, setEditing] = useState<Environment>();
  const open = (deployment: string) => onSearch({ ...search, tab: 'deployments', deployment });
  return (
    <Loaded query={environments} failure={words.environments.failure}>
      {({ rows }) => (
        <div className="flex flex-col gap-4">
          <EnvironmentCards environments={rows} onDeploy={setDeploying} onSettings={setEditing} />
          <Card
            flush
            title={words.matrix.title}
            actions={
              agent === undefined ? (
                <SearchField
                  label={words.matrix.search}
                  value={text}
                  onChange={({ target }) => setText(target.value)}
                />
              ) : undefined
            }
          >
            <DeployedMatrix
              list={list}
              environments={rows}
              narrowed={search.search !== undefined}
              onOpen={({ id }) => onSearch({ tab: 'deployments', agent: id })}
            />
          </Card>
          {deploying ? (
            <DeployDialog
              agentId={agent}
              environment={deploying.id}
              onDone={(id) => {
                setDeploying(undefined);
                open(id);
              }}
              onClose={() => setDeploying(undefined)}
            />
          ) : null}
          {editing ? <EnvironmentDialog environment={editing} onClose={() => setEditing(undefined)} /> : null}
        </div>
      )}
    </Loaded>
  );
}

function Pipeline({ search, onSearch }: TabProps) {
  const { agent } = search;
  const environments = useQuery(environmentsQuery(agent));
  const list = useRows<DeployedAgent>(matrixQuery({ agent }));
  return (
    <Loaded query={environments} failure={words.environments.failure}>
      {({ rows }) => (
        <PipelineTab
          environments={rows}
          list={list}
          onDeployed={(deployment) => onSearch({ agent, tab: 'deployments', deployment })}
        />
      )}
    </Loaded>
  );
}

function DeploymentsTab({ search, onSearch }: TabProps) {
  const { agent } = search;
  const environment = environmentIds.find((one) => one === search.environment);
  const status = deploymentStatuses.find((one) => one === search.status);
  const list = useRows<Deployment>(deploymentsQuery({ agent, environment, status }));
  const agents = useRows<DeployedAgent>(matrixQuery({}));
  return (
    <div className="flex flex-col gap-4">
      <Toolbar label={words.table.filter}>
        <FilterSelect
          label={words.table.agent}
          value={agent}
          all={words.table.allAgents}
          options={agents.rows.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(next) => onSearch({ ...search, agent: next })}
        />
        <FilterSelect
          label={words.table.environment}
          value={environment}
          all={words.table.allEnvironments}
          options={environmentIds.map((value) => ({ value, label: environmentNames[value] }))}
          onChange={(next) => onSearch({ ...search, environment: next })}
        />
        <FilterSelect
          label={words.table.status}
          value={status}
          all={words.table.allStatuses}
          options={deploymentStatuses.map((value) => ({ value, label: words.statuses[value] }))}
          onChange={(next) => onSearch({ ...search, status: next })}
        />
      </Toolbar>
      <Card flush>
        <DeploymentTable
          list={list}
          narrowed={agent !== undefined || environment !== undefined || status !== undefined}
          onOpen={({ id }) => onSearch({ ...search, tab: 'deployments', deployment: id })}
        />
      </Card>
    </div>
  );
}

type OpenProps = { id: string; onOpen: (id: string) => void; onClose: () => void };

function OpenDeployment({ id, onOpen, onClose }: OpenProps) {
  const query = useQuery(deploymentQuery(id));
  const { data } = query;
  return (
    <Drawer
      open
      title={data ? words.detail.title(data.agent, data.version) : words.table.view}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Loaded query={query} failure={words.detail.failure}>
        {(deployment) => (
          <DeploymentDetail
            deployment={deployment}
            approvalLink={(approval) => (
              <Link className={buttonLook({})} {...paths.approval(approval)}>
                {words.detail.approval}
              </Link>
            )}
            onRetried={onOpen}
          />
        )}
      </Loaded>
    </Drawer>
  );
}

import { Grid3x3 } from 'lucide-react';
import { useMemo } from 'react';
import { RowTable } from '../../api/row-table.tsx';
import type { DeployedAgent, Environment, EnvironmentId } from '../../api/shapes.ts';
import type { useRows } from '../../api/use-rows.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { environmentNames, messages } from './messages.ts';

const words = messages.matrix;

/** What of an agent runs in an environment, in words. */
function cellText(agent: DeployedAgent, environment: Environment): string {
  const cell = agent.cells.find((one) => one.environment === environment.id);
  const { stable = null, canary = null, draining = 0 } = cell ?? {};
  const runs =
    stable?.version ??
    (environment.rules.autoDeploy && agent.newest ? words.followsNewest(agent.newest.version) : null);
  const more = [
    canary === null ? null : words.canary(canary.version, canary.percent),
    draining === 0 ? null : words.draining(draining),
  ].filter((part) => part !== null);
  return [runs ?? '–', ...more].join(' · ');
}

type Props = {
  list: ReturnType<typeof useRows<DeployedAgent>>;
  environments: readonly Environment[];
  narrowed: boolean;
  onOpen: (agent: DeployedAgent) => void;
};

/** Which version of each agent runs where. */
export function DeployedMatrix({ list, environments, narrowed, onOpen }: Props) {
  const columns = useMemo(() => columnsFor(environments), [environments]);
  return (
    <RowTable
      label={words.label}
      list={list}
      failure={words.failure}
      columns={columns}
      rowId={(row) => row.id}
      maxHeight="28rem"
      onOpenRow={onOpen}
      empty={
        <EmptyState
          icon={<Grid3x3 aria-hidden />}
          title={narrowed ? words.noMatch : words.none}
          text={narrowed ? words.noMatchText : words.noneText}
        />
      }
    />
  );
}

function columnsFor(environments: readonly Environment[]): readonly TableColumn<DeployedAgent>[] {
  const where = (id: EnvironmentId | null) => (id === null ? words.undeployed : environmentNames[id]);
  return [
    { id: 'agent', head: words.agent, value: (row) => row.name, width: 200, grow: true, sortable: false },
    ...environments.map((environment) => ({
      id: environment.id,
      head: environment.name,
      value: (row: DeployedAgent) => cellText(row, environment),
      width: 165,
      early: environment.id === 'prod',
      sortable: false,
    })),
    {
      id: 'newest',
      head: words.newest,
      value: (row) => row.newest?.version ?? null,
      width: 140,
      sortable: false,
    },
    { id: 'runsIn', head: words.runsIn, value: (row) => where(row.runsIn), width: 140, sortable: false },
  ];
}

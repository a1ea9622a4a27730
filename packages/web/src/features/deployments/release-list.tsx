import { PackageCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { RowTable } from '../../api/row-table.tsx';
import type { DeployedAgent, Environment, Release } from '../../api/shapes.ts';
import type { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { environmentNames, messages } from './messages.ts';

const words = messages.releases;

export const releaseMeanings: Readonly<Record<Release['status'], Meaning>> = {
  open: 'info',
  released: 'ok',
  closed: 'neutral',
};

const passedOf = ({ gates }: Release) => gates.filter(({ status }) => status === 'passed').length;

const columns: readonly TableColumn<Release>[] = [
  { id: 'name', head: words.name, value: (row) => row.name, width: 150, sortable: false },
  {
    id: 'status',
    head: words.status,
    value: (row) => words.statuses[row.status],
    cell: (row) => <Badge meaning={releaseMeanings[row.status]}>{words.statuses[row.status]}</Badge>,
    width: 110,
    early: true,
    sortable: false,
  },
  {
    id: 'gates',
    head: words.passed,
    value: (row) => words.of(passedOf(row), row.gates.length),
    width: 120,
    sortable: false,
  },
  {
    id: 'where',
    head: words.where,
    value: (row) => row.environments.map((one) => environmentNames[one]).join(', ') || words.nowhere,
    width: 190,
    grow: true,
    sortable: false,
  },
  { id: 'by', head: words.by, value: (row) => row.createdBy, width: 160, sortable: false },
  { id: 'at', head: words.at, value: (row) => formatMoment(row.createdAt), width: 170, sortable: false },
];

type TableProps = { list: ReturnType<typeof useRows<Release>>; onOpen: (release: Release) => void };

/** The releases of an agent, newest first; a row opens it. */
export function ReleaseTable({ list, onOpen }: TableProps) {
  return (
    <RowTable
      label={words.label}
      list={list}
      failure={words.failure}
      columns={columns}
      rowId={(row) => row.id}
      onOpenRow={onOpen}
      maxHeight="24rem"
      empty={<EmptyState icon={<PackageCheck aria-hidden />} title={words.none} text={words.noneText} />}
    />
  );
}

type PipelineProps = {
  agent: DeployedAgent;
  environments: readonly Environment[];
  releases: readonly Release[];
  onView: (release: Release) => void;
  /** The act that takes a release on from an environment. */
  promote: (environment: Environment) => ReactNode;
};

/** Production, staging and development with the release that runs there. */
export function ReleasePipeline({ agent, environments, releases, onView, promote }: PipelineProps) {
  return (
    <ul aria-label={words.pipeline} className="grid gap-3 md:grid-cols-3">
      {[...environments].reverse().map((environment) => {
        const cell = agent.cells.find((one) => one.environment === environment.id);
        const stable = cell?.stable ?? null;
        const release = releases.find(({ hash, status }) => hash === stable?.hash && status !== 'closed');
        const follows = stable === null && environment.rules.autoDeploy ? agent.newest : null;
        return (
          <li
            key={environment.id}
            aria-label={environment.name}
            className="flex flex-col gap-1 rounded-lg border bg-surface p-4 shadow-card"
          >
            <h2 className="text-12 text-fg-2">{environment.name}</h2>
            <p className="figures text-18 font-semibold">
              {stable?.version ?? follows?.version ?? '–'}
              {release ? <span className="ps-2 text-12 font-normal text-fg-2">{release.name}</span> : null}
            </p>
            <p className="text-12 text-fg-2">
              {stable === null
                ? follows
                  ? words.undeployed
                  : words.nothing
                : words.since(formatMoment(stable.since), stable.by)}
            </p>
            <div className="mt-auto flex flex-wrap gap-2 pt-2">
              <Button
                size="sm"
                disabled={release === undefined}
                aria-description={
                  release === undefined ? (stable === null ? words.nothing : words.noRelease) : undefined
                }
                aria-label={release ? words.viewOf(release.name) : undefined}
                onClick={() => release && onView(release)}
              >
                {words.view}
              </Button>
              {promote(environment)}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

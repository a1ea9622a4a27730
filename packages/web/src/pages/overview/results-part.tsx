import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Failed } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { importsQuery, plansQuery, runsQuery } from '../../api/queries.ts';
import { waitingApprovalsQuery } from '../../api/requests/approval-queries.ts';
import { waitingDisputesQuery } from '../../api/requests/dispute-queries.ts';
import { RecalculateAll } from '../../features/calculations/recalculate-all.tsx';
import { RunTable } from '../../features/calculations/run-table.tsx';
import { ImportTable } from '../../features/imports/import-table.tsx';
import { LatestRuns, latestByPlan } from '../../features/overview/latest-runs.tsx';
import { ToDoList, toDosOf } from '../../features/overview/to-do-list.tsx';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { FigureRow } from '../../ui/figure-tile.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SkeletonText, SkeletonTile } from '../../ui/states/skeleton.tsx';
import { overviewMessages } from '../overview-messages.ts';

type Sees = { plans: boolean; runs: boolean; imports: boolean };

/** What was calculated and imported, and what is to do about it, as far as the user may read it. */
export function ResultsPart({ sees }: { sees: Sees }) {
  return (
    <>
      {sees.runs ? <Results sees={sees} /> : null}
      {sees.imports ? (
        <Card
          flush
          title={overviewMessages.imports}
          actions={
            <Link className="text-12 text-primary-text hover:underline" {...paths.imports}>
              {overviewMessages.allImports}
            </Link>
          }
        >
          <ImportTable
            empty={<EmptyState title={overviewMessages.noImports} text={overviewMessages.noImportsText} />}
          />
        </Card>
      ) : null}
    </>
  );
}

function Results({ sees }: { sees: Sees }) {
  const runs = useQuery(runsQuery());
  const plans = useQuery({ ...plansQuery(), enabled: sees.plans });
  const imports = useQuery({ ...importsQuery(), enabled: sees.imports });
  const approvals = useQuery(waitingApprovalsQuery());
  const disputes = useQuery({ ...waitingDisputesQuery(), enabled: useMay('resolve:disputes') });
  const latest = latestByPlan(runs.data?.rows ?? []);
  const ready =
    runs.data && (plans.data || !sees.plans) && (imports.data || !sees.imports) && !approvals.isPending;
  return (
    <>
      {runs.isPending ? (
        <FigureRow>
          <SkeletonTile />
          <SkeletonTile />
          <SkeletonTile />
        </FigureRow>
      ) : (
        <LatestRuns runs={latest} />
      )}
      <RecalculateAll />
      {ready ? (
        <ToDoList
          items={toDosOf({
            runs: runs.data?.rows ?? [],
            plans: plans.data?.rows ?? [],
            imports: imports.data?.rows ?? [],
            approvals: approvals.data?.rows ?? [],
            disputes: disputes.data ?? [],
          })}
        />
      ) : (
        <Card title={overviewMessages.toDo}>
          <SkeletonText lines={3} />
        </Card>
      )}
      <Card
        flush
        title={overviewMessages.latest}
        actions={
          <Link className="text-12 text-primary-text hover:underline" {...paths.payout}>
            {overviewMessages.allRuns}
          </Link>
        }
      >
        <RunTable
          runs={runs.data?.rows.slice(0, 8) ?? []}
          loading={runs.isPending}
          error={
            runs.isError && !runs.data ? (
              <Failed query={runs} failure={overviewMessages.runsFailure} />
            ) : undefined
          }
          empty={<EmptyState title={overviewMessages.noRuns} text={overviewMessages.noRunsText} />}
        />
      </Card>
    </>
  );
}

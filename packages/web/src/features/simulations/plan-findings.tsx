import type { Plan } from '@attain/domain/plans/plan';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { describeError } from '../../api/http-error.ts';
import { Failed } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { isSimulating } from '../../api/requests/is-simulating.ts';
import { findingsQuery, simulationQuery } from '../../api/requests/simulation-queries.ts';
import type { Simulation } from '../../api/shapes.ts';
import { formatDay } from '../../base/format-date.ts';
import { counted, formatCount } from '../../base/format-number.ts';
import { useDebounced } from '../../base/use-debounced.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { FindingList } from './finding-list.tsx';
import { componentIndex } from './finding-table.ts';
import { SimulationProgress } from './simulation-progress.tsx';
import { useStartSimulation } from './use-start-simulation.ts';

/** How long what is typed must stand still before it is looked at again, in milliseconds. */
const settleMs = 800;

export type PlanFindingsProps = {
  planId: string;
  /** The plan as it stands on the screen, saved or not. */
  document: Plan;
  /** Only what concerns this component, and what concerns the plan as a whole. */
  component?: number;
  /** Counts how often somebody wished to see them from elsewhere on the screen: each time they are asked for and come into view. */
  requested?: number;
};

/** The linter: asked once, it follows what is typed, on the last twelve months of deals, or from where the plan's windows begin. */
export function PlanFindings({ planId, document, component, requested = 0 }: PlanFindingsProps) {
  const may = useMay('run:simulations');
  const cache = useQueryClient();
  const [asked, setAsked] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (requested === 0) return;
    setAsked(true);
    box.current?.scrollIntoView({ block: 'start' });
    box.current?.focus({ preventScroll: true });
  }, [requested]);
  const [ordered, setOrdered] = useState<string>();
  const settled = useDebounced(document, settleMs);
  const query = findingsQuery(planId, settled);
  const found = useQuery({ ...query, enabled: asked, placeholderData: (before) => before });
  if (!may) return null;
  const stop = () => {
    setAsked(false);
    void cache.cancelQueries({ queryKey: query.queryKey });
  };
  const report = asked ? found.data : undefined;
  const findings = report?.findings.filter(
    ({ path }) => component === undefined || [component, -1].includes(componentIndex(path)),
  );
  return (
    <div ref={box} data-led-to tabIndex={-1} className="scroll-mt-4 rounded-lg outline-none">
      <Card
        title="Findings"
        beside={findings ? <Badge>{findings.length}</Badge> : null}
        actions={
          report ? (
            <span className="text-12 text-fg-3">
              {found.isFetching || settled !== document ? 'Looking again…' : null}
            </span>
          ) : null
        }
      >
        {asked ? null : (
          <div className="flex flex-col items-start gap-3">
            <p className="max-w-prose text-pretty text-fg-2">
              What should be known before this plan is approved: readings that differ, gaps and cliffs, pay
              without a cap, gates that decide nothing, double credit. Each with the money it moved last year.
            </p>
            <Button onClick={() => setAsked(true)}>Check on last year’s deals</Button>
          </div>
        )}
        {asked && found.isPending ? (
          <ProgressBar
            label="Paying last year’s deals by this plan"
            detail="Working"
            action={
              <Button size="sm" onClick={stop}>
                Cancel
              </Button>
            }
          />
        ) : null}
        {asked && found.isError && !report ? (
          <Failed query={found} failure="The plan could not be checked" />
        ) : null}
        {report && findings ? (
          <>
            <FindingList planId={planId} report={{ ...report, findings }} components={settled.components} />
            <p className="mt-2 text-12 text-fg-3">
              Deals from {formatDay(report.span.from)} to {formatDay(report.span.to)}.
            </p>
            {report.payeesOf > report.looked.payees ? (
              <Everybody
                planId={planId}
                document={settled}
                looked={report.looked.payees}
                of={report.payeesOf}
                ordered={ordered}
                onOrdered={(simulation) => setOrdered(simulation.id)}
              />
            ) : null}
          </>
        ) : null}
      </Card>
    </div>
  );
}

type EverybodyProps = {
  planId: string;
  document: Plan;
  /** How many payees the answer at once holds, out of all. */
  looked: number;
  of: number;
  ordered: string | undefined;
  onOrdered: (simulation: Simulation) => void;
};

/** The same questions over all payees, in the background: how far it is, a way to stop it, and its findings. */
function Everybody({ planId, document, looked, of, ordered, onOrdered }: EverybodyProps) {
  const start = useStartSimulation(onOrdered);
  const simulation = useQuery({ ...simulationQuery(ordered ?? ''), enabled: ordered !== undefined }).data;
  if (simulation && isSimulating(simulation)) {
    return (
      <div className="mt-3">
        <SimulationProgress simulation={simulation} />
      </div>
    );
  }
  return (
    <div className="mt-3 flex flex-col gap-3 border-t pt-3">
      {simulation?.lint ? (
        <section aria-label="Findings over everybody">
          <h3 className="mb-2 font-medium">Over everybody</h3>
          <FindingList planId={planId} report={simulation.lint} />
        </section>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-12 text-fg-2">
            {simulation?.status === 'cancelled' ? 'Stopped. ' : null}
            {simulation?.status === 'failed' ? `${simulation.error ?? 'It failed.'} ` : null}
            {start.isError ? `${describeError(start.error)} ` : null}
            These are the first {formatCount(looked)} of {counted(of, 'payee')}.
          </p>
          <Button
            size="sm"
            busy={start.isPending}
            onClick={() => start.mutate({ kind: 'lint', planId, document })}
          >
            Check all {formatCount(of)}
          </Button>
        </div>
      )}
    </div>
  );
}

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
import { useDebounced } from '../../base/use-debounced.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { FindingList } from './finding-list.tsx';
import { componentIndex } from './finding-table.ts';
import { messages } from './messages.ts';
import { SimulationProgress } from './simulation-progress.tsx';
import { useStartSimulation } from './use-start-simulation.ts';

/** Pause after typing before the plan is checked again, in milliseconds. */
const settleMs = 800;

export type PlanFindingsProps = {
  planId: string;
  /** The plan on screen, saved or not. */
  document: Plan;
  /** Limits the findings to this component and the plan as a whole. */
  component?: number;
  /** Increases when another part of the screen asks for the findings; each change starts the check and scrolls to it. */
  requested?: number;
};

/** The plan check: once started, it follows edits, on the last twelve months of deals or from the start of the plan's windows. */
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
        title={messages.check.title}
        beside={findings ? <Badge>{findings.length}</Badge> : null}
        actions={
          report ? (
            <span className="text-12 text-fg-3">
              {found.isFetching || settled !== document ? messages.check.again : null}
            </span>
          ) : null
        }
      >
        {asked ? null : (
          <div className="flex flex-col items-start gap-3">
            <p className="max-w-prose text-pretty text-fg-2">{messages.check.text}</p>
            <Button onClick={() => setAsked(true)}>{messages.check.submit}</Button>
          </div>
        )}
        {asked && found.isPending ? (
          <ProgressBar
            label={messages.check.progress}
            detail={messages.check.working}
            action={
              <Button size="sm" onClick={stop}>
                {messages.check.cancel}
              </Button>
            }
          />
        ) : null}
        {asked && found.isError && !report ? <Failed query={found} failure={messages.check.failure} /> : null}
        {report && findings ? (
          <>
            <FindingList planId={planId} report={{ ...report, findings }} components={settled.components} />
            <p className="mt-2 text-12 text-fg-3">
              {messages.check.span(formatDay(report.span.from), formatDay(report.span.to))}
            </p>
            {report.payeesOf > report.looked.payees ? (
              <AllPayees
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

type AllPayeesProps = {
  planId: string;
  document: Plan;
  /** Payees in the immediate answer, and in total. */
  looked: number;
  of: number;
  ordered: string | undefined;
  onOrdered: (simulation: Simulation) => void;
};

/** The check over all payees in the background, with progress and findings. */
function AllPayees({ planId, document, looked, of, ordered, onOrdered }: AllPayeesProps) {
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
        <section aria-label={messages.check.allLabel}>
          <h3 className="mb-2 font-medium">{messages.check.allTitle}</h3>
          <FindingList planId={planId} report={simulation.lint} />
        </section>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-12 text-fg-2">
            {simulation?.status === 'cancelled' ? `${messages.check.stopped} ` : null}
            {simulation?.status === 'failed' ? `${simulation.error ?? messages.check.failed} ` : null}
            {start.isError ? `${describeError(start.error)} ` : null}
            {messages.check.partial(looked, of)}
          </p>
          <Button
            size="sm"
            busy={start.isPending}
            onClick={() => start.mutate({ kind: 'lint', planId, document })}
          >
            {messages.check.all(of)}
          </Button>
        </div>
      )}
    </div>
  );
}

import type { WhatIfRun } from '@attain/contract/what-if';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { describeError } from '../../../api/http-error.ts';
import { formatDecimal } from '../../../base/format-number.ts';
import { riskMeaning } from '../bands.ts';
import { whatIfRunsQuery } from '../queries.ts';
import { messages } from './messages.ts';
import { parameterName, RunFigures, TriedValue } from './run-result.tsx';
import { isHighRisk, meanRisk } from './what-if-state.ts';

/** The user's last simulations of the plan, once there are any. */
export function SimulationSummary({ planId }: { planId: string }) {
  const runs = useQuery(whatIfRunsQuery(planId));
  if (runs.isError && !runs.data)
    return (
      <p role="alert" className="text-12 text-bad-text">
        {messages.failure}. {describeError(runs.error)}
      </p>
    );
  const rows = runs.data?.rows ?? [];
  return rows.length === 0 ? null : <Summary runs={rows} />;
}

const warned = {
  ok: 'bg-ok-soft text-ok-text',
  warn: 'bg-warn-soft text-warn-text',
  bad: 'bg-bad-soft text-bad-text',
};

/** The runs with their figures, and a warning where their mean risk is high. */
export function Summary({ runs }: { runs: readonly WhatIfRun[] }) {
  const mean = meanRisk(runs);
  return (
    <section
      aria-label={messages.summary}
      className="flex flex-col gap-2 rounded-lg border bg-surface p-3 shadow-card"
    >
      <h3 className="text-12 font-semibold">{messages.summary}</h3>
      {mean !== null && isHighRisk(mean) ? (
        <p
          role="status"
          className={`flex items-center gap-1.5 rounded-md px-3 py-2 text-12 ${warned[riskMeaning(mean)]}`}
        >
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          {messages.highRisk(formatDecimal(mean.toFixed(1).replace(/\.0$/, '')))}
        </p>
      ) : null}
      <ol aria-label={messages.list} className="divide-y">
        {runs.map((run) => (
          <li
            key={run.simulationId}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5"
          >
            <span className="min-w-0">
              <span className="block text-12 text-fg-2">{parameterName(run)}</span>
              <TriedValue run={run} />
            </span>
            <RunFigures run={run} />
          </li>
        ))}
      </ol>
    </section>
  );
}

import { Link } from '@tanstack/react-router';
import type { Run } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { messages } from './messages.ts';

/** Latest result of each plan, with a badge if it is out of date. */
export function LatestRuns({ runs }: { runs: readonly Run[] }) {
  return (
    <FigureRow>
      {runs.map((run) => (
        <FigureTile
          key={run.id}
          label={
            <Link className="block wrap-break-word hover:text-fg hover:underline" {...paths.run(run.id)}>
              {run.planName}
            </Link>
          }
          figure={formatMoney(run.total, { currency: run.currency })}
          sub={messages.latest.sub(run.period.key, run.version, run.participantCount)}
          corner={run.stale.length > 0 ? <Badge meaning="warn">{messages.outdated}</Badge> : undefined}
        />
      ))}
    </FigureRow>
  );
}

/** The newest completed run of each plan. */
export function latestByPlan(runs: readonly Run[]): readonly Run[] {
  const seen = new Set<string>();
  return runs.filter((run) => {
    if (run.status !== 'completed' || seen.has(run.planId)) return false;
    seen.add(run.planId);
    return true;
  });
}

import { Link } from '@tanstack/react-router';
import type { Run } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { counted } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';

/** The newest result of each plan: what it pays, and whether it still holds. */
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
          sub={`${run.period.key}, v${run.version}, ${counted(run.participantCount, 'payee')}`}
          corner={run.stale.length > 0 ? <Badge meaning="warn">Out of date</Badge> : undefined}
        />
      ))}
    </FigureRow>
  );
}

/** The newest completed run of each plan and period, newest first, one a plan. */
export function latestByPlan(runs: readonly Run[]): readonly Run[] {
  const seen = new Set<string>();
  return runs.filter((run) => {
    if (run.status !== 'completed' || seen.has(run.planId)) return false;
    seen.add(run.planId);
    return true;
  });
}

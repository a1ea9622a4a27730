import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { waitingApprovalsQuery } from '../../api/requests/approval-queries.ts';
import { disputesQuery } from '../../api/requests/dispute-queries.ts';
import type { Standings } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { paths } from '../../paths.ts';
import { messages } from './messages.ts';
import { StandingFigures } from './standing-figures.tsx';
import { Rows } from './standing-rows.tsx';
import { TeamBars } from './team-bars.tsx';
import { totalsOf } from './totals.ts';

const { home } = messages;

/** The open period of a manager’s team. */
export function Team({ standings }: { standings: Standings }) {
  const [component] = standings.totals;
  const rows = standings.rows.filter((row) => row.componentId === component?.componentId);
  const totals = totalsOf(rows, standings.currency);
  if (totals === undefined || component === undefined)
    return <p className="text-fg-2">{messages.table.noneText}</p>;
  return (
    <>
      <StandingFigures standings={standings} rows={rows} totals={totals} pay={totals} />
      <WaitingForMe />
      <TeamBars standings={standings} rows={rows} component={component.componentName} />
      <Rows standings={standings} rows={rows} title={component.componentName} own={false} />
    </>
  );
}

/** Approvals and disputes that wait for the manager. */
function WaitingForMe() {
  const approvals = useQuery(waitingApprovalsQuery()).data?.total;
  const disputes = useRows(disputesQuery({ status: 'unresolved' }));
  // a count that is not loaded is not shown as none
  return (
    <p className="flex min-h-4.5 flex-wrap gap-x-4 gap-y-1 text-12 text-fg-2">
      {approvals === undefined ? null : (
        <Link className="text-primary-text hover:underline" {...paths.approvals}>
          {home.approvals(approvals)}
        </Link>
      )}
      {disputes.head === undefined ? null : (
        <Link className="text-primary-text hover:underline" {...paths.disputes}>
          {home.teamDisputes(disputes.rows.length, disputes.complete)}
        </Link>
      )}
    </p>
  );
}

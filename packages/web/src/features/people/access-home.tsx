import { guardedRoles } from '@attain/domain/access/permissions';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Failed } from '../../api/loaded.tsx';
import { waitingApprovalsQuery } from '../../api/requests/approval-queries.ts';
import { allPeopleQuery } from '../../api/requests/people-queries.ts';
import type { Person } from '../../api/shapes.ts';
import { formatAgo } from '../../base/format-date.ts';
import { formatCount } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { SkeletonTile } from '../../ui/states/skeleton.tsx';
import { messages, stateWords } from './messages.ts';

const { home } = messages;
/** An account is stale after three months without a visit. */
const staleMs = 90 * 24 * 60 * 60 * 1000;
const shown = 8;

/** The first screen of those who manage access: who is inside, with which powers, and what waits. */
export function AccessHome() {
  const query = useQuery(allPeopleQuery());
  const waiting = useQuery(waitingApprovalsQuery()).data?.total;
  const now = Date.now();
  if (query.isPending) {
    return (
      <FigureRow>
        <SkeletonTile />
        <SkeletonTile />
        <SkeletonTile />
        <SkeletonTile />
      </FigureRow>
    );
  }
  if (query.isLoadingError) return <Failed query={query} failure={messages.loadFailed} />;
  const rows = query.data;
  const active = rows.filter(({ state }) => state === 'active');
  const invited = rows.filter(({ state }) => state === 'invited');
  const privileged = active.filter(isPrivileged);
  const withoutCode = privileged.filter((one) => one.kind === 'person' && one.secondFactorSince === null);
  const stale = active.filter(
    ({ lastSeenAt }) => lastSeenAt !== null && now - Date.parse(lastSeenAt) > staleMs,
  );
  return (
    <section aria-label={home.label} className="flex flex-col gap-4">
      <FigureRow>
        <FigureTile
          label={home.people}
          figure={<Figure {...paths.people}>{formatCount(active.length)}</Figure>}
          sub={home.invited(invited.length)}
        />
        <FigureTile
          label={home.privileged}
          figure={<Figure {...paths.people}>{formatCount(privileged.length)}</Figure>}
          tone={withoutCode.length > 0 ? 'warn' : 'plain'}
          sub={home.withoutCode(withoutCode.length)}
        />
        <FigureTile
          label={home.requests}
          figure={<Figure {...paths.approvals}>{formatCount(waiting)}</Figure>}
          sub={home.forYou}
        />
        <FigureTile
          label={home.stale}
          figure={<Figure {...paths.people}>{formatCount(stale.length)}</Figure>}
          tone={stale.length > 0 ? 'warn' : 'plain'}
          sub={home.staleAfter}
        />
      </FigureRow>
      <Card title={home.toDo}>
        {invited.length + stale.length === 0 ? (
          <p className="text-fg-2">{home.nothing}</p>
        ) : (
          <ul className="divide-y">
            {[...invited, ...stale].slice(0, shown).map((person) => (
              <li key={person.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                <Badge meaning={person.state === 'invited' ? 'neutral' : 'warn'}>
                  {person.state === 'invited' ? stateWords.invited.label : home.stale}
                </Badge>
                <Link className="min-w-0 flex-1 basis-48 hover:underline" {...paths.people}>
                  {person.displayName}
                </Link>
                <span className="text-12 text-fg-2">
                  {person.lastSeenAt === null ? home.never : formatAgo(Date.parse(person.lastSeenAt), now)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}

function Figure({ to, children }: { to: '/people' | '/compensation/approvals'; children: string }) {
  return (
    <Link className="hover:underline" to={to}>
      {children}
    </Link>
  );
}

function isPrivileged({ roles, customRoles }: Person): boolean {
  return customRoles.length > 0 || roles.some(({ role }) => guardedRoles.includes(role));
}

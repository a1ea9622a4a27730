import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { Assignment } from '../../api/shapes.ts';
import { counted, formatCount } from '../../base/format-number.ts';
import { useDebounced } from '../../base/use-debounced.ts';
import { paths } from '../../paths.ts';

/** More are counted, not looked at one by one. */
const maxSeen = 1000;
/** So many are named of each plan. */
const maxNamed = 3;

export type OtherPlansProps = {
  days: { exceptPlanId: string; from: string; to: string | undefined };
  /** Who is to be assigned; undefined: everybody. */
  chosen: ReadonlySet<string> | undefined;
  onLeave: () => void;
};

/** Who of those that are about to be assigned is paid by another plan on some of the days: counted and named, plan by plan. */
export function OtherPlans({ days, chosen, onLeave }: OtherPlansProps) {
  const settled = useDebounced(days);
  const found = useQuery({
    queryKey: [...keys.assignments, 'elsewhere', settled],
    queryFn: ({ signal }) => client.assignments.list({ ...settled, limit: maxSeen }, { signal }),
  });
  const rows = (found.data?.rows ?? []).filter((row) => chosen?.has(row.participantId) ?? true);
  if (rows.length === 0) return null;
  const people = new Set(rows.map((row) => row.participantId)).size;
  const more = found.data?.nextCursor ? ' at least' : '';
  const plans = [...new Set(rows.map((row) => row.planId))].map((id) =>
    rows.filter((row) => row.planId === id),
  );
  return (
    <section
      aria-label="On other plans too"
      className="rounded-lg border border-warn/40 bg-warn-soft px-3 py-2"
    >
      <p role="status" className="font-medium text-warn-text">
        {chosen ? 'Of those chosen,' : 'Of everybody,'}
        {more} {counted(people, 'person', 'people')} {people === 1 ? 'is' : 'are'} on another plan on some of
        these days, and would be paid by both.
      </p>
      <ul className="mt-1 flex flex-col gap-1">
        {plans.map((mine) => (
          <OnePlan key={mine[0]?.planId} rows={mine} onLeave={onLeave} />
        ))}
      </ul>
    </section>
  );
}

function OnePlan({ rows, onLeave }: { rows: readonly Assignment[]; onLeave: () => void }) {
  const [first] = rows;
  if (!first) return null;
  const names = [...new Map(rows.map((row) => [row.participantId, row.participantName])).values()];
  const rest = names.length - maxNamed;
  return (
    <li className="text-pretty">
      <Link
        className="text-primary-text underline"
        {...paths.eligibility}
        search={{ plan: first.planId }}
        onClick={onLeave}
      >
        {first.planName}
      </Link>
      : {names.slice(0, maxNamed).join(', ')}
      {rest > 0 ? ` and ${formatCount(rest)} more` : ''}
    </li>
  );
}

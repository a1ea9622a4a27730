import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { Assignment } from '../../api/shapes.ts';
import { useDebounced } from '../../base/use-debounced.ts';
import { paths } from '../../paths.ts';
import { messages } from './messages.ts';

/** Only this many assignments are read; beyond that the count says "at least". */
const maxSeen = 1000;
/** Participants named per plan. */
const maxNamed = 3;

export type OtherPlansProps = {
  days: { exceptPlanId: string; from: string; to: string | undefined };
  /** Participants to assign; undefined: all. */
  chosen: ReadonlySet<string> | undefined;
  onLeave: () => void;
};

/** Warns about participants who are already on another plan on these dates, by plan. */
export function OtherPlans({ days, chosen, onLeave }: OtherPlansProps) {
  const settled = useDebounced(days);
  const found = useQuery({
    queryKey: [...keys.assignments, 'elsewhere', settled],
    queryFn: ({ signal }) => client.assignments.list({ ...settled, limit: maxSeen }, { signal }),
  });
  const rows = (found.data?.rows ?? []).filter((row) => chosen?.has(row.participantId) ?? true);
  if (rows.length === 0) return null;
  const people = new Set(rows.map((row) => row.participantId)).size;

  const plans = [...new Set(rows.map((row) => row.planId))].map((id) =>
    rows.filter((row) => row.planId === id),
  );
  return (
    <section
      aria-label={messages.others.label}
      className="rounded-lg border border-warn/40 bg-warn-soft px-3 py-2"
    >
      <p role="status" className="font-medium text-warn-text">
        {messages.others.warning(people, Boolean(found.data?.nextCursor))}
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
      {rest > 0 ? messages.others.more(rest) : ''}
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Failed } from '../../api/loaded.tsx';
import { formatMoment } from '../../base/format-date.ts';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { messages } from './messages.ts';

/** Number of automatic actions shown. */
const shownActs = 5;

export type AutomaticActsProps = {
  /** An action of the audit log as text. */
  describeAction: (action: string) => string;
};

/** The latest actions of Attain itself, from the audit log. */
export function AutomaticActs({ describeAction }: AutomaticActsProps) {
  const log = useQuery({
    queryKey: [...keys.audit, 'automatic'],
    queryFn: ({ signal }) => client.audit.list({ action: 'calculation', limit: 50 }, { signal }),
  });
  if (log.isPending) return <SkeletonText lines={3} />;
  if (log.isError) return <Failed query={log} failure={messages.mode.failure} />;
  const acts = log.data.rows.filter((entry) => entry.actorKind === 'system').slice(0, shownActs);
  if (acts.length === 0) return <p className="mt-2 text-fg-3">{messages.mode.none}</p>;
  return (
    <ul aria-label={messages.mode.acts} className="mt-2 divide-y">
      {acts.map((entry) => (
        <li key={entry.index} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
          <span>{describeAction(entry.action)}</span>
          <span className="min-w-0 flex-1 text-fg-2">{entry.actor}</span>
          <time dateTime={entry.at} className="text-12 text-fg-3">
            {formatMoment(entry.at)}
          </time>
        </li>
      ))}
    </ul>
  );
}

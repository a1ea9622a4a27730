import { useQuery } from '@tanstack/react-query';
import { useDebounced } from '../../base/use-debounced.ts';
import { describeError } from '../http-error.ts';
import { upcomingQuery } from '../requests/trigger-queries.ts';
import { instantInZone } from './instant-in-zone.ts';
import { messages } from './messages.ts';

/** The next moments of a schedule, in its time zone. */
export function UpcomingInstants({
  label,
  instants,
  timeZone,
}: {
  label: string;
  instants: readonly string[];
  timeZone: string;
}) {
  return (
    <div className="text-12">
      <p className="text-fg-2">{messages.next(timeZone)}</p>
      <ol aria-label={label} className="figures flex flex-wrap gap-1.5 pt-1">
        {instants.map((instant) => (
          <li key={instant} className="rounded-sm bg-sunken px-1.5 py-0.5">
            <time dateTime={instant}>{instantInZone(instant, timeZone)}</time>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Previews when a schedule would fire while it is edited, or shows why it is invalid. */
export function SchedulePreview(written: { cron: string; timeZone: string }) {
  const cron = useDebounced(written.cron);
  const timeZone = useDebounced(written.timeZone);
  const found = useQuery({ ...upcomingQuery({ cron, timeZone }), enabled: cron.trim() !== '' });
  return (
    <div className="min-h-12 sm:col-span-2">
      {found.isError ? <p className="text-12 text-fg-2">{describeError(found.error)}</p> : null}
      {found.data ? (
        <UpcomingInstants label={messages.wouldStart} instants={found.data.upcoming} timeZone={timeZone} />
      ) : null}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../api/http-error.ts';
import { databaseTablesQuery } from '../../api/requests/connection-queries.ts';
import type { Connection } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { messages } from './messages.ts';

const words = messages.tables;

/** The tables that the last test found in a database, with the rights of its user. */
export function FoundTables({ connection }: { connection: Connection }) {
  const { id, database } = connection;
  if (database === null) return null;
  return (
    <section aria-label={words.title} className="flex flex-col gap-2">
      <h3 className="text-12 font-medium">{words.title}</h3>
      {database.tables === null ? <p className="text-12 text-fg-3">{words.untested}</p> : <Tables id={id} />}
    </section>
  );
}

function Tables({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(databaseTablesQuery(id));
  if (error)
    return <ErrorState title={words.failure} text={describeError(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonText lines={3} />;
  return (
    <>
      <p className="text-12 text-fg-3">
        {data.tables.length === 0 ? words.none : words.found(data.tables.length)}
        {data.readAt === null ? '' : ` ${words.readAt(formatMoment(data.readAt))}`}
        {data.isComplete ? '' : ` ${words.partial}`}
      </p>
      <div className="max-h-64 overflow-y-auto">
        {data.tables.map(({ name, columns }) => (
          <details key={name} className="border-b py-1">
            <summary className="min-h-6 cursor-pointer font-mono text-12 break-all">{name}</summary>
            <ul className="ps-4 font-mono text-12 text-fg-2">
              {columns.map((column) => (
                <li key={column.name} className="break-words">
                  {column.name} <span className="text-fg-3">{column.type}</span>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </>
  );
}

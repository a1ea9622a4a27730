import { Download, Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AgentVersion } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { messages } from './messages.ts';
import { figuresOf, shortHash, statusMeanings, tagMeanings } from './version-words.ts';

/** Changes that a card lists before it counts the rest. */
const listed = 3;

/** Status and tag of a version. */
export function VersionBadges({ version }: { version: Pick<AgentVersion, 'status' | 'tag' | 'branch'> }) {
  const { status, tag, branch } = version;
  return (
    <>
      <Badge meaning={statusMeanings[status]}>{messages.statuses[status]}</Badge>
      {tag ? <Badge meaning={tagMeanings[tag]}>{messages.tags[tag]}</Badge> : null}
      {branch === 'main' ? null : <Badge mono>{branch}</Badge>}
    </>
  );
}

export type VersionCardProps = {
  version: AgentVersion;
  onDetails: () => void;
  onDownload: () => void;
  /** Further acts, at the end. */
  acts?: ReactNode;
};

/** One version: who made it, why, what changed, and how it ran. */
export function VersionCard({ version, onDetails, onDownload, acts }: VersionCardProps) {
  const { changes, message, author, date, id } = version;
  const more = changes.length - listed;
  return (
    <li className="@container rounded-lg border bg-surface p-3 shadow-card @lg:p-4">
      <div className="grid gap-3 @3xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="flex min-w-0 flex-col gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="text-14 font-semibold">
              <span className="sr-only">{messages.list.name('')}</span>
              {version.version}
            </h2>
            <VersionBadges version={version} />
            <span className="font-mono text-12 text-fg-3">{shortHash(id)}</span>
          </div>
          <p className="text-12 text-fg-2">{messages.list.by(author, formatMoment(date))}</p>
          {message ? <p className="wrap-anywhere">{message}</p> : null}
          <ul className="list-disc ps-5 text-12 text-fg-2">
            {changes.slice(0, listed).map((change) => (
              <li key={change} className="wrap-anywhere">
                {change}
              </li>
            ))}
            {more > 0 ? <li>{messages.list.moreChanges(more)}</li> : null}
          </ul>
        </div>
        <div className="flex flex-col gap-3">
          <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
            {figuresOf(version).map(({ key, label, value }) => (
              <div key={key} className="min-w-0">
                <dt className="text-12 text-fg-3">{label}</dt>
                <dd className="figures text-13">{value}</dd>
              </div>
            ))}
          </dl>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" icon={<Eye aria-hidden />} onClick={onDetails}>
              {messages.acts.details}
            </Button>
            <Button size="sm" icon={<Download aria-hidden />} onClick={onDownload}>
              {messages.acts.download}
            </Button>
            {acts}
          </div>
        </div>
      </div>
    </li>
  );
}

import type { SearchHit } from '@attain/contract/search';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { Failed } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { minSearchLength, searchQuery } from '../../api/requests/search-queries.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { messages } from './messages.ts';

/** Finds the record behind an ID, name or anchor; each leads to the page where its sources continue. */
export function TraceTab({
  linkOf,
  linkOfEntry,
}: {
  linkOf: (hit: SearchHit) => LinkProps | null;
  linkOfEntry: (objectId: string) => LinkProps;
}) {
  const [text, setText] = useState('');
  const wanted = text.trim();
  const mayReadLog = useMay('read:audit');
  const isAnchor = /^[0-9a-f]{8,64}$/.test(wanted);
  const found = useQuery(searchQuery(wanted.slice(0, 100)));
  const entries = useQuery({
    queryKey: ['/api', 'audit', 'anchors', wanted],
    queryFn: ({ signal }) =>
      // Nothing found is an answer, not a failure.
      client.evidence.anchors({ anchor: wanted }, { signal }).catch(() => []),
    enabled: isAnchor && mayReadLog,
  });
  const hits = wanted.length < minSearchLength ? [] : (found.data?.hits ?? []);
  const matches = isAnchor ? (entries.data ?? []) : [];
  const isDone = !found.isFetching && !entries.isFetching && wanted.length >= minSearchLength;
  return (
    <Card title={messages.trace.title}>
      <div className="flex flex-col gap-4">
        <Field label={messages.trace.field} hint={messages.trace.hint} required>
          <Input value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        {found.isError ? <Failed query={found} failure={messages.trace.failure} /> : null}
        {wanted.length < minSearchLength ? <EmptyState title={messages.trace.empty} /> : null}
        {isDone && !found.isError && hits.length + matches.length === 0 ? (
          <EmptyState title={messages.trace.none(wanted)} text={messages.trace.noneText} />
        ) : null}
        {hits.length === 0 ? null : (
          <ul aria-label={messages.trace.results} className="divide-y rounded-lg border">
            {hits.map((hit) => (
              <li key={`${hit.kind} ${hit.runId} ${hit.id}`} className="flex flex-wrap gap-x-3 px-3 py-2">
                <Badge>{messages.trace.kinds[hit.kind]}</Badge>
                <Named label={hit.label} target={linkOf(hit)} />
                <span className="text-fg-2">{hit.detail}</span>
              </li>
            ))}
          </ul>
        )}
        {matches.length === 0 ? null : (
          <ul aria-label={messages.trace.entries} className="divide-y rounded-lg border">
            {matches.map(({ index, action, at, leafHash, object }) => (
              <li key={index} className="flex flex-wrap gap-x-3 px-3 py-2">
                <Named label={messages.trace.entry(index)} target={linkOfEntry(object.id)} />
                <span>{action}</span>
                <span className="text-fg-2">{formatMoment(at)}</span>
                <code className="font-mono text-12 wrap-anywhere">{leafHash}</code>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function Named({ label, target }: { label: string; target: LinkProps | null }) {
  if (target === null) return <span className="font-medium">{label}</span>;
  return (
    <Link {...target} className="font-medium text-primary-text underline">
      {label}
    </Link>
  );
}

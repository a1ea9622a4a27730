import { type ReactNode, useMemo } from 'react';
import type { ComparedVersions, VersionChange } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { GraphLegend, type GraphMark, GraphView } from './graph-view.tsx';
import { messages } from './messages.ts';
import { figuresOf } from './version-words.ts';

const meanings = { added: 'ok', removed: 'bad', changed: 'info', moved: 'neutral' } as const;

type Side = 'from' | 'to';

/** Marks of one side: what was removed on the left, what was added on the right, what changed on both. */
function marksOf(changes: readonly VersionChange[], side: Side): ReadonlyMap<string, GraphMark> {
  const shown = side === 'from' ? ['removed', 'changed'] : ['added', 'changed'];
  return new Map(
    changes.flatMap(({ area, id, kind }) =>
      (area === 'nodes' || area === 'edges') && shown.includes(kind)
        ? [[id, kind as GraphMark] as const]
        : [],
    ),
  );
}

export type CompareVersionsProps = { compared: ComparedVersions; icon: (type: string) => ReactNode };

/** The differences of two versions: measured results, both workflows, and each change. */
export function CompareVersions({ compared, icon }: CompareVersionsProps) {
  const { from, to, changes } = compared;
  const marks = useMemo(() => ({ from: marksOf(changes, 'from'), to: marksOf(changes, 'to') }), [changes]);
  const [before, after] = [figuresOf(from), figuresOf(to)];
  return (
    <div className="flex flex-col gap-4">
      <Card title={messages.compare.figures} flush>
        <ScrollRegion label={messages.compare.figures}>
          <table className="w-full text-13">
            <thead className="border-b bg-surface-2 text-12 text-fg-2">
              <tr>
                <th scope="col" className="px-4 py-2 text-start font-medium">
                  {messages.compare.figure}
                </th>
                {[from, to].map(({ id, version }) => (
                  <th key={id} scope="col" className="px-4 py-2 text-end font-medium">
                    {version}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y">
              {before.map(({ key, label, value }, at) => (
                <tr key={key}>
                  <th scope="row" className="px-4 py-2 text-start font-normal">
                    {label}
                  </th>
                  <td className="figures px-4 py-2 text-end">{value}</td>
                  <td className="figures px-4 py-2 text-end">{after[at]?.value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </Card>
      {changes.length === 0 ? (
        <Card>
          <EmptyState title={messages.compare.same} text={messages.compare.sameText} />
        </Card>
      ) : (
        <>
          <Card
            title={messages.compare.graphs}
            flush
            actions={<GraphLegend marks={['added', 'changed', 'removed']} />}
          >
            <div className="grid divide-y border-t @3xl:grid-cols-2 @3xl:divide-x @3xl:divide-y-0">
              {(['from', 'to'] as const).map((side) => (
                <div key={side} className="min-w-0">
                  <p className="border-b px-4 py-2 text-12 font-medium">{compared[side].version}</p>
                  <GraphView
                    title={compared[side].version}
                    workflow={compared[side].workflow}
                    marks={marks[side]}
                    icon={icon}
                  />
                </div>
              ))}
            </div>
          </Card>
          <Card title={messages.compare.changes} beside={<Badge>{changes.length}</Badge>} flush>
            <ChangeTable changes={changes} />
          </Card>
        </>
      )}
    </div>
  );
}

/** Each change with its fields before and after. */
function ChangeTable({ changes }: { changes: readonly VersionChange[] }) {
  return (
    <ScrollRegion label={messages.compare.changes}>
      <table className="w-full min-w-[40rem] text-13">
        <thead className="border-y bg-surface-2 text-12 text-fg-2">
          <tr>
            {[
              messages.compare.what,
              messages.compare.change,
              messages.compare.before,
              messages.compare.after,
            ].map((head) => (
              <th key={head} scope="col" className="px-4 py-2 text-start font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {changes.map((change) => (
            <ChangeRows key={`${change.area}/${change.id}`} change={change} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function ChangeRows({ change }: { change: VersionChange }) {
  const { area, kind, title, fields } = change;
  const shown = kind === 'moved' ? [] : fields.filter(({ field }) => !field.startsWith('position.'));
  const rows = shown.length === 0 ? [undefined] : shown;
  return rows.map((row, at) => (
    <tr key={row?.field ?? ''} className="align-top">
      <th scope="row" className="px-4 py-2 text-start font-normal">
        {at === 0 ? (
          <>
            <span className="font-medium">{title}</span>{' '}
            {area === 'form' || area === 'workflow' ? null : (
              <span className="text-12 text-fg-3">{messages.areas[area]}</span>
            )}
          </>
        ) : (
          <span className="sr-only">{title}</span>
        )}
      </th>
      <td className="px-4 py-2">
        {row ? (
          <code className="text-12 wrap-anywhere">{row.field}</code>
        ) : (
          <Badge meaning={meanings[kind]}>{messages.kinds[kind]}</Badge>
        )}
      </td>
      <td className="px-4 py-2">{row ? <Value value={row.before} /> : null}</td>
      <td className="px-4 py-2">{row ? <Value value={row.after} /> : null}</td>
    </tr>
  ));
}

/** A value as people read it: text as it is, everything else as JSON. */
export function Value({ value }: { value: unknown }) {
  if (value === undefined || value === '') return <span className="text-fg-3">–</span>;
  if (value === null) return <span className="text-12 text-fg-2">{messages.compare.none}</span>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (
    <code className="block max-h-24 max-w-80 overflow-y-auto text-12 wrap-anywhere whitespace-pre-wrap">
      {text}
    </code>
  );
}

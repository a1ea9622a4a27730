import type { MergeChoice } from '@attain/domain/versions/merge';
import { GitMerge } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { formatDay } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { GraphLegend, GraphView } from './graph-view.tsx';
import { type MergeView, mergeView, type Sides } from './merge-view.ts';
import { messages } from './messages.ts';

const words = messages.merge;

export type MergeScreenProps = {
  sides: Sides;
  branch: string;
  choices: Readonly<Record<string, MergeChoice>>;
  onChoose: (choices: Readonly<Record<string, MergeChoice>>) => void;
  icon: (type: string) => ReactNode;
  /** The act at the end of the conflicts; `open` are those without a choice. */
  act: (open: number) => ReactNode;
};

/** Both sides of a merge, its result, and each conflict with its choice. */
export function MergeScreen({ sides, branch, choices, onChoose, icon, act }: MergeScreenProps) {
  const view = useMemo(() => mergeView(sides, choices), [sides, choices]);
  const names = { ours: words.main, theirs: branch };
  return (
    <div className="@container">
      <div className="grid items-start gap-3 @4xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-3">
          <div className="grid gap-3 @3xl:grid-cols-2">
            {(['ours', 'theirs'] as const).map((side) => (
              <Card
                key={side}
                flush
                title={<code>{names[side]}</code>}
                beside={
                  <span className="text-12 text-fg-2">
                    {words.side(
                      sides[side].version,
                      sides[side].author,
                      formatDay(sides[side].at.slice(0, 10)),
                    )}
                  </span>
                }
                actions={
                  <span className="text-12 text-fg-2">{words.changes(view.changed[side].length)}</span>
                }
              >
                <div className="overflow-hidden rounded-b-lg border-t">
                  <GraphView
                    title={names[side]}
                    workflow={view.drawn[side]}
                    marks={view.marks[side]}
                    numbers={view.numbers}
                    icon={icon}
                  />
                </div>
              </Card>
            ))}
          </div>
          <Card
            flush
            title={words.result}
            beside={<span className="text-12 text-fg-2">{words.nodes(view.result?.nodes.length ?? 0)}</span>}
            actions={<GraphLegend marks={['added', 'changed', 'conflict', 'removed']} />}
          >
            <div className="border-t">
              <GraphView
                title={words.result}
                workflow={view.result}
                marks={view.marks.result}
                numbers={openNumbers(view)}
                icon={icon}
              />
            </div>
            <SettledTable view={view} branch={branch} />
          </Card>
        </div>
        <ConflictPanel view={view} branch={branch} choices={choices} onChoose={onChoose}>
          {act(view.open.size)}
        </ConflictPanel>
      </div>
    </div>
  );
}

/** Numbers of the conflicts that are left. */
function openNumbers({ numbers, conflicts, open }: MergeView): ReadonlyMap<string, number> {
  const left = new Set(conflicts.filter(({ path }) => open.has(path)).map(({ id }) => id));
  return new Map([...numbers].filter(([id]) => left.has(id)));
}

function SettledTable({ view, branch }: { view: MergeView; branch: string }) {
  const from = { ours: words.main, theirs: branch, both: words.both };
  if (view.settled.length === 0) return <p className="border-t p-4 text-fg-2">{words.nothing}</p>;
  return (
    <ScrollRegion label={words.merged}>
      <table className="w-full min-w-[34rem] text-13">
        <thead className="border-y bg-surface-2 text-12 text-fg-2">
          <tr>
            {[words.merged, words.from, words.what].map((head) => (
              <th key={head} scope="col" className="px-4 py-2 text-start font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {view.settled.map(({ change, from: side }) => (
            <tr key={`${side}/${change.area}/${change.id}`} className="align-top">
              <th scope="row" className="px-4 py-2 text-start font-medium">
                {change.title}
              </th>
              <td className="px-4 py-2">
                <code className="text-12">{from[side]}</code>
              </td>
              <td className="px-4 py-2 wrap-anywhere">{change.words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** How many conflicts are left. */
export function ConflictBadge({ open, all }: { open: number; all: number }) {
  return (
    <Badge meaning={open > 0 ? 'warn' : 'ok'} icon={<GitMerge aria-hidden />}>
      {all === 0 ? words.noConflict : words.left(open, all)}
    </Badge>
  );
}

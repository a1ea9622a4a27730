import type { NodeType } from '@attain/domain/workflows/nodes/node-type';
import { clsx } from 'clsx';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { messages } from '../messages.ts';
import { NodeIcon } from '../palette/node-icon.tsx';

type NodeGridProps = {
  types: readonly NodeType[];
  /** Number of workflows per type; undefined while loading. */
  usage: ReadonlyMap<string, number> | undefined;
  chosen: string | undefined;
  onChoose: (type: string) => void;
};

/** The library as cards (NODES-03): description, category and usage. */
export function NodeGrid({ types, usage, chosen, onChoose }: NodeGridProps) {
  if (types.length === 0)
    return <EmptyState title={messages.nodes.noMatch} text={messages.nodes.noMatchText} />;
  return (
    <ul
      aria-label={messages.nodes.label}
      className="grid gap-3 grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))]"
    >
      {types.map(({ type, label, description, category, status }) => (
        <li key={type}>
          <button
            type="button"
            aria-pressed={type === chosen}
            onClick={() => onChoose(type)}
            className={clsx(
              'flex size-full flex-col gap-2 rounded-lg border p-3 text-start shadow-card hover:border-border-strong',
              type === chosen ? 'border-primary! bg-primary-soft' : 'bg-surface',
            )}
          >
            <span className="flex items-center gap-2">
              <NodeIcon type={type} />
              <span className="min-w-0 font-semibold">{label}</span>
            </span>
            <span className="flex-1 text-fg-2">{description}</span>
            <span className="flex flex-wrap items-center gap-2 text-12 text-fg-3">
              <Badge>{category}</Badge>
              {status === 'stable' ? null : <Badge meaning="warn">{status}</Badge>}
              <span className="figures ms-auto">{usageWords(usage?.get(type))}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The usage of a node in words; empty while loading. */
function usageWords(count: number | undefined): string {
  if (count === undefined) return '';
  if (count === 0) return messages.nodes.unused;
  return count === 1 ? messages.nodes.usedOnce : messages.nodes.used(count);
}

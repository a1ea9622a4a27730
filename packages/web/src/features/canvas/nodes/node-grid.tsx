import type { NodeType } from '@attain/domain/workflows/nodes/node-type';
import { clsx } from 'clsx';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { NodeIcon } from '../palette/node-icon.tsx';

type NodeGridProps = {
  types: readonly NodeType[];
  /** How many workflows use a type; undefined while that is not known. */
  usage: ReadonlyMap<string, number> | undefined;
  chosen: string | undefined;
  onChoose: (type: string) => void;
};

/** The library as cards (NODES-03): what each node is for, of which kind it is, and how often it is used. */
export function NodeGrid({ types, usage, chosen, onChoose }: NodeGridProps) {
  if (types.length === 0)
    return (
      <EmptyState
        title="No node fits"
        text="Another word, or another category, may find what you look for."
      />
    );
  return (
    <ul aria-label="Nodes" className="grid gap-3 grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))]">
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

/** How often a node is used, in words; nothing while it is not known. */
function usageWords(count: number | undefined): string {
  if (count === undefined) return '';
  if (count === 0) return 'Not used yet';
  return count === 1 ? 'In 1 workflow' : `In ${count} workflows`;
}

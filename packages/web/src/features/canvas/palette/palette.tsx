import { PALETTE_GROUPS } from '@attain/domain/workflows/nodes/node-type';
import { NODE_TYPES } from '@attain/domain/workflows/nodes/node-types';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Input } from '../../../ui/fields/input.tsx';
import { messages } from '../messages.ts';
import { NodeIcon } from './node-icon.tsx';
import { paletteMime } from './palette-mime.ts';

type PaletteProps = {
  onAdd: (type: string) => void;
  /** Called when a node is added by name from the keyboard; it then receives the focus. */
  onAddNamed: (type: string) => void;
  disabled: boolean;
};

/** Node types by group (CANVAS-08), to drag onto the canvas or add with a click or Enter. */
export function Palette({ onAdd, onAddNamed, disabled }: PaletteProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = NODE_TYPES.filter(({ label, type, description }) =>
    `${label} ${type} ${description}`.toLowerCase().includes(wanted),
  );
  const addFirst = () => {
    const first = found.find(({ label }) => label.toLowerCase().startsWith(wanted)) ?? found[0];
    if (disabled || wanted === '' || !first) return;
    setSearch('');
    onAddNamed(first.type);
  };
  return (
    <div className="flex h-full flex-col gap-2 p-2">
      <h2 className="sr-only">{messages.palette.title}</h2>
      <Input
        type="search"
        controlSize="sm"
        aria-label={messages.palette.search}
        placeholder={messages.palette.search}
        lead={<Search aria-hidden className="size-4" />}
        value={search}
        data-palette-search
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && addFirst()}
      />
      {/* focusable when every type is disabled, so that arrow keys scroll it */}
      <section
        aria-label={messages.palette.title}
        tabIndex={disabled ? 0 : undefined}
        className="-mx-2 min-h-0 flex-1 overflow-y-auto px-2 pb-10"
      >
        {PALETTE_GROUPS.map((group) => {
          const types = found.filter((one) => one.group === group);
          if (types.length === 0) return null;
          return (
            <section key={group} aria-label={group}>
              <h3 className="caption sticky top-0 bg-surface pt-2 pb-1 text-fg-3">{group}</h3>
              <ul className="flex flex-col">
                {types.map(({ type, label, description }) => (
                  <li key={type}>
                    <button
                      type="button"
                      draggable={!disabled}
                      disabled={disabled}
                      title={description}
                      data-node-type={type}
                      onDragStart={(event) => {
                        event.dataTransfer.setData(paletteMime, type);
                        event.dataTransfer.effectAllowed = 'copy';
                      }}
                      onClick={() => onAdd(type)}
                      className="flex min-h-8 w-full cursor-grab items-center gap-2 rounded-md px-1 text-start text-13 hover:bg-surface-2 disabled:cursor-default disabled:opacity-50 pointer-coarse:min-h-11"
                    >
                      <NodeIcon type={type} small />
                      <span className="truncate">{label}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
        {found.length === 0 ? <p className="px-1 py-2 text-fg-2">{messages.palette.noMatch}</p> : null}
      </section>
    </div>
  );
}

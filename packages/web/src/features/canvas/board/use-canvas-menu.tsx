import { canPin, passingPort } from '@attain/domain/workflows/nodes/bypass';
import type { Position } from '@attain/domain/workflows/workflow';
import {
  Cable,
  Clipboard,
  Copy,
  CopyPlus,
  Play,
  Power,
  PowerOff,
  SquarePen,
  StepForward,
  StickyNote,
  Trash2,
} from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { hotkeyWords } from '../../../base/use-hotkey.ts';
import { MenuAt } from '../../../ui/overlays/menu-at.tsx';
import type { MenuItem, MenuSection } from '../../../ui/overlays/menu-sections.ts';
import { type Canvas, useCanvas } from '../editing/canvas-context.ts';
import type { Selection } from '../editing/canvas-store.ts';
import { messages } from '../messages.ts';
import { type NoteNode, noteIdOf, type StepNode, type WireEdge } from './flow-elements.ts';
import type { View } from './use-view.ts';

/** Menu actions implemented outside of the canvas. */
export type CanvasMenuActs = {
  onOpen: () => void;
  onConnect: (id: string) => void;
  /** Reruns the run shown from a node; null if not possible. */
  onRunFrom: ((id: string) => void) | null;
  /** Executes one node of the draft; null if not possible. */
  onRunStep: ((id: string) => void) | null;
};

interface Asked {
  readonly at: { readonly x: number; readonly y: number };
  readonly label: string;
  readonly items: readonly (readonly MenuItem[])[];
}

/** The context menus of a node, a connection, a note, the selection and the empty canvas. */
export function useCanvasMenu(view: View, more: CanvasMenuActs) {
  const canvas = useCanvas();
  const { store, acts } = canvas;
  const [asked, setAsked] = useState<Asked | null>(null);
  // shared by all nodes: a new object would render every node again
  const latest = useRef(more);
  useEffect(() => {
    latest.current = more;
  });
  const on = useMemo(() => {
    const ask = (event: { clientX: number; clientY: number; preventDefault(): void }, menu: Menu) => {
      event.preventDefault();
      if (menu.items.length > 0) setAsked({ at: { x: event.clientX, y: event.clientY }, ...menu });
    };
    const choose = (wanted: Partial<Selection>, among: ReadonlySet<string> | undefined, id: string) => {
      if (!among?.has(id)) acts.select(wanted);
    };
    const chosen = () => {
      const { nodes, notes } = store.get().selection;
      const [only] = nodes.size === 1 && notes.size === 0 ? nodes : [];
      return only === undefined ? severalMenu(canvas) : nodeMenu(canvas, latest.current, only);
    };
    return {
      onNodeContextMenu(event: MouseEvent, { id }: StepNode | NoteNode) {
        const note = noteIdOf(id);
        const { nodes, notes } = store.get().selection;
        if (note === null) choose({ nodes: new Set([id]) }, nodes, id);
        else choose({ notes: new Set([note]) }, notes, note);
        ask(event, chosen());
      },
      onSelectionContextMenu: (event: MouseEvent) => ask(event, chosen()),
      onEdgeContextMenu(event: MouseEvent, { id }: WireEdge) {
        choose({ edges: new Set([id]) }, store.get().selection.edges, id);
        ask(event, { label: messages.menu.connection, items: [removal(canvas)] });
      },
      onPaneContextMenu(event: MouseEvent | globalThis.MouseEvent) {
        ask(event, paneMenu(canvas, view.pointAt({ x: event.clientX, y: event.clientY })));
      },
    };
  }, [canvas, store, acts, view]);
  const menu: ReactNode = asked ? (
    <MenuAt
      at={asked.at}
      label={asked.label}
      sections={asked.items.map((items, at): MenuSection => ({ id: `${at}`, items }))}
      onClose={() => setAsked(null)}
    />
  ) : null;
  return { on, menu };
}

type Menu = Omit<Asked, 'at'>;

function nodeMenu(canvas: Canvas, more: CanvasMenuActs, id: string): Menu {
  const { onOpen, onConnect, onRunFrom, onRunStep } = more;
  const { editable, store, acts } = canvas;
  const node = store.get().history.workflow.nodes.find((one) => one.id === id);
  const look: MenuItem[] = [
    {
      id: 'open',
      label: messages.menu.properties,
      icon: <SquarePen aria-hidden />,
      keys: 'F2',
      onSelect: onOpen,
    },
  ];
  if (editable)
    look.push({
      id: 'connect',
      label: messages.menu.connect,
      icon: <Cable aria-hidden />,
      keys: 'C',
      onSelect: () => onConnect(id),
    });
  const runs: MenuItem[] = [];
  if (onRunFrom !== null)
    runs.push({
      id: 'run',
      label: messages.menu.rerun,
      icon: <Play aria-hidden />,
      onSelect: () => onRunFrom(id),
    });
  if (onRunStep !== null && node && canPin(node) && node.type !== 'loop')
    runs.push({
      id: 'step',
      label: messages.menu.runStep,
      icon: <StepForward aria-hidden />,
      onSelect: () => onRunStep(id),
    });
  if (editable && node && passingPort(node) !== null)
    runs.push({
      id: 'disable',
      label: node.disabled ? messages.menu.enable : messages.menu.disable,
      icon: node.disabled ? <Power aria-hidden /> : <PowerOff aria-hidden />,
      onSelect: () => acts.disable(new Set([id]), !node.disabled),
    });
  return menuOf(node?.title || messages.menu.node, [look, runs, copies(canvas), removal(canvas)]);
}

function severalMenu(canvas: Canvas): Menu {
  const { nodes } = canvas.store.get().selection;
  const label = nodes.size === 0 ? messages.toolbar.note : messages.menu.selection;
  return menuOf(label, [nodes.size > 0 ? copies(canvas) : [], removal(canvas)]);
}

function paneMenu({ editable, acts }: Canvas, position: Position): Menu {
  const put: MenuItem[] = editable
    ? [
        {
          id: 'note',
          label: messages.menu.noteHere,
          icon: <StickyNote aria-hidden />,
          onSelect: () => acts.note(null, { text: messages.toolbar.note, position }),
        },
        {
          id: 'paste',
          label: messages.menu.paste,
          icon: <Clipboard aria-hidden />,
          keys: hotkeyWords('mod+v'),
          onSelect: acts.paste,
        },
        { id: 'tidy', label: messages.keys.tidy, keys: hotkeyWords('shift+t'), onSelect: acts.tidy },
      ]
    : [];
  const all = {
    id: 'all',
    label: messages.keys.selectAll,
    keys: hotkeyWords('mod+a'),
    onSelect: acts.selectAll,
  };
  return menuOf(messages.toolbar.label, [put, [all]]);
}

function copies({ editable, acts }: Canvas): MenuItem[] {
  const copy = {
    id: 'copy',
    label: messages.menu.copy,
    icon: <Copy aria-hidden />,
    keys: hotkeyWords('mod+c'),
    onSelect: acts.copy,
  };
  if (!editable) return [copy];
  const twin = {
    id: 'duplicate',
    label: messages.menu.duplicate,
    icon: <CopyPlus aria-hidden />,
    keys: hotkeyWords('mod+d'),
    onSelect: acts.duplicate,
  };
  return [copy, twin];
}

function removal({ editable, acts }: Canvas): MenuItem[] {
  if (!editable) return [];
  return [
    {
      id: 'delete',
      label: messages.menu.remove,
      icon: <Trash2 aria-hidden />,
      keys: hotkeyWords('Delete'),
      danger: true,
      onSelect: acts.remove,
    },
  ];
}

function menuOf(label: string, items: readonly (readonly MenuItem[])[]): Menu {
  return { label, items: items.filter(({ length }) => length > 0) };
}

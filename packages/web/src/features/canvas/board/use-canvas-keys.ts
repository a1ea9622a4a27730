import { type RefObject, useEffect, useRef } from 'react';
import { matchesHotkey } from '../../../base/use-hotkey.ts';
import { useCanvas } from '../editing/canvas-context.ts';
import type { View } from './use-view.ts';

export type CanvasKeys = {
  editor: RefObject<HTMLElement | null>;
  view: View;
  onSave: () => void;
  onFind: () => void;
  /** Null where it is not allowed. */
  onPublish: (() => void) | null;
  onRun: (() => void) | null;
  onTest: (() => void) | null;
  onConnect: (id: string) => void;
  onOpen: () => void;
  /** Back from the palette or the properties to the drawing. */
  onLeavePanel: () => void;
  onPalette: () => void;
};

/** The canvas by keys. They are heard in the editor and where nothing has the focus, and never while somebody types. */
export function useCanvasKeys(keys: CanvasKeys): void {
  const { store, acts, editable } = useCanvas();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const edits: Readonly<Record<string, () => void>> = {
      'mod+shift+z': acts.redo,
      'mod+y': acts.redo,
      'mod+z': acts.undo,
      'mod+v': acts.paste,
      'mod+d': acts.duplicate,
      delete: acts.remove,
      backspace: acts.remove,
      'shift+t': acts.tidy,
      n: () => latest.current.onPalette(),
      c: () => {
        const { nodes } = store.get().selection;
        const [id] = focusedNode() ?? [...nodes];
        if (id) latest.current.onConnect(id);
        else acts.announce('Choose the node the connection leaves');
      },
    };
    const looks: Readonly<Record<string, () => void>> = {
      'mod+c': acts.copy,
      'mod+a': acts.selectAll,
      'mod+f': () => latest.current.onFind(),
      '/': () => latest.current.onFind(),
      '+': () => latest.current.view.zoom(1),
      '=': () => latest.current.view.zoom(1),
      '-': () => latest.current.view.zoom(-1),
      '0': () => latest.current.view.fit(),
      '1': () => latest.current.view.zoomTo(100),
      v: () => store.set({ mode: 'select', connectFrom: null }),
      k: () => store.set({ mode: 'connect', connectFrom: null }),
      h: () => store.set({ mode: 'pan', connectFrom: null }),
      p: () => latest.current.onPublish?.(),
      r: () => latest.current.onRun?.(),
      t: () => latest.current.onTest?.(),
      f2: () => latest.current.onOpen(),
      escape: () => {
        if (store.get().connectFrom === null) acts.select({});
        else store.set({ connectFrom: null });
      },
    };
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('[role="dialog"], [role="menu"]')) return;
      const { target } = event;
      // What holds the editor has the focus too: after a move to this screen that is its main part.
      const { current: editor } = keys.editor;
      const inside = target instanceof Node && (editor?.contains(target) || target.contains(editor));
      if (!inside) return;
      if (editable && matchesHotkey(event, 'mod+s')) {
        event.preventDefault();
        latest.current.onSave();
        return;
      }
      if (matchesHotkey(event, 'escape') && inPanel(target)) {
        if (!event.defaultPrevented) latest.current.onLeavePanel();
        return;
      }
      if (isField(target)) return;
      const act = actOf(event, editable ? { ...edits, ...looks } : looks);
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [store, acts, editable, keys.editor]);
}

function actOf(event: KeyboardEvent, all: Readonly<Record<string, () => void>>): (() => void) | undefined {
  // Shift makes another act of a letter, and only the way to write a sign like +.
  const fits = (key: string) =>
    (key === '+' ? event.key === '+' && !event.ctrlKey : matchesHotkey(event, key)) &&
    (key.includes('shift+') || !event.shiftKey || !/[a-z]$/.test(key));
  const found = Object.keys(all).find(fits);
  return found === undefined ? undefined : all[found];
}

/** The node that has the focus, as React Flow marks it. */
function focusedNode(): readonly string[] | null {
  const node = document.activeElement?.closest<HTMLElement>('.react-flow__node-step');
  const id = node?.dataset.id;
  return id === undefined ? null : [id];
}

function inPanel(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('aside') !== null;
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type="radio"]), textarea, select, [role="combobox"]') !== null
  );
}

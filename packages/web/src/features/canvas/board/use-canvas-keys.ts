import { type RefObject, useEffect, useRef } from 'react';
import { matchesHotkey } from '../../../base/use-hotkey.ts';
import { useCanvas } from '../editing/canvas-context.ts';
import { messages } from '../messages.ts';
import type { View } from './use-view.ts';

export type CanvasKeys = {
  editor: RefObject<HTMLElement | null>;
  view: View;
  onSave: () => void;
  onFind: () => void;
  /** Null without permission. */
  onPublish: (() => void) | null;
  onRun: (() => void) | null;
  onTest: (() => void) | null;
  onDraft: (() => void) | null;
  onConnect: (id: string) => void;
  onOpen: () => void;
  /** Moves the focus from the palette or the properties to the drawing. */
  onLeavePanel: () => void;
  onPalette: () => void;
};

/**
 * The keyboard shortcuts of the canvas, active in the editor and when nothing has the focus, except while
 * typing.
 */
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
        else acts.announce(messages.toolbar.pressSource);
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
      'shift+r': () => latest.current.onDraft?.(),
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
      // the editor's container counts as focused: after navigation, the main part of the page has the focus
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
  // Shift changes the action of a letter, but may be needed to type a sign such as +
  const fits = (key: string) =>
    (key === '+' ? event.key === '+' && !event.ctrlKey : matchesHotkey(event, key)) &&
    (key.includes('shift+') || !event.shiftKey || !/[a-z]$/.test(key));
  const found = Object.keys(all).find(fits);
  return found === undefined ? undefined : all[found];
}

/** The focused node, as marked by React Flow. */
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

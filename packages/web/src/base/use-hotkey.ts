import { useEffect, useRef } from 'react';

/** A shortcut: `mod+k` (Cmd on a Mac, Ctrl elsewhere), `shift+?`, `g`, `Escape`. */
export type Hotkey = string;

/**
 * Listens for a key on the whole page. Single letters are ignored while typing text and behind a dialog; combinations with `mod`
 * always work. `enabled: false` stops listening.
 */
export function useHotkey(hotkey: Hotkey, act: (event: KeyboardEvent) => void, enabled = true): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent) => {
      if (!matchesHotkey(event, hotkey)) return;
      if (!hotkey.includes('mod+') && isTyping(event.target)) return;
      if (/^[a-z]$/i.test(hotkey) && isBehindDialog()) return;
      event.preventDefault();
      latest.current(event);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [hotkey, enabled]);
}

/** Whether a key press matches the shortcut, including modifiers. Shift counts only if the shortcut names it. */
export function matchesHotkey(
  event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>,
  hotkey: Hotkey,
): boolean {
  const parts = hotkey.toLowerCase().split('+');
  const key = parts.at(-1);
  const mod = event.metaKey || event.ctrlKey;
  return (
    event.key.toLowerCase() === key &&
    mod === parts.includes('mod') &&
    event.altKey === parts.includes('alt') &&
    (!parts.includes('shift') || event.shiftKey)
  );
}

/** Drawers count as the page: what they show has keys of its own. */
function isBehindDialog(): boolean {
  return document.querySelector('[data-sheet="dialog"][data-state="open"]') !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]') !== null
  );
}

const macWords: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥' };
const otherWords: Record<string, string> = { mod: 'Ctrl', shift: 'Shift', alt: 'Alt' };

/** A shortcut as labeled on the reader's keyboard: `⌘K` on a Mac, `Ctrl K` elsewhere. */
export function hotkeyWords(hotkey: Hotkey, onMac = isMac()): string {
  const words = onMac ? macWords : otherWords;
  const keys = hotkey.split('+').map((key) => words[key] ?? (key.length === 1 ? key.toUpperCase() : key));
  return keys.join(onMac ? '' : ' ');
}

function isMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
}

import { expect, test } from 'vitest';
import { hotkeyWords, matchesHotkey } from './use-hotkey.ts';

const press = (
  key: string,
  held: Partial<Record<'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey', true>> = {},
) => ({
  key,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test('mod is Cmd on a Mac and Ctrl elsewhere', () => {
  expect(matchesHotkey(press('k', { metaKey: true }), 'mod+k')).toBe(true);
  expect(matchesHotkey(press('K', { ctrlKey: true }), 'mod+k')).toBe(true);
  expect(matchesHotkey(press('k'), 'mod+k')).toBe(false);
});

test('a plain key does not answer to combinations', () => {
  expect(matchesHotkey(press('g'), 'g')).toBe(true);
  expect(matchesHotkey(press('g', { ctrlKey: true }), 'g')).toBe(false);
  expect(matchesHotkey(press('?', { shiftKey: true }), '?')).toBe(true);
});

test('a shortcut is written as labeled on the keyboard', () => {
  expect(hotkeyWords('mod+k', true)).toBe('⌘K');
  expect(hotkeyWords('mod+k', false)).toBe('Ctrl K');
  expect(hotkeyWords('shift+ArrowLeft', false)).toBe('Shift ArrowLeft');
  expect(hotkeyWords('?', false)).toBe('?');
});

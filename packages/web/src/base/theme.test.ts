import { expect, test } from 'vitest';
import { readTheme, themes } from './theme.ts';

test('[SHELL-UI-21] the theme has exactly the values system, light and dark', () => {
  expect([...themes]).toEqual(['system', 'light', 'dark']);
});

test('[SHELL-UI-22] without a kept choice the theme is system', () => {
  expect(readTheme()).toBe('system');
});

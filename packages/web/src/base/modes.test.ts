import { interactionModes } from '@attain/contract/auth';
import { expect, test } from 'vitest';
import { defaultMode, modes, modeWords } from './modes.ts';

test('[SHELL-MODE-01] the mode has exactly the values traditional, hybrid and agentic', () => {
  expect([...modes]).toEqual(['traditional', 'hybrid', 'agentic']);
  expect([...modes]).toEqual([...interactionModes]);
});

test('[SHELL-MODE-02] [SHELL-MODE-03] [SHELL-MODE-04] each mode has its label', () => {
  expect(modes.map((mode) => modeWords[mode].long)).toEqual([
    'UI / Manual',
    'Hybrid / Assisted',
    'Agent / Autonomous',
  ]);
});

test('[CONF-SHELL-05] one table has the long name, the one in the bar and the one on a chip', () => {
  expect(modes.map((mode) => [modeWords[mode].bar, modeWords[mode].chip])).toEqual([
    ['UI/Manual', 'UI'],
    ['Hybrid/Assisted', 'HYBRID'],
    ['Agent/Autonomous', 'AGENT'],
  ]);
  for (const mode of modes) expect(modeWords[mode].bar).toBe(modeWords[mode].long.replaceAll(' ', ''));
});

test('[CONF-SHELL-06] [DASH-08] who never chose works hybrid', () => {
  expect(defaultMode).toBe('hybrid');
});

import { describe, expect, test } from 'vitest';
import { builderSections, isActiveSection } from './builder-sections.ts';

const active = (pathname: string) =>
  builderSections.filter(({ to }) => isActiveSection(to, pathname)).map(({ label }) => label);

describe('the navigation of the agent builder', () => {
  test('[BSHELL-12] the root is active on its exact path only', () => {
    expect(active('/agent-builder')).toEqual(['Overview']);
    expect(active('/agent-builder/')).toEqual(['Overview']);
    expect(active('/agent-builder/canvas')).toEqual(['Canvas']);
    expect(active('/agent-builder/no-such-screen')).toEqual([]);
  });

  test('[BSHELL-13] every other entry is active on its path and on those below', () => {
    for (const { to, label } of builderSections.slice(1)) {
      expect(active(to)).toEqual([label]);
      expect(active(`${to}/1`)).toEqual([label]);
      expect(active(`${to}/1/deeper`)).toEqual([label]);
      expect(active(`${to}er`)).toEqual([]);
    }
  });
});

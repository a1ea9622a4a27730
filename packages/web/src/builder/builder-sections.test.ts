import { describe, expect, test } from 'vitest';
import { agentTabs } from '../search-params.ts';
import { builderSections, isActiveSection } from './builder-sections.ts';

const active = (pathname: string) =>
  builderSections.filter(({ to }) => isActiveSection(to, pathname)).map(({ label }) => label);

/** The section of an address: `policies` of `/agent-builder/policies`. */
const sectionOf = (to: string) => to.replace(/^\/agent-builder\/?/, '') || 'overview';

describe('the navigation of the agent builder', () => {
  test('[CONF-GAL-02] [CONF-GAL-03] has the sections of the gallery’s tabs in an order of its own, and nothing in their place', () => {
    const navigated = builderSections.map(({ to }) => sectionOf(to));
    expect(navigated.slice(0, 11)).toEqual([
      ...['overview', 'canvas', 'nodes', 'data', 'policies', 'tests', 'runs', 'versions', 'deploy'],
      ...['observability', 'costs'],
    ]);
    expect(agentTabs).toEqual([
      ...['overview', 'canvas', 'nodes', 'data', 'runs', 'tests', 'policies', 'versions', 'deploy'],
      ...['observability', 'costs'],
    ]);
  });

  test('[CONF-BUILD-01] pages have the names of the screens that own them', () => {
    const titles = new Map(builderSections.map(({ to, title }) => [sectionOf(to), title]));
    expect(titles.get('policies')).toBe('Policy & Governance');
    expect(titles.get('tests')).toBe('Testing Framework');
    expect(titles.get('runs')).toBe('Execution Runs');
    expect(titles.get('versions')).toBe('Version Control');
    expect(titles.get('deploy')).toBe('Deployment Management');
    expect(titles.get('costs')).toBe('Cost & ROI Management');
  });

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

import type { NavSubPage } from '../navigation.ts';

/** The screens of the agent builder beside its first one, by their names in its own navigation. */
export const builderScreens = [
  { to: '/agent-builder/canvas', label: 'Canvas' },
  { to: '/agent-builder/nodes', label: 'Node library' },
  { to: '/agent-builder/data', label: 'Data contracts' },
  { to: '/agent-builder/policies', label: 'Policy & Governance' },
  { to: '/agent-builder/tests', label: 'Testing Framework' },
  { to: '/agent-builder/runs', label: 'Execution Runs' },
  { to: '/agent-builder/versions', label: 'Version Control' },
  { to: '/agent-builder/deploy', label: 'Deployment Management' },
  { to: '/agent-builder/observability', label: 'Observability' },
  { to: '/agent-builder/costs', label: 'Cost & ROI' },
  { to: '/agent-builder/connections', label: 'Connections' },
] satisfies readonly NavSubPage[] as readonly NavSubPage[];

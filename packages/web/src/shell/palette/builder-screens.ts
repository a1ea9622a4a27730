import type { NavSubPage } from '../navigation.ts';
import { messages } from './messages.ts';

/** The builder's screens after the first, by the labels of its navigation. */
export const builderScreens = [
  { to: '/agent-builder/canvas', label: messages.builder.canvas },
  { to: '/agent-builder/nodes', label: messages.builder.nodes },
  { to: '/agent-builder/data', label: messages.builder.data },
  { to: '/agent-builder/policies', label: messages.builder.policies },
  { to: '/agent-builder/tests', label: messages.builder.tests },
  { to: '/agent-builder/runs', label: messages.builder.runs },
  { to: '/agent-builder/versions', label: messages.builder.versions },
  { to: '/agent-builder/deploy', label: messages.builder.deployment },
  { to: '/agent-builder/observability', label: messages.builder.observability },
  { to: '/agent-builder/costs', label: messages.builder.cost },
  { to: '/agent-builder/agents', label: messages.builder.agents },
  { to: '/agent-builder/connections', label: messages.builder.connections },
] satisfies readonly NavSubPage[] as readonly NavSubPage[];

import type { LinkProps } from '@tanstack/react-router';
import {
  Blocks,
  Bot,
  ChartNoAxesCombined,
  FileJson2,
  FlaskConical,
  GitBranch,
  LayoutList,
  type LucideIcon,
  Play,
  Plug,
  Rocket,
  Scale,
  Wallet,
  Workflow,
} from 'lucide-react';
import { messages } from './messages.ts';

/** One screen of the builder: address, labels and description. */
export type BuilderSection = {
  readonly to: Extract<NonNullable<LinkProps['to']>, `/agent-builder${string}`>;
  /** The label in the navigation. */
  readonly label: string;
  readonly title: string;
  readonly testId: `page-agent-${string}`;
  readonly icon: LucideIcon;
  readonly badge?: string;
  /** What the screen is for. */
  readonly about: string;
};

const overview: BuilderSection = {
  to: '/agent-builder',
  label: messages.sections.overview,
  title: messages.overview.title,
  testId: 'page-agent-overview',
  icon: Bot,
  about: messages.sections.overviewAbout,
};

/** The eleven specified screens in navigation order, the list of agents, and Connections. */
export const builderSections: readonly BuilderSection[] = [
  overview,
  {
    to: '/agent-builder/canvas',
    label: messages.sections.canvas,
    title: messages.sections.canvas,
    testId: 'page-agent-canvas',
    icon: Workflow,
    badge: messages.sections.core,
    about: messages.sections.canvasAbout,
  },
  {
    to: '/agent-builder/nodes',
    label: messages.sections.nodes,
    title: messages.sections.nodes,
    testId: 'page-agent-nodes',
    icon: Blocks,
    about: messages.sections.nodesAbout,
  },
  {
    to: '/agent-builder/data',
    label: messages.sections.data,
    title: messages.sections.data,
    testId: 'page-agent-data',
    icon: FileJson2,
    about: messages.sections.dataAbout,
  },
  {
    to: '/agent-builder/policies',
    label: messages.sections.policies,
    title: messages.sections.policies,
    testId: 'page-agent-policies',
    icon: Scale,
    about: messages.sections.policiesAbout,
  },
  {
    to: '/agent-builder/tests',
    label: messages.sections.tests,
    title: messages.sections.tests,
    testId: 'page-agent-tests',
    icon: FlaskConical,
    about: messages.sections.testsAbout,
  },
  {
    to: '/agent-builder/runs',
    label: messages.sections.runs,
    title: messages.sections.runs,
    testId: 'page-agent-runs',
    icon: Play,
    about: messages.sections.runsAbout,
  },
  {
    to: '/agent-builder/versions',
    label: messages.sections.versions,
    title: messages.sections.versions,
    testId: 'page-agent-versions',
    icon: GitBranch,
    about: messages.sections.versionsAbout,
  },
  {
    to: '/agent-builder/deploy',
    label: messages.sections.deployment,
    title: messages.sections.deployment,
    testId: 'page-agent-deploy',
    icon: Rocket,
    about: messages.sections.deploymentAbout,
  },
  {
    to: '/agent-builder/observability',
    label: messages.sections.observability,
    title: messages.sections.observability,
    testId: 'page-agent-observability',
    icon: ChartNoAxesCombined,
    about: messages.sections.observabilityAbout,
  },
  {
    to: '/agent-builder/costs',
    label: messages.sections.cost,
    title: messages.sections.costTitle,
    testId: 'page-agent-costs',
    icon: Wallet,
    about: messages.sections.costAbout,
  },
  {
    to: '/agent-builder/agents',
    label: messages.sections.agents,
    title: messages.sections.agents,
    testId: 'page-agent-agents',
    icon: LayoutList,
    about: messages.sections.agentsAbout,
  },
  {
    to: '/agent-builder/connections',
    label: messages.sections.connections,
    title: messages.sections.connections,
    testId: 'page-agent-connections',
    icon: Plug,
    about: messages.sections.connectionsAbout,
  },
];

/** Whether an entry is active: the root on its exact path, others also below theirs. */
export function isActiveSection(to: string, pathname: string): boolean {
  const path = pathname.replace(/\/+$/, '');
  return path === to || (to !== overview.to && path.startsWith(`${to}/`));
}

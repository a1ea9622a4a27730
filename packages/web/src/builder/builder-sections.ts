import type { LinkProps } from '@tanstack/react-router';
import {
  Blocks,
  Bot,
  ChartNoAxesCombined,
  FileJson2,
  FlaskConical,
  GitBranch,
  type LucideIcon,
  Play,
  Plug,
  Rocket,
  Scale,
  Wallet,
  Workflow,
} from 'lucide-react';

/** One screen of the agent builder: where it is, what it is called, and what it will hold. */
export type BuilderSection = {
  readonly to: Extract<NonNullable<LinkProps['to']>, `/agent-builder${string}`>;
  /** The entry in the navigation. */
  readonly label: string;
  /** The heading of the page. */
  readonly title: string;
  readonly testId: `page-agent-${string}`;
  readonly icon: LucideIcon;
  readonly badge?: string;
  /** What one comes here for. */
  readonly about: string;
  /** What will stand here once it is built; empty: it is. */
  readonly coming: readonly string[];
};

const overview: BuilderSection = {
  to: '/agent-builder',
  label: 'Overview',
  title: 'Agent Overview',
  testId: 'page-agent-overview',
  icon: Bot,
  about: 'What an agent is for, how far it is trusted, and what sets it off',
  coming: [],
};

/** The eleven screens, in the order of the navigation, and ours: what they are connected to. */
export const builderSections: readonly BuilderSection[] = [
  overview,
  {
    to: '/agent-builder/canvas',
    label: 'Canvas',
    title: 'Canvas',
    testId: 'page-agent-canvas',
    icon: Workflow,
    badge: 'Core',
    about: 'Draw what an agent does, step by step, and watch it run',
    coming: [],
  },
  {
    to: '/agent-builder/nodes',
    label: 'Node library',
    title: 'Node library',
    testId: 'page-agent-nodes',
    icon: Blocks,
    about: 'Every kind of step an agent can take',
    coming: [],
  },
  {
    to: '/agent-builder/data',
    label: 'Data contracts',
    title: 'Data contracts',
    testId: 'page-agent-data',
    icon: FileJson2,
    about: 'The shapes in which agents take and hand on their facts',
    coming: [
      'Schemas of inputs, outputs and internal facts, by version',
      'Sample records and their validation',
      'Which agents use a contract',
    ],
  },
  {
    to: '/agent-builder/policies',
    label: 'Policy & Governance',
    title: 'Policy & Governance',
    testId: 'page-agent-policies',
    icon: Scale,
    about: 'What agents may do, who may change them, and what was violated',
    coming: [
      'Policy rules by type and status, with their enforcement',
      'Roles and their permissions',
      'Compliance: residency of records and recent events',
    ],
  },
  {
    to: '/agent-builder/tests',
    label: 'Testing Framework',
    title: 'Testing Framework',
    testId: 'page-agent-tests',
    icon: FlaskConical,
    about: 'Proof that an agent does what it should before it touches anybody’s pay',
    coming: [
      'Suites of unit, integration and scenario tests',
      'Coverage of the workflow',
      'Performance and its regressions',
    ],
  },
  {
    to: '/agent-builder/runs',
    label: 'Execution Runs',
    title: 'Execution Runs',
    testId: 'page-agent-runs',
    icon: Play,
    about: 'What agents did, when, with which result',
    coming: [],
  },
  {
    to: '/agent-builder/versions',
    label: 'Version Control',
    title: 'Version Control',
    testId: 'page-agent-versions',
    icon: GitBranch,
    about: 'Every version of an agent, and what changed between two of them',
    coming: [
      'Versions as snapshots that never change',
      'Branches and releases',
      'Two versions compared by their measured results',
    ],
  },
  {
    to: '/agent-builder/deploy',
    label: 'Deployment Management',
    title: 'Deployment Management',
    testId: 'page-agent-deploy',
    icon: Rocket,
    about: 'From development over staging to production, and back when needed',
    coming: ['Environments and their health', 'Deployments with their checks', 'Rollback and its history'],
  },
  {
    to: '/agent-builder/observability',
    label: 'Observability',
    title: 'Observability',
    testId: 'page-agent-observability',
    icon: ChartNoAxesCombined,
    about: 'How agents behave while they work',
    coming: ['Traces, span by span', 'Logs with a search, metrics with their trend', 'Alerts to acknowledge'],
  },
  {
    to: '/agent-builder/costs',
    label: 'Cost & ROI',
    title: 'Cost & ROI Management',
    testId: 'page-agent-costs',
    icon: Wallet,
    about: 'What agents cost, and what they bring',
    coming: [
      'Usage and cost by service',
      'Budgets with their alert thresholds',
      'Savings against cost, from measured runs',
    ],
  },
  {
    to: '/agent-builder/connections',
    label: 'Connections',
    title: 'Connections',
    testId: 'page-agent-connections',
    icon: Plug,
    about: 'What steps reach beyond Attain, with their secrets in a vault',
    coming: [],
  },
];

/** Whether an entry is where one stands: the root on its exact path, every other also on paths below its own. */
export function isActiveSection(to: string, pathname: string): boolean {
  const path = pathname.replace(/\/+$/, '');
  return path === to || (to !== overview.to && path.startsWith(`${to}/`));
}

import { counted } from '../../../base/format-number.ts';

/** Texts of the controls. */
export const messages = {
  title: 'Controls',
  about: 'Actions that need a second person, by month',
  failure: 'The controls could not be loaded',
  log: 'Audit log',
  tiles: {
    entries: 'Log entries',
    signed: (ago: string, newer: number) =>
      newer === 0 ? `All signed ${ago}` : `Signed ${ago}, ${counted(newer, 'newer entry', 'newer entries')}`,
    unsigned: 'Not signed yet',
    month: 'Controls with findings this month',
    of: (active: number) =>
      active === 0 ? 'No actions yet' : `Of ${counted(active, 'control')} with actions`,
    alone: 'Actions by one person',
    months: (count: number) => `In ${counted(count, 'month')}`,
    waiting: 'Waiting for approval',
    oldest: (ago: string) => `Oldest asked ${ago}`,
    none: 'No open requests',
  },
  control: 'Control',
  names: {
    payments: 'Payments',
    adjustments: 'Adjustments',
    plans: 'Plan activations',
    imports: 'Imports over a limit',
    'parallel-runs': 'Parallel runs',
    disputes: 'Disputes',
    access: 'Roles and access',
    secrets: 'Production secrets',
    assistant: 'Assistant',
    agents: 'Agents and policies',
    tasks: 'Workflow tasks',
  },
  states: {
    pass: (acts: number) => `Pass (${acts})`,
    exception: (count: number) => counted(count, 'exception'),
    fail: (count: number) => counted(count, 'failure'),
    empty: 'None',
  },
  exceptions: {
    title: 'Exceptions',
    at: 'Time',
    control: 'Control',
    finding: 'Finding',
    person: 'User',
    reason: 'Reason',
    more: (shown: number, all: number) => `The newest ${shown} of ${all}. The audit log has all.`,
    none: 'No exceptions',
    noneText: 'In these months, every action that needs a second person had one.',
    alone: (action: string) => `${action} by one person`,
    approvedAlone: (what: string) => `${what}: approved by one person`,
    outdated: (period: string) => `Payments of ${period} from results that were out of date`,
    selfApproved: (period: string) => `Payments of ${period} posted without another person’s approval`,
    openDispute: (name: string) => `Dispute${name && ` of ${name}`} open for over 30 days`,
  },
};

import { counted } from '../../base/format-number.ts';

/** Texts of the overview: latest results, to-do list and working mode. */
export const messages = {
  latest: {
    sub: (period: string, version: number | null, payees: number | null) =>
      `${period}, v${version}, ${counted(payees, 'payee')}`,
  },
  firstSteps: {
    title: 'Get started',
    alone: 'You are alone: nothing can be approved until a second person joins.',
    people: 'Invite a second person',
    import: 'Import your records',
    plan: 'Activate a plan',
    payees: 'Assign payees to the plan',
    calculation: 'Calculate a period',
    done: 'done',
    dismiss: 'Dismiss checklist',
    failure: 'The checklist could not be dismissed',
  },
  outdated: 'Out of date',
  mode: {
    log: 'View audit log',
    acts: 'Automatic actions',
    failure: 'The audit log could not be loaded',
    none: 'No automatic actions yet',
  },
  toDo: {
    title: 'To do',
    approval: 'Approval',
    dispute: 'Dispute',
    disputed: (of: {
      participantName: string;
      componentName: string | null;
      planName: string;
      periodKey: string;
    }) => `${of.participantName}, ${of.componentName ?? of.planName}, ${of.periodKey}`,
    review: 'Review',
    requested: (summary: string, amount: string | null, by: string) =>
      `${amount === null ? summary : `${summary}, ${amount}`}. Requested by ${by}.`,
    none: 'All caught up. Every result matches its records.',
    outdated: 'Out of date',
    recalculate: 'Recalculate',
    of: (plan: string, period: string, message: string) => `${plan}, ${period}: ${message}`,
    changed: 'Data changed since this calculation.',
    failed: 'Failed',
    problems: (count: number) => counted(count, 'problem'),
    seeWhy: 'View problems',
    import: 'Import',
    importProblems: (file: string, count: number) => `${file} has ${counted(count, 'problem')}`,
    notStored: (file: string) => `${file} is not stored yet`,
    continue: 'Continue import',
    draft: 'Draft',
    notActive: (plan: string, version: number) => `${plan}, version ${version}, is not active yet`,
    finish: 'Finish plan',
    unassigned: 'No payees',
    noPayees: (plan: string) => `${plan} is active but has no payees`,
    assign: 'Assign payees',
  },
};

import { counted } from '../../base/format-number.ts';

/** Texts of the overview: latest results, to-do list and working mode. */
export const messages = {
  latest: {
    sub: (period: string, version: number | null, payees: number | null) =>
      `${period}, v${version}, ${counted(payees, 'payee')}`,
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

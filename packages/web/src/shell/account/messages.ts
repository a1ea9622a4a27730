import { formatMoment } from '../../base/format-date.ts';
import { counted } from '../../base/format-number.ts';

/** Texts of the account and workspace dialogs. */
export const messages = {
  password: {
    othersEnded: (ended: number) =>
      ended === 1 ? 'One other session was signed out.' : `${ended} other sessions were signed out.`,
    currentMissing: 'Enter your current password.',
    newMissing: 'Enter a new password.',
    tooShort: (min: number, actual: number) => `Enter at least ${min} characters. This one has ${actual}.`,
    tooLong: 'Enter a shorter password.',
    same: 'Enter a password other than the current one.',
    different: 'The passwords do not match.',
    againMissing: 'Enter the new password again.',
    noOthers: 'You had no other sessions.',
    changed: 'Password changed',
    description: 'Changes it in all your workspaces. Your other sessions are signed out.',
    current: 'Current password',
    new: 'New password',
    hint: (min: number) => `At least ${min} characters. A sentence works well.`,
    again: 'Confirm new password',
  },
  workspace: {
    keptForever: 'forever',
    days: (days: number) => `${days} days`,
    years: { one: '1 year', five: '5 years', seven: '7 years' },
    saved: 'Settings saved',
    description: (name: string) => `Settings for everyone in ${name}.`,
    descriptionAll: 'Settings for everyone.',
    save: 'Save settings',
    failure: 'The settings could not be loaded',
    currency: 'Reporting currency',
    currencyHint: (currency: string) =>
      `For totals of payments in several currencies. Existing payment runs keep theirs. Default: ${currency}.`,
    timeZone: 'Time zone',
    timeZoneHint: 'Periods start and end, and payments are due, in this time zone.',
    fixedDay: (day: string) => `It is always ${day} here`,
    fixedDayHint: 'The sample’s records end then. Once you go by the calendar, you can’t go back.',
    retention: 'Keep ended workflow runs',
    retentionHint:
      'Older runs are deleted with their logs and files. Waiting and unresolved runs and the audit log are kept.',
    secondFactor: 'Require two-step sign-in for',
    secondFactorHint: 'They set it up before they continue, also in open sessions.',
    forever: 'Forever',
    keptFor: (duration: string) => `for ${duration}`,
    savedText: (currency: string, timeZone: string, kept: string) =>
      `New payment runs report in ${currency}. Days are those of ${timeZone}. Ended runs are kept ${kept}.`,
  },
  holidays: {
    title: 'Holidays',
    hint: 'Not counted as working days for closes, pay, pace and disputes.',
    none: 'None. Working days are Monday to Friday.',
    count: (count: number) => counted(count, 'holiday'),
    remove: (name: string, day: string) => `Remove ${name}, ${day}`,
    removeFailure: 'The holiday could not be removed',
    add: 'New holidays',
    addHint: 'Date and name on each line, such as 2026-12-25, Christmas Day.',
    addAct: 'Add holidays',
    failure: 'The holidays could not be loaded',
  },
  mail: {
    label: 'Mail server',
    hint: 'Sends approvals, tasks, statements and invitations to members by email.',
    none: 'No mail',
    use: 'Use this server and send me a test',
    turnOff: 'Stop sending mail',
    noAddress: 'Set ATTAIN_PUBLIC_URL on the server first: mails need links.',
    noConnection: 'Add an Email connection in the agent builder first.',
    saved: 'Mail server saved',
    savedOn: 'If your username is an email address, a test is on its way.',
    savedOff: 'Attain sends no mail any more.',
    failure: 'The mail settings could not be loaded',
    state: (is: { waiting: number; lastSentAt: string | null; withoutAddress: number }) =>
      [
        is.lastSentAt === null ? 'Nothing sent yet.' : `Last sent ${formatMoment(is.lastSentAt)}.`,
        is.waiting === 0 ? '' : `${counted(is.waiting, 'mail')} waiting.`,
        is.withoutAddress === 0
          ? ''
          : `${counted(is.withoutAddress, 'member')} without an email address as username.`,
      ]
        .filter(Boolean)
        .join(' '),
    problem: (recipient: string, reason: string) => `To ${recipient}: ${reason}`,
  },
  sessions: {
    endAllFailure: 'The other sessions could not be ended',
    ended: (count: number) => `${counted(count, 'session')} ended`,
    description: "In all your workspaces. End sessions you don't recognize, then change your password.",
    close: 'Close',
    endAll: 'End other sessions',
    failure: 'The sessions could not be loaded',
    endFailure: 'The session could not be ended',
    endedOne: 'Session ended',
    current: 'This session',
    times: (started: string, seen: string) => `Signed in ${started} · last seen ${seen}`,
    endOne: (device: string, started: string) => `End session: ${device}, signed in ${started}`,
    end: 'End session',
  },
};

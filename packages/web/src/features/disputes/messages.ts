import type { Adjustment, Dispute } from '../../api/shapes.ts';
import { counted, formatBytes } from '../../base/format-number.ts';
import type { Meaning } from '../../ui/badge.tsx';

/** What is wrong, as people choose it. */
export const categoryNames: Readonly<Record<Dispute['category'], string>> = {
  'missing-deal': 'A deal is missing',
  amount: 'A deal has the wrong amount',
  split: 'A split is wrong',
  'quota-or-rate': 'Quota or rate is wrong',
  plan: 'The plan is wrong',
  'not-paid': 'Pay has not arrived',
  other: 'Something else',
};

/** The state of a dispute in one word, with its color. */
export function stateOf(dispute: Dispute): { label: string; meaning: Meaning } {
  if (dispute.withdrawnAt !== null) return { label: 'Withdrawn', meaning: 'neutral' };
  if (dispute.outcome === 'upheld') return { label: 'Upheld', meaning: 'ok' };
  if (dispute.outcome === 'dismissed') return { label: 'Dismissed', meaning: 'neutral' };
  if (dispute.waitingOn === 'approver') return { label: 'Waiting for approval', meaning: 'info' };
  if (dispute.waitingOn === 'payee') return { label: 'Waiting for payee', meaning: 'info' };
  return dispute.status === 'assigned'
    ? { label: 'In review', meaning: 'info' }
    : { label: 'Open', meaning: 'warn' };
}

/** Where the adjustment of a dispute is on its way to a payment. */
export const adjustmentStates: Readonly<Record<Adjustment['status'], string>> = {
  submitted: 'waiting for approval',
  approved: 'approved',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  expired: 'expired',
  void: 'no longer applies',
  taken: 'in payments',
  posted: 'posted',
};

/** How upheld pay is put right, where people choose and read it. */
export const consequenceNames: Readonly<Record<NonNullable<Dispute['consequence']>, string>> = {
  records: 'By corrected records',
  adjustment: 'By an adjustment',
  plan: 'By a change of the plan',
  none: 'No correction',
};

/** Texts of disputes. */
export const messages = {
  open: 'Dispute',
  openAbout: (what: string) => `Dispute ${what}`,
  openTitle: 'Dispute this pay',
  about: (of: { participantName: string; what: string; periodKey: string }) =>
    `${of.participantName}, ${of.what}, ${of.periodKey}`,
  fields: {
    line: 'Line',
    wholeStatement: 'The whole statement',
    category: 'What is wrong?',
    deal: 'Deal ID',
    dealHint: 'The deal is looked up before you send.',
    expected: 'Expected pay',
    expectedHint: 'What this line should pay, if you know it',
    reason: 'Explain',
    reasonHint: 'At least 3 characters. Reviewers and the payee can read it.',
  },
  files: {
    label: 'Files',
    attach: 'Attach files',
    hint: 'Or drop or paste them. Up to 5, 10 MB each.',
    chosen: 'Attached files',
    uploading: (name: string) => `Uploading ${name}`,
    remove: (name: string) => `Remove ${name}`,
    failed: (name: string, reason: string) => `“${name}” was not uploaded. ${reason}`,
    retry: 'Try again',
    retryOne: (name: string) => `Try again: ${name}`,
    hold: 'To send, remove the files that could not be attached, or try again.',
    tooMany: (name: string, max: number) => `“${name}” is one too many. Attach up to ${max} files at a time.`,
    empty: (name: string) => `“${name}” is empty. Choose another file.`,
    tooLarge: (name: string, bytes: number, max: number) =>
      `“${name}” is ${formatBytes(bytes)}. Choose a file of at most ${formatBytes(max)}.`,
  },
  expect: (pays: string) => `Expect ${pays}`,
  unknownDeal: 'No deal or opportunity has this ID. Check it, or ask for the deal to be imported.',
  send: 'Send dispute',
  sent: 'Dispute sent',
  sentText: 'Reviewers are notified. You’ll see their answer here and in your notifications.',
  existing: 'A dispute about this pay is open.',
  view: 'View dispute',
  upheldOn: (day: string) => `Dispute upheld on ${day}.`,
  settled: {
    adjustment: (amount: string, status: string) => `Adjustment of ${amount}, ${status}.`,
    corrected: (pays: string, change: string) => `The newest calculation pays ${pays} (${change}).`,
    pending: 'The newest calculation pays the same so far.',
  },
  figures: {
    failure: 'The figures could not be loaded',
    open: 'Open',
    pastDue: 'Past due',
    due: 'First answer in 2 working days, outcome in 5',
    age: 'Median age',
    ageOf: 'Of open disputes',
    days: (days: number) => counted(days, 'day'),
    upheld: 'Upheld',
    decided: (upheld: number, decided: number) => `${upheld} of ${decided} decided in 12 months`,
  },
  file: {
    id: 'Dispute ID',
    payeeId: 'Payee ID',
    plan: 'Plan',
    planId: 'Plan ID',
    component: 'Component',
    componentId: 'Component ID',
    period: 'Period',
    calculationId: 'Calculation ID',
    dealId: 'Deal ID',
    currency: 'Currency',
    assignee: 'Reviewer’s user name',
    consequence: 'Correction',
    adjustmentId: 'Adjustment ID',
    by: 'Written by',
    at: 'Written at',
    message: 'Message',
    approved: 'Approved',
    file: 'File',
    bytes: 'Size in bytes',
    sha256: 'SHA-256',
  },
  ownCalculation: 'Own calculation',
  ownCalculationHint: 'The reviewer ordered the calculation in question.',
  list: {
    label: 'Disputes',
    search: 'Search disputes',
    noMatch: 'No matching disputes',
    noMatchText: 'Change the search or the filter.',
    failure: 'The disputes could not be loaded',
    none: 'No disputes',
    noneText: 'To question your pay, open a statement and choose Dispute.',
    noneToReview: 'Disputes that payees open appear here.',
    payee: 'Payee',
    what: 'Disputed',
    category: 'Reason',
    paid: 'Calculated',
    expected: 'Expected',
    state: 'Status',
    assignee: 'Reviewer',
    opened: 'Opened',
    show: 'Show',
    unresolved: 'Unresolved',
    resolved: 'Resolved',
    all: 'All',
  },
  answer: {
    title: 'Find the cause',
    text: 'Attain pays the statement again with single records in another state.',
    find: 'Find causes',
    failure: 'The causes could not be found',
    why: (deal: string) => `Deal ${deal}`,
    noDeal: (deal: string) => `Deal ${deal} is not in the records. Import it first.`,
    gives: (expected: string) => `Each of these alone gives ${expected}`,
    noneGives: (expected: string, tried: number) =>
      `None of ${counted(tried, 'record')} alone gives ${expected}. The closest:`,
    try: 'Try this change',
    tryFailure: 'The change could not be tried',
    changes: (delta: string, payees: number) => `Changes pay by ${delta} for ${counted(payees, 'payee')}.`,
    apply: 'Open to apply it',
    reason: (payee: string) => `Dispute of ${payee}`,
  },
  detail: {
    failure: 'The dispute could not be loaded',
    title: (dispute: Dispute) => `${dispute.participantName}, ${dispute.periodKey}`,
    what: (dispute: Dispute) => dispute.componentName ?? 'The whole statement',
    difference: 'Difference',
    plan: 'Plan',
    deal: 'Deal',
    reviewer: 'Reviewer',
    nobody: 'Not assigned',
    openedBy: 'Opened by',
    statement: 'Open statement',
    line: 'Open explanation',
    conversation: 'Conversation',
    outcome: 'Outcome',
    message: 'Message',
    messageTo: { reviewer: 'Write to the reviewer', payee: 'Ask the payee' },
    send: 'Send message',
    sendFailure: 'Message not sent',
    take: 'Assign to me',
    takeFailure: 'Not assigned',
    uphold: 'Uphold',
    dismiss: 'Dismiss',
    upholdTitle: 'Uphold this dispute?',
    dismissTitle: 'Dismiss this dispute?',
    upholdText: 'Choose how the pay is corrected.',
    correction: 'Correction',
    hints: {
      records: 'Import or change the record, then recalculate. Upholding itself changes nothing.',
      adjustment: 'Another person approves the amount, which upholds the dispute.',
      plan: 'Draft a new version in Plan Design. Upholding itself changes nothing.',
      none: 'The payee is right, but pay stays as it is. Say why.',
    },
    propose: 'Send for approval',
    proposed: 'Adjustment sent for approval',
    proposal: (amount: string, state: string) => `Proposed ${amount}, ${state}`,
    votes: { approve: 'Approved', reject: 'Rejected' },
    voter: (by: string, onBehalfOf: string | null) => (onBehalfOf === null ? by : `${by} for ${onBehalfOf}`),
    log: 'Log of the dispute',
    adjustmentLog: (number: number | null) =>
      number === null ? 'Log of the adjustment' : `Log of adjustment ${number}`,
    waits: 'The adjustment waits for approval. To decide otherwise, withdraw it.',
    pending: 'Pays the same so far',
    corrected: (pays: string, change: string) => `${pays} (${change})`,
    amount: (currency: string) => `Amount in ${currency}`,
    adjustment: 'Adjustment',
    adjustmentWords: (amount: string, status: string) => `${amount}, ${status}`,
    dismissText: 'The payee sees the reason. Pay stays as it is.',
    withdraw: 'Withdraw',
    withdrawTitle: 'Withdraw this dispute?',
    withdrawText: 'The reviewers are notified. You can open a new one later.',
    reason: 'Reason',
    reasonHint: 'At least 3 characters. Shown to the payee and saved in the audit log.',
    ownPay: 'This is your own pay, so another reviewer must decide.',
    done: { upheld: 'Dispute upheld', dismissed: 'Dispute dismissed', withdrawn: 'Dispute withdrawn' },
  },
};

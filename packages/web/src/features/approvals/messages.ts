import type { ApprovalKind } from '@attain/domain/approvals/approval-kinds';
import type { ApprovalStatus } from '@attain/domain/approvals/approval-moves';
import type { ApprovalRequest } from '../../api/shapes.ts';
import { formatAgo, formatMoment } from '../../base/format-date.ts';
import { formatAmounts, formatMoney } from '../../base/format-money.ts';
import { counted } from '../../base/format-number.ts';
import type { Meaning } from '../../ui/badge.tsx';
import { totalsOf } from './chosen-requests.ts';

/** What a request is about. */
export const kindNames: Readonly<Record<ApprovalKind, string>> = {
  'payment-run': 'Payment run',
  adjustment: 'Adjustment',
  'plan-activation': 'Plan activation',
  'role-grant': 'Role',
  'administrator-grant': 'Administrator role',
  'duty-exception': 'Role exception',
  'access-grant': 'Temporary access',
  'suggestion-override': 'Override',
  'suggestion-apply': 'Suggestion',
  'autonomous-act': 'Full Auto',
  'autonomy-level': 'Autonomy',
  'agent-version': 'Agent',
  'policy-activation': 'Policy',
  deployment: 'Deployment',
  'production-secret': 'Secret',
  import: 'Import',
  'release-gate': 'Release',
};

/** How a request's status is shown. */
export const statusWords: Readonly<Record<ApprovalStatus, { label: string; meaning: Meaning }>> = {
  open: { label: 'Waiting', meaning: 'info' },
  approved: { label: 'Approved', meaning: 'ok' },
  rejected: { label: 'Rejected', meaning: 'bad' },
  withdrawn: { label: 'Withdrawn', meaning: 'neutral' },
  expired: { label: 'Expired', meaning: 'warn' },
  void: { label: 'Replaced', meaning: 'neutral' },
};

/** Whether further approvals are needed after the next one. */
const needsMore = ({ requiredApprovals, currentApprovals }: ApprovalRequest) =>
  requiredApprovals - currentApprovals > 1;

/** What an approval does, and whether it can be undone. */
const effects: Readonly<Record<ApprovalKind, string>> = {
  'payment-run': 'You can withdraw these payments until they are posted.',
  adjustment:
    'The next payments pay what is approved. Until then it can be withdrawn, unless it upholds a dispute.',
  'plan-activation': 'The plan becomes active at once. An active version never changes.',
  'role-grant': 'The roles apply at once. You can remove them in People & access.',
  'administrator-grant': 'The roles apply at once. You can remove them in People & access.',
  'duty-exception':
    'The roles apply at once and end automatically. You can remove them earlier in People & access.',
  'access-grant': 'Access starts at once and ends automatically. You can revoke it in People & access.',
  'suggestion-override': 'You attest that the override is justified. No plan changes.',
  'suggestion-apply': 'The change is added to the draft. Pay changes once the draft is activated.',
  'autonomous-act': 'You attest to a change that Attain made in the draft. It can then be activated.',
  'autonomy-level': 'Attain adds suggestions to drafts automatically. You can lower the level any time.',
  'agent-version': 'This version may run in this environment. Later versions need another approval.',
  'policy-activation': 'The policy decides from now on. It can be deactivated any time.',
  deployment: 'The version is deployed.',
  'production-secret': 'The secret is used from now on. The one before is destroyed.',
  import: 'The rows are saved in the background. Calculations that read them become out of date.',
  'release-gate': 'The gate passes. Once all six have, the candidate can go to production.',
};

/** What a decision about several does, if it does the same for each; null: it does not. */
function effectOfAll(decision: 'approve' | 'reject', requests: readonly ApprovalRequest[]): string | null {
  const sentence = decision === 'approve' ? messages.effect : messages.rejection;
  const [first, ...others] = new Set(requests.map(sentence));
  return others.length === 0 ? (first ?? null) : null;
}

/** What a rejection does. */
const rejections: Readonly<Record<ApprovalKind, string>> = {
  'payment-run': 'The payment run is withdrawn. Its creator is notified.',
  adjustment: 'Nothing is paid. The requester is notified.',
  'plan-activation': 'The plan stays a draft. The requester is notified.',
  'role-grant': 'Members keep their roles; invitations are withdrawn. The requester is notified.',
  'administrator-grant': 'Members keep their roles; invitations are withdrawn. The requester is notified.',
  'duty-exception': 'The member keeps their roles. The requester is notified.',
  'access-grant': 'No access is given. The requester is notified.',
  'suggestion-override': 'The override stays recorded as rejected. The requester is notified.',
  'suggestion-apply': 'The suggestion is rejected. No plan changes.',
  'autonomous-act': 'The change is removed from the draft, and the suggestion is open again.',
  'autonomy-level': 'The level stays as it is. The requester is notified.',
  'agent-version': 'This version can’t run there. The requester is notified.',
  'policy-activation': 'The policy stays as it is. The requester is notified.',
  deployment: 'Nothing is deployed. The requester is notified.',
  'production-secret': 'The new secret is destroyed. The requester is notified.',
  import: 'Nothing is saved. The requester is notified.',
  'release-gate': 'The candidate can’t go to production. The requester is notified.',
};

const day = 86_400_000;

/** A summary within a sentence. Those of roles begin with the name of the role. */
const within = ({ kind, summary }: Pick<ApprovalRequest, 'kind' | 'summary'>) =>
  kind === 'role-grant' || kind === 'administrator-grant' ? summary : lowerFirst(summary);

export const messages = {
  page: {
    title: 'Approvals & Workflows',
    subtitle: 'Review what needs a second person.',
    tabs: 'Approvals',
    creating: 'Being created',
    failure: 'Couldn’t load the payment runs',
    noRuns: 'No payment runs yet',
    create: 'Create a payment run for a calculated period.',
    runs: 'Payment runs appear here.',
    posted: 'Payments appear here once they are posted.',
  },
  file: {
    id: 'Request ID',
    subjectType: 'Subject type',
    subjectId: 'Subject ID',
    amount: 'Amount',
    currency: 'Currency',
    status: 'Status',
    approvals: 'Approvals',
    required: 'Required approvals',
    dueAt: 'Due at',
    askedBy: 'Requested by',
    askedAt: 'Requested at',
    reason: 'Reason',
    decidedAt: 'Decided at',
    expiresAt: 'Expires at',
  },
  more: 'Show more',
  tabs: { 'for-me': 'For me', asked: 'I asked', all: 'All', payments: 'Payments', rules: 'Rules' },
  empty: {
    'for-me': { title: 'You’re all caught up.', text: 'Requests you can approve appear here.' },
    asked: { title: 'No requests yet', text: 'Requests you make appear here with their status.' },
    all: {
      title: 'No requests yet',
      text: 'Payment runs, plans and roles waiting for approval appear here.',
    },
  },
  noMatch: { title: 'No matching requests', text: 'Change the search or the filter.' },
  list: 'Approval requests',
  search: 'Search requests',
  allKinds: 'All kinds',
  kind: 'Kind',
  sort: 'Sort',
  newest: 'Newest first',
  largest: 'Largest first',
  count: (total: number) => counted(total, 'request'),
  keys: { move: 'move', approve: 'approve', reject: 'reject', ask: 'ask', select: 'select' },
  overdue: 'Overdue',
  dueAt: 'Due',
  questions: {
    title: 'Questions',
    mark: 'Question',
    ask: 'Ask',
    askWhom: (name: string) => `Question to ${name}`,
    send: 'Send question',
    answer: 'Send answer',
    answerTo: (name: string) => `Answer to ${name}`,
    waiting: (requester: string, question: { by: string; mine: boolean }) =>
      question.mine
        ? `You asked ${requester}. You can still decide.`
        : `${question.by} waits for an answer from ${requester}.`,
    askFailure: 'Couldn’t send the question',
    answerFailure: 'Couldn’t send the answer',
  },
  many: {
    choose: (summary: string) => `Select ${summary}`,
    all: (first: number, all: number) => (first < all ? `Select first ${first}` : 'Select all'),
    chosen: (count: number) => `${count} selected`,
    approve: 'Approve selected',
    reject: 'Reject selected',
    title: (decision: 'approve' | 'reject', requests: readonly ApprovalRequest[]) => {
      const total = formatAmounts(totalsOf(requests));
      const act = messages.many.act(decision, requests.length);
      return `${act}${total === '' ? '' : `, ${total}`}?`;
    },
    description: (decision: 'approve' | 'reject', requests: readonly ApprovalRequest[]) =>
      `Each is decided separately, with your name and ${decision === 'approve' ? 'comment' : 'reason'}. ${
        effectOfAll(decision, requests) ?? 'Your votes can’t be changed.'
      }`,
    act: (decision: 'approve' | 'reject', count: number) =>
      `${decision === 'approve' ? 'Approve' : 'Reject'} ${counted(count, 'request')}`,
    alone: ({ warningCount }: ApprovalRequest) =>
      warningCount > 0
        ? 'Not included: it has warnings to read. Open it to approve it.'
        : 'Not included: a question is not answered yet.',
    done: (decided: number, failed: number) =>
      failed === 0
        ? `${counted(decided, 'request')} decided`
        : `${counted(decided, 'request')} decided, ${failed} not`,
    outcomes: 'Outcomes',
    failed: 'Not decided',
    voted: 'Vote counted',
    close: 'Close',
  },
  requestedBy: (request: ApprovalRequest, now: number) =>
    `Requested by ${request.mine ? 'you' : request.askedBy}, ${formatAgo(Date.parse(request.askedAt), now)}`,
  asker: (request: ApprovalRequest) => (request.mine ? 'You' : request.askedBy),
  amount: (request: ApprovalRequest) =>
    request.amount === null || request.currency === null
      ? null
      : formatMoney(request.amount, { currency: request.currency }),
  age: (request: ApprovalRequest, now: number) => formatAgo(Date.parse(request.askedAt), now),
  expiry: (request: ApprovalRequest, now: number) => {
    if (request.status !== 'open') return null;
    const left = Date.parse(request.expiresAt) - now;
    if (left < day) return 'Expires within a day';
    return left < 3 * day ? `Expires in ${Math.ceil(left / day)} days` : null;
  },
  votes: (request: ApprovalRequest) =>
    `${request.currentApprovals} of ${counted(request.requiredApprovals, 'approval')}`,
  warnings: (count: number) => `${counted(count, 'warning')} to read before you approve`,
  warningMark: (count: number) => counted(count, 'warning'),
  readWarnings: 'I’ve read the warnings',
  changes: 'What changes',
  against: (other: string | null) => (other === null ? null : `Compared with ${other}`),
  inCurrency: (label: string, currency: string | null) =>
    currency === null ? label : `${label} (${currency})`,
  columns: { item: 'Item', before: 'Before', after: 'Now', change: 'Change' },
  approvals: 'Approvals',
  noVotes: 'No one has voted yet.',
  voted: { approve: 'Approved', reject: 'Rejected' },
  voter: (vote: { by: string; onBehalfOf: string | null }) =>
    vote.onBehalfOf === null ? vote.by : `${vote.by} for ${vote.onBehalfOf}`,
  onBehalfOf: (name: string) => `You decide for ${name}, as their delegate.`,
  note: (reason: string) => `Note: ${reason}`,
  details: 'Details',
  dispute: 'View dispute',
  hash: 'Content hash (SHA-256)',
  requestedAt: 'Requested',
  expiresAt: 'Expires',
  at: (moment: string) => formatMoment(moment),
  open: {
    'payment-run': 'Open payment run',
    adjustment: 'Open adjustments',
    'plan-activation': 'Open plan',
    'role-grant': 'Open People & access',
    'administrator-grant': 'Open People & access',
    'duty-exception': 'Open People & access',
    'access-grant': 'Open People & access',
    'suggestion-override': 'Open suggestion',
    'suggestion-apply': 'Open suggestion',
    'autonomous-act': 'Open suggestion',
    'autonomy-level': 'Open assistant',
    'agent-version': 'Open agent',
    'policy-activation': 'Open policy',
    deployment: 'Open deployment',
    'production-secret': 'Open connections',
    import: 'Open import',
    'release-gate': 'Open release',
  } satisfies Record<ApprovalKind, string>,
  approve: (request: ApprovalRequest) => {
    const amount = messages.amount(request);
    if (request.kind === 'payment-run')
      return `Approve ${request.summary}${amount === null ? '' : ` (${amount})`}`;
    if (request.kind === 'plan-activation') return needsMore(request) ? 'Approve' : 'Approve and activate';
    return `Approve ${within(request)}`;
  },
  approveTitle: (request: ApprovalRequest) => {
    const amount = messages.amount(request);
    if (request.kind === 'plan-activation') return `${request.summary}?`;
    return `Approve ${within(request)}${amount === null ? '' : `, ${amount}`}?`;
  },
  rejectTitle: (request: ApprovalRequest) => `Reject ${within(request)}?`,
  effect: (request: ApprovalRequest) =>
    needsMore(request) ? 'Nothing changes yet. Another person must approve this too.' : effects[request.kind],
  rejection: (request: ApprovalRequest) => rejections[request.kind],
  approveLabel: 'Approve',
  reject: 'Reject',
  rejectWithReason: 'Reject with reason',
  reason: 'Reason',
  comment: 'Comment',
  failure: { approve: 'Couldn’t approve the request', reject: 'Couldn’t reject the request' },
  loading: 'Couldn’t load the requests',
  loadingOne: 'Couldn’t load the request',
  choose: 'Select a request to see its details.',
  request: 'Request',
  toDo: (request: ApprovalRequest) => {
    const amount = messages.amount(request);
    return `${request.summary}${amount === null ? '' : `, ${amount}`}. Requested by ${request.askedBy}.`;
  },
  review: 'Review',
  rules: {
    everyone: 'Every role that may',
    only: (role: string) => `Only ${role}`,
    rolesOf: (kind: string, at: number) => `Roles that approve: ${kind}, rule ${at + 1}`,
    title: 'Required approvals',
    hint: 'How many people besides the requester approve. Changes apply to new requests.',
    loadFailed: 'The approval rules could not be loaded',
    deciders: (count: number) => `${counted(count, 'person', 'people')} can approve`,
    approvals: (count: number) => counted(count, 'approval'),
    fromAmount: (currency: string) => `From amount (${currency})`,
    fromAmountOf: (kind: string) => `${kind}: from amount`,
    requiredOf: (kind: string, at: number) =>
      at === 0 ? `${kind}: required approvals` : `${kind}: required approvals, step ${at + 1}`,
    from: (amount: string, approvals: string) => `From ${amount}: ${approvals}`,
    add: 'Add amount',
    remove: 'Remove amount',
    due: (days: number) =>
      `Overdue after ${Number.isInteger(days) ? counted(days, 'day') : counted(days * 24, 'hour')}`,
    dueOf: (kind: string, at: number) => `Overdue after: ${kind}, rule ${at + 1}`,
    noFurther: 'Then no one else',
    further: (role: string) => `Then also ${role}`,
    furtherOf: (kind: string, at: number) => `Escalate to: ${kind}, rule ${at + 1}`,
    save: 'Save rules',
    imports: 'Imports without approval',
    importsHint: 'By one person in 24 hours. Imports over a limit wait for approval.',
    importRows: 'Records added and changed',
    importAmount: (currency: string) => `Amount (${currency})`,
    importRowsWrong: 'Enter a whole number, or leave it empty.',
    unlimited: 'No limit',
    saved: 'Approval rules saved',
    savedText: 'They apply to requests made from now on.',
  },
  waiting: 'Approvals',
  tasks: {
    title: 'Workflow tasks',
    kind: 'Task',
    all: 'View all in Action Center',
    about: (workflow: string | null, due: string) => [workflow, `due ${due}`].filter(Boolean).join(' · '),
  },
};

/** `Bonus for Ann` → `bonus for Ann` inside a sentence; `SPIFF for Ann` stays. */
function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

import { ok, type Problem, type Result, rejected } from '../base/result.ts';

/** `expired` is read off the clock; the others are stored. */
export const approvalStatuses = ['open', 'approved', 'rejected', 'withdrawn', 'expired', 'void'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** After so many messages about a request no more questions are asked (APR-15). */
export const maxMessages = 50;

/** The most requests decided at once (APR-17). */
export const maxDecidedAtOnce = 50;

/** A person’s part in the content of a request, which may bar them from deciding (APR-2). */
export interface Part {
  readonly asked: boolean;
  readonly edited: boolean;
  readonly benefits: boolean;
  /** Decides for the person who asked, as their delegate (APR-9). */
  readonly forAsker?: boolean;
}

/** Why a person can't decide a request; null: nothing is in the way (APR-2). */
export function barredPart({ asked, edited, benefits, forAsker = false }: Part): keyof Part | null {
  if (asked) return 'asked';
  if (edited) return 'edited';
  if (benefits) return 'benefits';
  return forAsker ? 'forAsker' : null;
}

/** Two accounts of one person: the same account, or accounts paid as the same participant. */
export function isSamePerson(
  one: { readonly userId: string; readonly participantId: string | null },
  other: { readonly userId: string; readonly participantId: string | null },
): boolean {
  if (one.userId === other.userId) return true;
  return one.participantId !== null && one.participantId === other.participantId;
}

/** What of a request decides whether a vote counts. */
export interface Countable {
  readonly status: ApprovalStatus;
  readonly hash: string;
  readonly requiredApprovals: number;
  readonly currentApprovals: number;
  /** ISO 8601 in UTC. */
  readonly expiresAt: string;
  /** Another reviewer asked the requester something that is not answered (APR-15). */
  readonly isQuestioned?: boolean;
}

export interface Vote {
  readonly decision: 'approve' | 'reject';
  /** Of the content the voter read. */
  readonly hash: string;
  readonly reason: string | null;
  readonly part: Part;
  /** Whether this person, under any account, has voted on it. */
  readonly hasVoted: boolean;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

/** The status now: an open request past its last moment has expired (APR-5). */
export function statusAt(
  request: { readonly status: ApprovalStatus; readonly expiresAt: string },
  now: string,
): ApprovalStatus {
  const isOver = Date.parse(request.expiresAt) <= Date.parse(now);
  return request.status === 'open' && isOver ? 'expired' : request.status;
}

/** The moment a request made now expires. */
export function expiryOf(now: string, daysOpen: number): string {
  return new Date(Date.parse(now) + daysOpen * 86_400_000).toISOString();
}

/** The moment an open request is overdue: after these days, at the latest halfway to its end (APR-16). */
export function dueMoment(
  now: string,
  given: { readonly dueDays: number; readonly daysOpen: number },
): string {
  return expiryOf(now, Math.min(given.dueDays, given.daysOpen / 2));
}

/** The same once a question is answered: the time it was open doesn’t count, and halfway to the end is the latest (APR-16). */
export function dueAfterAnswer(
  { dueAt, expiresAt }: { readonly dueAt: string; readonly expiresAt: string },
  question: { readonly askedAt: string; readonly answeredAt: string },
): string {
  const answered = Date.parse(question.answeredAt);
  const moved = Date.parse(dueAt) + Math.max(0, answered - Date.parse(question.askedAt));
  const halfway = answered + Math.max(0, Date.parse(expiresAt) - answered) / 2;
  return new Date(Math.max(Date.parse(dueAt), Math.min(moved, halfway))).toISOString();
}

/** Whether a request waits for approval longer than it may; one with an open question waits for its requester (APR-16). */
export function isOverdueAt(
  request: {
    readonly status: ApprovalStatus;
    readonly expiresAt: string;
    readonly dueAt: string | null;
    readonly questionBy: string | null;
  },
  now: string,
): boolean {
  const { dueAt, questionBy } = request;
  const isLate = dueAt !== null && Date.parse(dueAt) <= Date.parse(now);
  return isLate && questionBy === null && statusAt(request, now) === 'open';
}

/** A request after one more vote; rejected with every reason why the vote doesn't count. */
export function countVote(
  request: Countable,
  vote: Vote,
): Result<{ readonly status: ApprovalStatus; readonly currentApprovals: number }> {
  const problems = voteProblems(request, vote);
  if (problems.length > 0) return rejected(problems);
  if (vote.decision === 'reject')
    return ok({ status: 'rejected', currentApprovals: request.currentApprovals });
  const currentApprovals = request.currentApprovals + 1;
  return ok({
    status: currentApprovals >= request.requiredApprovals ? 'approved' : 'open',
    currentApprovals,
  });
}

const partMessages: Readonly<Record<keyof Part, string>> = {
  asked: 'You asked for this approval, so another person must decide.',
  edited: 'You edited this, so another person must decide.',
  benefits: 'You benefit from this, so another person must decide.',
  forAsker: 'You are the delegate of the person who asked, so another person must decide.',
};

/** Why a person can't decide, in words; null: nothing is in the way. */
export function barredMessage(part: Part): string | null {
  const barred = barredPart(part);
  return barred === null ? null : partMessages[barred];
}

const closedMessages: Readonly<Record<Exclude<ApprovalStatus, 'open'>, string>> = {
  approved: 'This request is already approved.',
  rejected: 'This request was rejected.',
  withdrawn: 'This request was withdrawn.',
  expired: 'This request has expired. Ask for approval again.',
  void: 'This request no longer applies because its content changed.',
};

function voteProblems(request: Countable, vote: Vote): Problem[] {
  const status = statusAt(request, vote.at);
  if (status !== 'open') {
    const rule = status === 'expired' ? 'APR-5' : 'APR-1';
    return [{ rule, path: 'status', message: closedMessages[status] }];
  }
  const problems: Problem[] = [];
  if (vote.hash !== request.hash) {
    const message = 'The content changed after you opened it. Open the request again.';
    problems.push({ rule: 'APR-3', path: 'hash', message });
  }
  const barred = barredMessage(vote.part);
  if (barred !== null) problems.push({ rule: 'APR-2', path: 'voter', message: barred });
  if (vote.hasVoted)
    problems.push({ rule: 'APR-4', path: 'voter', message: 'You have already voted on this request.' });
  if (vote.decision === 'approve' && request.isQuestioned) {
    const message = 'Another reviewer asked the requester a question. Wait for the answer.';
    problems.push({ rule: 'APR-15', path: 'question', message });
  }
  if (vote.decision === 'reject' && vote.reason === null)
    problems.push({ rule: 'APR-7', path: 'reason', message: 'Give a reason for the rejection.' });
  return problems;
}

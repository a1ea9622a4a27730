import type { Role } from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import type { HumanTask } from '../../api/shapes.ts';
import { formatAgo, formatMoment } from '../../base/format-date.ts';
import type { Meaning } from '../../ui/badge.tsx';
import { messages } from './messages.ts';

export const taskStatus: Record<HumanTask['status'], { label: string; meaning: Meaning }> = {
  pending: { label: messages.status.pending, meaning: 'info' },
  escalated: { label: messages.status.escalated, meaning: 'warn' },
  completed: { label: messages.status.completed, meaning: 'ok' },
  expired: { label: messages.status.expired, meaning: 'neutral' },
  withdrawn: { label: messages.status.withdrawn, meaning: 'neutral' },
};

export const priorityMeaning: Record<string, Meaning> = {
  critical: 'bad',
  high: 'warn',
  medium: 'neutral',
  low: 'neutral',
};

/** The button label of a decision: `approved` → "Approve". */
export function decisionWords(decision: string): string {
  const known: Record<string, string> = {
    approved: messages.decisions.approved,
    rejected: messages.decisions.rejected,
    done: messages.decisions.done,
    succeeded: messages.decisions.succeeded,
    failed: messages.decisions.failed,
    retry: messages.decisions.retry,
  };
  return known[decision] ?? decision.slice(0, 1).toUpperCase() + decision.slice(1).replaceAll('_', ' ');
}

export const taskKinds: Readonly<Record<string, string>> = {
  human_review: messages.types.review,
  approval: messages.types.approval,
  manual_input: messages.types.entry,
  review_task: messages.types.review,
  approval_request: messages.types.approval,
  escalation: messages.types.escalation,
  interview: messages.types.interview,
  document_review: messages.types.documentReview,
  unknown_outcome: messages.types.stepOutcome,
};

export function recipientWords(task: Pick<HumanTask, 'assignee' | 'queue' | 'fallbackReason'>): string {
  if (task.fallbackReason !== null) return messages.assignee.needed;
  return task.assignee ?? (task.queue === null ? messages.assignee.anyone : queueWords(task.queue));
}

/** The name of the role whose members take tasks of a queue. */
function queueWords(queue: string): string {
  return Object.hasOwn(roleNames, queue) ? roleNames[queue as Role] : queue;
}

/** `high` → "High". */
export function priorityWords(priority: string): string {
  return priority.slice(0, 1).toUpperCase() + priority.slice(1);
}

const approvals = ['approval', 'approval_request'];

/** The reason a user cannot decide an open task, or null. The server applies the same rules. */
export function whyNotMine(
  task: Pick<HumanTask, 'type' | 'assignee' | 'queue' | 'startedBy' | 'fallbackReason'>,
  who: { readonly username: string; readonly roles: readonly string[] },
): string | null {
  const all = who.roles.includes('administrator');
  if (task.type === 'unknown_outcome' && task.startedBy === who.username) return null;
  if (task.fallbackReason !== null && !all) return task.fallbackReason;
  if (task.assignee !== null && task.assignee !== who.username)
    return messages.notMine.assigned(task.assignee);
  if (task.assignee === null && task.queue !== null && !all && !who.roles.includes(task.queue))
    return messages.notMine.role(queueWords(task.queue));
  if (approvals.includes(task.type) && task.startedBy === who.username && !all) return messages.notMine.maker;
  return null;
}

/**
 * When an open task is due relative to now (`in 25 minutes`) and whether it is late; other tasks show the
 * moment.
 */
export function dueIn(
  task: Pick<HumanTask, 'dueAt' | 'status'>,
  nowMs: number,
): { readonly words: string; readonly late: boolean } {
  const dueMs = Date.parse(task.dueAt);
  const open = task.status === 'pending' || task.status === 'escalated';
  if (!open || Number.isNaN(dueMs)) return { words: formatMoment(task.dueAt), late: false };
  const ago = formatAgo(dueMs, nowMs);
  return dueMs < nowMs ? { words: messages.table.late(ago), late: true } : { words: ago, late: false };
}

/** One field of a task's form, as defined in the workflow. */
export type FormField = {
  name: string;
  label: string;
  type: string;
  required: boolean;
  options: readonly string[];
};

/** The fields of a task's form, with defaults filled in. */
export function formFields(form: HumanTask['form']): FormField[] {
  return form.map((field) => ({
    name: String(field.name),
    label: typeof field.label === 'string' && field.label !== '' ? field.label : String(field.name),
    type: String(field.type),
    required: field.required === true,
    options: Array.isArray(field.options) ? field.options.map(String) : [],
  }));
}

/** The entered texts as values for the run; blank fields are excluded. */
export function formValues(fields: readonly FormField[], typed: Readonly<Record<string, string>>) {
  const values: Record<string, string | boolean | readonly string[]> = {};
  for (const { name, type } of fields) {
    const text = (typed[name] ?? '').trim();
    if (type === 'boolean') values[name] = text === 'true';
    else if (text !== '' && type === 'list') values[name] = text.split('\n').map((line) => line.trim());
    else if (text !== '') values[name] = text;
  }
  return values;
}

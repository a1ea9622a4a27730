import type { Role } from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import type { HumanTask } from '../../api/shapes.ts';
import { formatAgo, formatMoment } from '../../base/format-date.ts';
import type { Meaning } from '../../ui/badge.tsx';

/** How a task stands, in words and colour. */
export const taskStatus: Record<HumanTask['status'], { label: string; meaning: Meaning }> = {
  pending: { label: 'Waiting', meaning: 'info' },
  escalated: { label: 'Escalated', meaning: 'warn' },
  completed: { label: 'Done', meaning: 'ok' },
  expired: { label: 'Expired', meaning: 'neutral' },
  withdrawn: { label: 'Withdrawn', meaning: 'neutral' },
};

/** How urgent a task looks. */
export const priorityMeaning: Record<string, Meaning> = {
  critical: 'bad',
  high: 'warn',
  medium: 'neutral',
  low: 'neutral',
};

/** The words on the button of a decision: `approved` → "Approve". */
export function decisionWords(decision: string): string {
  const known: Record<string, string> = {
    ...{ approved: 'Approve', rejected: 'Reject', done: 'Done' },
    ...{ succeeded: 'Step succeeded', failed: 'Step failed', retry: 'Run step again' },
  };
  return known[decision] ?? decision.slice(0, 1).toUpperCase() + decision.slice(1).replaceAll('_', ' ');
}

/** What a kind of task asks for, and of whom. */
export const taskKinds: Readonly<Record<string, string>> = {
  human_review: 'Review',
  approval: 'Approval',
  manual_input: 'Entry',
  review_task: 'Review',
  approval_request: 'Approval',
  escalation: 'Escalation',
  interview: 'Interview',
  document_review: 'Document review',
  unknown_outcome: 'Step outcome',
};

/** Whom a task is for. */
export function recipientWords(task: Pick<HumanTask, 'assignee' | 'queue' | 'fallbackReason'>): string {
  if (task.fallbackReason !== null) return 'Needs a new assignee';
  return task.assignee ?? (task.queue === null ? 'Anyone who can complete tasks' : queueWords(task.queue));
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

/** Why somebody cannot decide an open task; null: they can. The server refuses by the same rules. */
export function whyNotMine(
  task: Pick<HumanTask, 'type' | 'assignee' | 'queue' | 'startedBy' | 'fallbackReason'>,
  who: { readonly username: string; readonly roles: readonly string[] },
): string | null {
  const all = who.roles.includes('administrator');
  if (task.type === 'unknown_outcome' && task.startedBy === who.username) return null;
  if (task.fallbackReason !== null && !all) return task.fallbackReason;
  if (task.assignee !== null && task.assignee !== who.username)
    return `This task is assigned to ${task.assignee}.`;
  if (task.assignee === null && task.queue !== null && !all && !who.roles.includes(task.queue))
    return `This task is for the role ${queueWords(task.queue)}.`;
  if (approvals.includes(task.type) && task.startedBy === who.username && !all)
    return 'You started this run, so someone else must approve it.';
  return null;
}

/** When an open task is due, as seen now (`in 25 minutes`), and whether it is late; of others the moment. */
export function dueIn(
  task: Pick<HumanTask, 'dueAt' | 'status'>,
  nowMs: number,
): { readonly words: string; readonly late: boolean } {
  const dueMs = Date.parse(task.dueAt);
  const open = task.status === 'pending' || task.status === 'escalated';
  if (!open || Number.isNaN(dueMs)) return { words: formatMoment(task.dueAt), late: false };
  const ago = formatAgo(dueMs, nowMs);
  return dueMs < nowMs ? { words: `Late: ${ago}`, late: true } : { words: ago, late: false };
}

/** One field of a task's form, as the workflow defines it. */
export type FormField = {
  name: string;
  label: string;
  type: string;
  required: boolean;
  options: readonly string[];
};

/** The fields of a task's form; what the definition leaves open is filled in. */
export function formFields(form: HumanTask['form']): FormField[] {
  return form.map((field) => ({
    name: String(field.name),
    label: typeof field.label === 'string' && field.label !== '' ? field.label : String(field.name),
    type: String(field.type),
    required: field.required === true,
    options: Array.isArray(field.options) ? field.options.map(String) : [],
  }));
}

/** The typed texts as the values a run takes; a field that was left empty is left out. */
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

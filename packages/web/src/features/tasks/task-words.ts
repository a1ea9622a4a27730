import type { HumanTask } from '../../api/shapes.ts';
import type { Meaning } from '../../ui/badge.tsx';

/** How a task stands, in words and colour. */
export const taskStanding: Record<HumanTask['status'], { label: string; meaning: Meaning }> = {
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
  const known: Record<string, string> = { approved: 'Approve', rejected: 'Reject', done: 'Done' };
  return known[decision] ?? decision.slice(0, 1).toUpperCase() + decision.slice(1).replaceAll('_', ' ');
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

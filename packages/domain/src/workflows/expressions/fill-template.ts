import { evaluate, type Scope, STEP_BUDGET } from './evaluate.ts';
import type { ExpressionResult } from './expression.ts';
import type { Template } from './parse-template.ts';
import { toText } from './value.ts';

const MAX_LETTERS = 1_000_000;

/** The text with every expression filled in; refused at the first that cannot be computed (WF-9). */
export function fillTemplate(template: Template, scope: Scope): ExpressionResult<string> {
  const budget = Math.ceil(STEP_BUDGET / Math.max(template.length, 1));
  let text = '';
  for (const part of template) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = evaluate(part.expression, scope, { budget, before: part.before });
    if (!value.ok) return value;
    text += toText(value.value, () => {});
    if (text.length > MAX_LETTERS) {
      const message = `The text has more than ${MAX_LETTERS} characters.`;
      return { ok: false, problems: [{ rule: 'WF-9', path: '', message, at: part.before }] };
    }
  }
  return { ok: true, value: text };
}

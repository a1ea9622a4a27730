import { type Problem, type Result, rejected } from '../base/result.ts';
import { parsePlan } from '../plans/parse-plan.ts';
import type { Component, Plan } from '../plans/plan.ts';
import { sameJson } from './touched-values.ts';

/**
 * The document without what was applied to it: every value that applying changed gets its earlier value back, and later edits of
 * other values stay (SGR-6). Refused with every value that was changed again since.
 */
export function undoChanges(
  applied: { readonly before: Plan; readonly after: Plan },
  current: Plan,
): Result<Plan> {
  const { before, after } = applied;
  const problems: Problem[] = [];
  const components = undoneComponents(applied, current, problems);
  const { components: _b, ...planBefore } = before;
  const { components: _a, ...planAfter } = after;
  const fields = undoneFields({ before: planBefore, after: planAfter, current }, 'plan', problems);
  if (problems.length > 0) return rejected(problems);
  return parsePlan({ ...fields, components });
}

function undoneComponents(
  { before, after }: { readonly before: Plan; readonly after: Plan },
  current: Plan,
  problems: Problem[],
): readonly object[] {
  const result: object[] = [];
  for (const one of current.components) {
    const was = find(before, one.id);
    const became = find(after, one.id);
    if (became === undefined) result.push(one);
    else if (was === undefined) {
      // Added by the change: removed again, unless someone edited it.
      if (!sameJson(one, became)) problems.push(changedAgain(`components.${one.id}`, one.name));
    } else result.push(undoneFields({ before: was, after: became, current: one }, one.name, problems));
  }
  for (const [at, was] of before.components.entries()) {
    const isGone = find(current, was.id) === undefined;
    if (find(after, was.id) === undefined) {
      if (isGone) result.splice(at, 0, was);
      else problems.push(changedAgain(`components.${was.id}`, was.name));
    } else if (isGone && !sameJson(was, find(after, was.id)))
      problems.push(changedAgain(`components.${was.id}`, was.name));
  }
  return result;
}

function undoneFields(
  of: { readonly before: object; readonly after: object; readonly current: object },
  name: string,
  problems: Problem[],
): object {
  const before = new Map(Object.entries(of.before));
  const after = new Map(Object.entries(of.after));
  const result = new Map(Object.entries(of.current));
  for (const field of new Set([...before.keys(), ...after.keys()])) {
    if (sameJson(before.get(field), after.get(field))) continue;
    if (!sameJson(result.get(field), after.get(field))) problems.push(changedAgain(field, name));
    else if (before.has(field)) result.set(field, before.get(field));
    else result.delete(field);
  }
  return Object.fromEntries(result);
}

const find = (plan: Plan, id: string): Component | undefined => plan.components.find((one) => one.id === id);

function changedAgain(path: string, name: string): Problem {
  return { rule: 'SGR-6', path, message: `“${name}” was changed again after the suggestion was applied.` };
}

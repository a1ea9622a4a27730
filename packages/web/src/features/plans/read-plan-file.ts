import type { Problem } from '@attain/domain/base/result';
import { parsePlan } from '@attain/domain/plans/parse-plan';
import type { Plan } from '@attain/domain/plans/plan';
import { messages } from './messages.ts';

/** A plan read from a file, or the reason it is not a plan, with all problems. */
export type ReadPlan =
  | { ok: true; plan: Plan }
  | { ok: false; message: string; problems: readonly Problem[] };

/** Reads an exported plan document and reports the path of each problem. */
export async function readPlanFile(file: File): Promise<ReadPlan> {
  const text = await file.text();
  let parsed: unknown;
  try {
    // some editors write a byte order mark
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const message =
      text.trim() === ''
        ? messages.file.empty(file.name)
        : messages.file.notJson(file.name, error instanceof Error ? error.message : String(error));
    return { ok: false, message, problems: [] };
  }
  const read = parsePlan(parsed);
  if (read.ok) return { ok: true, plan: read.value };
  const [first, ...more] = read.problems;
  const message = messages.file.notPlan({
    file: file.name,
    path: first?.path || messages.file.document,
    message: first?.message,
    more: more.length,
  });
  return { ok: false, message, problems: read.problems };
}

import type { Problem } from '@attain/domain/base/result';
import { parsePlan } from '@attain/domain/plans/parse-plan';
import type { Plan } from '@attain/domain/plans/plan';

/** A plan read from a file, or the sentence that says why it is none, with every place that does not fit. */
export type ReadPlan =
  | { ok: true; plan: Plan }
  | { ok: false; message: string; problems: readonly Problem[] };

/** Reads an exported plan document by the published schema, with the position of everything that does not fit. */
export async function readPlanFile(file: File): Promise<ReadPlan> {
  const text = await file.text();
  let parsed: unknown;
  try {
    // a mark at its start is what some editors write before any text
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const why =
      text.trim() === '' ? 'is empty' : `is not JSON: ${error instanceof Error ? error.message : error}`;
    return { ok: false, message: `${file.name} ${why}`, problems: [] };
  }
  const read = parsePlan(parsed);
  if (read.ok) return { ok: true, plan: read.value };
  const [first, ...more] = read.problems;
  const rest = more.length > 0 ? ` (and ${more.length} more)` : '';
  const message = `${file.name} is not a plan: ${first?.path || 'document'}: ${first?.message}${rest}`;
  return { ok: false, message, problems: read.problems };
}

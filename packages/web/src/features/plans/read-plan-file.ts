import { parsePlan } from '@attain/domain/plans/parse-plan';
import type { Plan } from '@attain/domain/plans/plan';

/** A plan read from a file, or the sentence that says why it is none. */
export type ReadPlan = { ok: true; plan: Plan } | { ok: false; say: string };

/** Reads an exported plan document by the published schema, with the position of what does not fit. */
export async function readPlanFile(file: File): Promise<ReadPlan> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(await file.text());
  } catch (error) {
    return { ok: false, say: `${file.name} is not JSON: ${error instanceof Error ? error.message : error}` };
  }
  const read = parsePlan(parsed);
  if (read.ok) return { ok: true, plan: read.value };
  const [first, ...more] = read.problems;
  const rest = more.length > 0 ? ` (and ${more.length} more)` : '';
  return { ok: false, say: `${file.name} is not a plan: ${first?.path || 'document'}: ${first?.say}${rest}` };
}

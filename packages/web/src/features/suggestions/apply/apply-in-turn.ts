/** Why one of many was passed over: it no longer applies. */
export class Skipped extends Error {}

/** Applies each of the list after the one before it has ended; a failure does not stop the rest. */
export async function applyInTurn<One, Done>(
  all: readonly One[],
  apply: (one: One) => Promise<Done>,
  onProgress: (done: number) => void,
): Promise<{ applied: readonly Done[]; skipped: readonly Skipped[]; failures: readonly unknown[] }> {
  const applied: Done[] = [];
  const skipped: Skipped[] = [];
  const failures: unknown[] = [];
  for (const one of all) {
    try {
      applied.push(await apply(one));
    } catch (error) {
      if (error instanceof Skipped) skipped.push(error);
      else failures.push(error);
    }
    onProgress(applied.length + skipped.length + failures.length);
  }
  return { applied, skipped, failures };
}

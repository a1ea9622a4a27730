/** Applies each of the list after the one before it has ended; a failure does not stop the rest. */
export async function applyInTurn<One, Done>(
  all: readonly One[],
  apply: (one: One) => Promise<Done>,
  onProgress: (done: number) => void,
): Promise<{ applied: readonly Done[]; failures: readonly unknown[] }> {
  const applied: Done[] = [];
  const failures: unknown[] = [];
  for (const one of all) {
    try {
      applied.push(await apply(one));
    } catch (error) {
      failures.push(error);
    }
    onProgress(applied.length + failures.length);
  }
  return { applied, failures };
}

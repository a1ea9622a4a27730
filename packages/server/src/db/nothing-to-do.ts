/** Rolls the transaction back: another process has done it, or it is no longer wanted. */
export class NothingToDo extends Error {}

/** What the work returns; null if there was nothing to do. */
export async function unlessNothing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NothingToDo) return null;
    throw error;
  }
}

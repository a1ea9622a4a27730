/** The work of a write, or what `refusal` makes of it when this unique constraint says that something is there already. */
export async function unlessTaken(
  constraint: string,
  work: Promise<unknown>,
  apiError: () => Error,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    const failed = error as { code?: string; constraint?: string };
    throw failed.code === '23505' && failed.constraint === constraint ? apiError() : error;
  }
}

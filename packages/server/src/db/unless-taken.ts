import { DrizzleQueryError } from 'drizzle-orm';

/** The work of a write, or what `refusal` makes of it when this unique constraint says that something is there already. */
export async function unlessTaken(
  constraint: string,
  work: Promise<unknown>,
  apiError: () => Error,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    // the query builder wraps what the database said
    const cause = error instanceof DrizzleQueryError ? error.cause : error;
    const failed = cause as { code?: string; constraint?: string };
    throw failed.code === '23505' && failed.constraint === constraint ? apiError() : error;
  }
}

import type { PagedQuery } from './queries.ts';

/** The maximum page size of the server. */
const rowsAPage = 1000;

/** Every row of a paged list, page after page. */
export async function allRows<Row>({
  read,
}: PagedQuery<{ rows: readonly Row[]; nextCursor: string | null }>): Promise<Row[]> {
  const { signal } = new AbortController();
  const rows: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await read({ cursor, limit: rowsAPage }, { signal });
    rows.push(...page.rows);
    if (page.nextCursor === null) return rows;
    cursor = page.nextCursor;
  }
}

import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A moment as the wire writes it, ISO 8601 in UTC with microseconds, for queries of the builder; null stays null. */
export const momentText = (moment: PgColumn | SQL) =>
  sql<string>`to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

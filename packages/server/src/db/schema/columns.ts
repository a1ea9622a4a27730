import { bigint, customType, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The tenant a row belongs to; first in every key. */
export const tenantId = () => uuid('tenant_id').notNull();

/** A point in time with zone, read as PostgreSQL writes it; `momentText` writes it for the API. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });
/** When the row was made. */
export const createdAt = () => moment('created_at').notNull().defaultNow();
/** When the row last changed. */
export const updatedAt = () => moment('updated_at').notNull().defaultNow();

/** Raw bytes: hashes of sessions and of the audit log. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Source of a stored row: its import, the line of the file and the text of that line. */
export const provenance = () => ({
  importId: uuid('import_id'),
  importLine: integer('import_line'),
  sourceText: text('source_text'),
});

/** A whole number that may pass 2^31 but never 2^53. */
export const count = (name: string) => bigint(name, { mode: 'number' });

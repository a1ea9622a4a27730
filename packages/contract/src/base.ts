import type { Permission } from '@attain/domain/access/permissions';
import { isTimeZone } from '@attain/domain/base/zoned-time';
import { oc } from '@orpc/contract';
import { z } from 'zod';

/** Who may call an endpoint: anyone, any signed-in user, or holders of a permission. */
export type Access = 'public' | 'signed-in' | Permission;

/** All error codes with their HTTP status. */
export const errorStatus = {
  BAD_INPUT: 400,
  NOT_SIGNED_IN: 401,
  SIGN_IN_FAILED: 401,
  SECOND_FACTOR_NEEDED: 401,
  NOT_ALLOWED: 403,
  POLICY_DENIED: 403,
  FORGED_REQUEST: 403,
  SECOND_FACTOR_MISSING: 403,
  STEP_UP_NEEDED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  APPROVAL_REQUIRED: 409,
  IN_FLIGHT: 409,
  NOT_AS_RECORDED: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_FILE: 415,
  PLAN_INVALID: 422,
  WORKFLOW_INVALID: 422,
  NOT_CALCULABLE: 422,
  CONTRACT_VIOLATED: 422,
  GATE_FAILED: 422,
  KEY_REUSED: 422,
  THROTTLED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** One problem: the number of the rule, where, and how to fix it. */
export const Problem = z.object({ rule: z.string(), path: z.string(), message: z.string() });
export type Problem = z.infer<typeof Problem>;

/** The body of every response that is not 2xx. */
export const ErrorBody = z.object({
  error: z.string().describe('Message for the user'),
  code: z.string(),
  issues: z.array(Problem).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** An exact decimal number as text, `-1250.5`. Never a binary float. */
export const Decimal = z.string().regex(/^-?\d{1,20}(\.\d{1,20})?$/, 'a decimal number such as 1250.50');

/** Text with its spaces and line breaks. Lone surrogates are rejected: they have no canonical hash. */
export const PlainText = z
  .string()
  .refine((text) => !/\p{Surrogate}/u.test(text), 'text without invalid characters');

/** Text that users write. */
export const Words = PlainText.trim();

/** A calendar day, `YYYY-MM-DD`. */
export const Day = z.iso.date();
/** A calendar month, `YYYY-MM`. */
export const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-11.');
/** A point in time, ISO 8601 with zone. */
export const Moment = z.string();
/** What a person wrote in a conversation. */
export const Message = z.object({ id: z.uuid(), by: z.string(), message: z.string(), at: Moment });
export type Message = z.infer<typeof Message>;
/** One amount for each currency. */
export const Amounts = z.array(z.object({ currency: z.string(), amount: z.string() }));
/** ISO 4217 code. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, 'Enter a three-letter currency code such as USD');
/** IANA name. */
export const TimeZone = z.string().max(100).refine(isTimeZone, 'Enter a time zone such as America/New_York');
export const Unit = z.enum(['$', 'Score', 'Count', '%']);

/** A JSON object that the endpoint describes. */
export const JsonRecord = z.record(z.string(), z.unknown()).meta({ component: 'JsonObject' });

/** Paging of every list: page size and start. */
export const PageInput = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe('Rows per page'),
  cursor: z.string().max(500).optional().describe('`nextCursor` of the previous page'),
});

/** One page of a list; `nextCursor` is null on the last page. */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({
    rows: z.array(row),
    nextCursor: z.string().nullable(),
    total: z.number().int().optional(),
  });
}

/** The source of a stored row. */
export const Provenance = z.object({
  importId: z.uuid().nullable(),
  importLine: z.number().int().nullable(),
  sourceText: z.string().nullable(),
});

/**
 * Start of every endpoint. An endpoint without `access` can’t be called. `maxBytes` raises the body limit above 1 MB.
 * With `isSensitive`, a session must have proved its owner within the last five minutes (ACCESS-24).
 */
export const endpoint = oc.$meta<{ access?: Access; maxBytes?: number; isSensitive?: boolean }>({});

import { z } from 'zod';
import { Currency, Day, endpoint } from '../base.ts';
import { PlanDocument } from '../plans.ts';

/** Days a plan is looked at on. */
export const Span = z.object({ key: z.string(), from: Day, to: Day });
/** How a span is asked for. */
export const SpanKey = z
  .string()
  .max(30)
  .describe(
    '2024, 2024-Q1, 2024-W03 or 2024-01-01..2024-12-31; left out: the last twelve whole months with deals, or from where the windows of the plan begin',
  );

/** Something about a plan that should be known before it is approved, with the money behind it. */
export const Finding = z.object({
  rule: z.string().describe('LINT-1 … in the rules'),
  severity: z.enum(['error', 'warning', 'note']),
  path: z.string().describe('Where in the document: components[1].rate.tiers[2]'),
  message: z.string(),
  fix: z.string(),
  stake: z
    .object({ amount: z.string(), currency: Currency, payees: z.number().int(), message: z.string() })
    .nullable(),
});
export type Finding = z.infer<typeof Finding>;

/** Findings, gravest first, and what was looked at. */
export const LintReport = z.object({
  findings: z.array(Finding),
  looked: z.object({
    payees: z.number().int(),
    periods: z.number().int(),
    lines: z.number().int(),
    total: z.string().nullable().describe('What the plan would have paid; null: withheld'),
    currency: Currency,
    assumptions: z.array(z.string()).describe('What was taken for granted'),
  }),
  withheld: z.string().optional().describe('Why some amounts are not shown'),
});
export type LintReport = z.infer<typeof LintReport>;

/** What to know about a plan before it is approved. */
export const findings = {
  lint: endpoint
    .route({
      method: 'POST',
      path: '/plans/{id}/lint',
      summary:
        'Findings on a draft at once, over at most 40 payees; for more order a simulation of kind lint',
      tags: ['Plans'],
    })
    .meta({ access: 'run:simulations' })
    .input(
      z.object({
        id: z.uuid(),
        document: PlanDocument.optional().describe('Left out: the newest version of the plan'),
        span: SpanKey.optional(),
        peopleOf: z
          .uuid()
          .optional()
          .describe('Whose records to look at: the people of this plan; left out: its own'),
      }),
    )
    .output(
      LintReport.extend({
        span: Span,
        payeesOf: z.number().int().describe('How many there are; fewer than looked at: order the whole'),
      }),
    ),
};

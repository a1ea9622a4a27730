import { z } from 'zod';
import { Currency, Day, endpoint } from '../base.ts';
import { PlanDocument } from '../plans.ts';

/** The dates on which a plan is checked. */
export const Span = z.object({ key: z.string(), from: Day, to: Day });
export const SpanKey = z
  .string()
  .max(30)
  .describe(
    '2024, 2024-Q1, 2024-W03 or 2024-01-01..2024-12-31; omitted: the last 12 full months with deals, or from the start of the plan’s windows',
  );

/** An issue to know before a plan is approved, with its effect on pay. */
export const Finding = z.object({
  rule: z.string().describe('LINT-1 …, see RULES.md'),
  severity: z.enum(['error', 'warning', 'note']),
  path: z.string().describe('Position in the document: components[1].rate.tiers[2]'),
  message: z.string(),
  fix: z.string(),
  stake: z
    .object({ amount: z.string(), currency: Currency, payees: z.number().int(), message: z.string() })
    .nullable(),
});
export type Finding = z.infer<typeof Finding>;

/** Findings, most severe first, and what was checked. */
export const LintReport = z.object({
  findings: z.array(Finding),
  looked: z.object({
    payees: z.number().int(),
    periods: z.number().int(),
    lines: z.number().int(),
    total: z.string().nullable().describe('What the plan would have paid; null: hidden'),
    currency: Currency,
    assumptions: z.array(z.string()).describe('Assumptions'),
  }),
  withheld: z.string().optional().describe('Why some amounts are hidden'),
});
export type LintReport = z.infer<typeof LintReport>;

export const findings = {
  lint: endpoint
    .route({
      method: 'POST',
      path: '/plans/{id}/lint',
      summary: 'Check a draft at once, on at most 40 payees; for more, start a simulation of kind lint',
      tags: ['Plans'],
    })
    .meta({ access: 'run:simulations' })
    .input(
      z.object({
        id: z.uuid(),
        document: PlanDocument.optional().describe('Omitted: the newest version of the plan'),
        span: SpanKey.optional(),
        peopleOf: z.uuid().optional().describe('Use the records of this plan’s payees; omitted: its own'),
      }),
    )
    .output(
      LintReport.extend({
        span: Span,
        payeesOf: z
          .number()
          .int()
          .describe(
            'Number of payees of the plan; if greater than those checked, start a simulation for the rest',
          ),
      }),
    ),
};

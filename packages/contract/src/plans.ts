import type { Plan as DomainPlan } from '@attain/domain/plans/plan';
import { z } from 'zod';
import { ApprovalFigure } from './approvals.ts';
import { Day, endpoint, JsonRecord, Moment, PageInput, Problem, pageOf, Words } from './base.ts';

/** A plan document. The domain validates it and returns all problems with their rule numbers. */
export const PlanDocument = z
  .custom<DomainPlan>((value) => typeof value === 'object' && value !== null, 'a plan document')
  .meta({
    type: 'object',
    component: 'Plan',
    description: 'A plan document; its JSON Schema is at /api/plans/schema',
  });

/** A draft can be edited, an active version pays and never changes, an inactive one no longer pays. */
export const PlanStatus = z.enum(['Draft', 'Active', 'Inactive']);
export const planTypes = ['quota-mbo-spiff', 'sales-commission', 'bonus-plan', 'territory-plan'] as const;

export const PlanSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(planTypes),
  currency: z.string(),
  status: PlanStatus,
  version: z.number().int().describe('Newest version'),
  activeVersion: z.number().int().nullable(),
  revision: z.number().int(),
  componentCount: z.number().int(),
  totalWeight: z.number().describe('Of active components, percent'),
  assignedCount: z.number().int(),
  updatedAt: Moment,
});
export type PlanSummary = z.infer<typeof PlanSummary>;

/** A plan with the document of one version and the problems that block its activation. */
export const PlanDetail = PlanSummary.extend({
  document: PlanDocument,
  documentHash: z.string(),
  approvalId: z.uuid().nullable().describe('The open request to activate this document'),
  problems: z.array(Problem).describe('Problems that block activation'),
  versions: z.array(
    z.object({
      version: z.number().int(),
      status: PlanStatus,
      documentHash: z.string(),
      createdAt: Moment,
      activatedAt: Moment.nullable(),
    }),
  ),
});
export type PlanDetail = z.infer<typeof PlanDetail>;

const planId = z.object({ id: z.uuid() });

export const plans = {
  list: endpoint
    .route({ method: 'GET', path: '/plans', summary: 'Plans', tags: ['Plans'] })
    .meta({ access: 'read:plans' })
    .input(PageInput.extend({ search: z.string().max(200).optional() }))
    .output(pageOf(PlanSummary)),
  schema: endpoint
    .route({
      method: 'GET',
      path: '/plans/schema',
      summary: 'Get the JSON Schema of plan documents',
      tags: ['Plans'],
    })
    .meta({ access: 'public' })
    .output(JsonRecord),
  get: endpoint
    .route({
      method: 'GET',
      path: '/plans/{id}',
      summary: 'Get a plan, in its newest or a given version',
      tags: ['Plans'],
    })
    .meta({ access: 'read:plans' })
    .input(planId.extend({ version: z.coerce.number().int().optional() }))
    .output(PlanDetail),
  create: endpoint
    .route({
      method: 'POST',
      path: '/plans',
      summary: 'Create a draft plan, blank or from a document',
      tags: ['Plans'],
      successStatus: 201,
    })
    .meta({ access: 'edit:plans' })
    .input(
      z.object({
        name: z.string().trim().min(1, 'Please provide both plan name and type.').max(200),
        type: z.enum(planTypes, 'Please provide both plan name and type.'),
        document: PlanDocument.optional().describe(
          'Import: a plan document; name and type above override its own',
        ),
      }),
    )
    .output(PlanDetail),
  check: endpoint
    .route({
      method: 'POST',
      path: '/plans/check',
      summary: 'Check a plan document without saving it',
      tags: ['Plans'],
    })
    .meta({ access: 'read:plans' })
    .input(z.object({ document: PlanDocument }))
    .output(z.object({ problems: z.array(Problem) })),
  update: endpoint
    .route({
      method: 'PUT',
      path: '/plans/{id}',
      summary: 'Save the draft; saving an active plan creates a new draft version',
      tags: ['Plans'],
    })
    .meta({ access: 'edit:plans' })
    .input(
      planId.extend({
        revision: z.number().int().describe('The revision you edited'),
        document: PlanDocument,
      }),
    )
    .output(PlanDetail),
  activate: endpoint
    .route({
      method: 'POST',
      path: '/plans/{id}/activate',
      summary: 'Activate the draft version, which then never changes',
      tags: ['Plans'],
    })
    .meta({ access: 'activate:plans' })
    .input(planId.extend({ documentHash: z.string().describe('Hash of the document you approve') }))
    .output(PlanDetail),
  effect: endpoint
    .route({
      method: 'GET',
      path: '/plans/{id}/effect',
      summary:
        'What a version would have paid in the last year; 404 for an unknown document, or one with problems',
      tags: ['Plans'],
    })
    .meta({ access: 'activate:plans' })
    .input(planId.extend({ documentHash: z.string().describe('Hash of its document') }))
    .output(
      z.object({
        figures: z.array(ApprovalFigure),
        isLarge: z
          .boolean()
          .describe('Whether the change needs two approvals: it is large, or of too few payees to be shown'),
      }),
    ),
  submit: endpoint
    .route({
      method: 'POST',
      path: '/plans/{id}/submit',
      summary: 'Ask for approval of a valid draft; the approval activates it',
      tags: ['Plans'],
    })
    .meta({ access: 'edit:plans' })
    .input(
      planId.extend({
        documentHash: z.string().describe('Hash of the document to approve'),
        reason: Words.pipe(z.string().min(1).max(1000)).optional().describe('A note to the approver'),
      }),
    )
    .output(PlanDetail),
  discard: endpoint
    .route({
      method: 'POST',
      path: '/plans/{id}/discard-draft',
      summary: 'Discard the draft; suggestions applied to it reopen',
      tags: ['Plans'],
    })
    .meta({ access: 'edit:plans' })
    .input(planId.extend({ documentHash: z.string().describe('Hash of the draft you discard') }))
    .output(PlanDetail),
  deactivate: endpoint
    .route({
      method: 'POST',
      path: '/plans/{id}/deactivate',
      summary: 'Deactivate the active version',
      tags: ['Plans'],
    })
    .meta({ access: 'activate:plans' })
    .input(planId)
    .output(PlanDetail),
};

/** A participant on a plan, with start and end date. */
export const Assignment = z.object({
  planId: z.uuid(),
  planName: z.string(),
  participantId: z.string(),
  participantName: z.string(),
  from: Day,
  to: Day.nullable(),
});
export type Assignment = z.infer<typeof Assignment>;

export const assignments = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/assignments',
      summary: 'List who is paid by which plan',
      tags: ['Plans'],
    })
    .meta({ access: 'read:participants' })
    .input(
      PageInput.extend({
        planId: z.uuid().optional(),
        participantId: z.string().optional(),
        search: z.string().max(200).optional(),
        exceptPlanId: z.uuid().optional().describe('Only assignments to other plans'),
        from: Day.optional().describe('Only assignments with a day on or after this one'),
        to: Day.optional().describe('Only assignments with a day on or before this one'),
      }),
    )
    .output(pageOf(Assignment)),
  everybody: endpoint
    .route({
      method: 'GET',
      path: '/assignments/everybody',
      summary: 'Count the participants employed on the days, and those without a quota',
      tags: ['Plans'],
    })
    .meta({ access: 'assign:plans' })
    .input(z.object({ from: Day, to: Day.optional() }))
    .output(
      z.object({
        participants: z.number().int().describe('Employed on at least one of the days'),
        withoutQuota: z.number().int().describe('Of these, without any quota on the days'),
      }),
    ),
  assign: endpoint
    .route({
      method: 'POST',
      path: '/assignments',
      summary: 'Assign participants to a plan from a start date',
      tags: ['Plans'],
      successStatus: 201,
    })
    .meta({ access: 'assign:plans' })
    .input(
      z.object({
        planId: z.uuid(),
        participantIds: z.array(z.string()).max(10_000).optional().describe('Omit when assigning everyone'),
        everybody: z.boolean().default(false),
        from: Day,
        to: Day.nullable().default(null),
      }),
    )
    .output(z.object({ assigned: z.number().int(), unchanged: z.number().int() })),
  end: endpoint
    .route({
      method: 'POST',
      path: '/assignments/end',
      summary: 'End assignments on a day, or remove ones not yet started',
      tags: ['Plans'],
    })
    .meta({ access: 'assign:plans' })
    .input(z.object({ planId: z.uuid(), participantIds: z.array(z.string()).min(1).max(10_000), on: Day }))
    .output(z.object({ ended: z.number().int(), removed: z.number().int() })),
};

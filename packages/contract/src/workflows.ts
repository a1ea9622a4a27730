import { permissions } from '@attain/domain/access/permissions';
import { LIBRARY_CATEGORIES } from '@attain/domain/workflows/nodes/node-type';
import { type Workflow as DomainWorkflow, WORKFLOW_LIMITS } from '@attain/domain/workflows/workflow';
import { z } from 'zod';
import { endpoint, JsonRecord, Moment, PageInput, Problem, pageOf } from './base.ts';

/** The workflow document; its shape and its graph are checked by the domain, which names every problem with its rule. */
export const WorkflowDocument = z
  .custom<DomainWorkflow>((value) => typeof value === 'object' && value !== null, 'a workflow document')
  .meta({
    type: 'object',
    component: 'Workflow',
    description: 'A workflow document; its JSON Schema is at /api/workflows/schema',
  });

/** Where a workflow is meant to run; shown as Development, Staging, Production. */
export const Environment = z.enum(['dev', 'staging', 'prod']);

/** A workflow in the list of workflows. */
export const WorkflowSummary = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  environment: Environment,
  version: z.number().int().describe('Newest published version; 0 when none is'),
  draftDiffers: z.boolean().describe('Whether the draft says something else than the newest version'),
  revision: z.number().int().describe('Counts saves of the draft'),
  nodeCount: z.number().int(),
  edgeCount: z.number().int(),
  isTemplate: z.boolean(),
  isActive: z.boolean(),
  updatedAt: Moment,
});
export type WorkflowSummary = z.infer<typeof WorkflowSummary>;

/** A published version: it never changes, and its hash names its content. */
export const WorkflowVersion = z.object({
  version: z.number().int(),
  documentHash: z.string().describe('SHA-256 of the canonical JSON (RFC 8785)'),
  note: z.string(),
  createdBy: z.string().nullable().describe('Display name'),
  createdAt: Moment,
});
export type WorkflowVersion = z.infer<typeof WorkflowVersion>;

/** A step that hands values of a run to people or other systems. */
export const Delivery = z.object({
  node: z.string(),
  title: z.string(),
  kind: z.enum(['task', 'notice', 'message', 'system']).describe('Messages and systems leave the workspace'),
  to: z.string().describe('User names, roles, addresses, a connection or a site, as the workflow has them'),
});

/** A workflow with the document of its draft, or of the version asked for. */
export const WorkflowDetail = WorkflowSummary.extend({
  document: WorkflowDocument,
  documentHash: z.string(),
  shownVersion: z.number().int().nullable().describe('Null: the draft'),
  problems: z.array(Problem).describe('Why the document could not be published as it is'),
  versions: z.array(WorkflowVersion),
  needs: z
    .array(z.enum(permissions))
    .describe('What whoever runs the newest version must be allowed to do: its steps run under their rights'),
  sendsTo: z
    .array(Delivery)
    .describe('Who receives values of runs of the version shown, or of the newest; sub-workflows included'),
});
export type WorkflowDetail = z.infer<typeof WorkflowDetail>;

const NodePort = z.object({ name: z.string(), label: z.string(), type: z.string() });

/** A type of node as the library shows it. */
export const NodeLibraryItem = z.object({
  id: z.string().describe('The type a workflow document names'),
  name: z.string(),
  description: z.string(),
  category: z.enum(LIBRARY_CATEGORIES),
  inputs: z.array(NodePort),
  outputs: z.array(NodePort),
  version: z.string(),
  status: z.enum(['stable', 'beta', 'deprecated']),
  usageCount: z.number().int().describe('Workflows that are not retired and have such a node in their draft'),
});
export type NodeLibraryItem = z.infer<typeof NodeLibraryItem>;

const workflowId = z.object({
  id: z.string().min(1).max(200).describe('Its name as it was made, in kebab-case'),
});

/** Workflows as data: drafts that are edited, versions that run. Nothing here executes anything. */
export const workflows = {
  list: endpoint
    .route({ method: 'GET', path: '/workflows', summary: 'Workflows', tags: ['Workflows'] })
    .meta({ access: 'read:workflows' })
    .input(
      PageInput.extend({
        search: z.string().max(200).optional(),
        uses: z.string().max(100).optional().describe('Only those whose draft has a node of this type'),
      }),
    )
    .output(pageOf(WorkflowSummary)),
  nodeTypes: endpoint
    .route({
      method: 'GET',
      path: '/node-types',
      summary: 'The node library: every type of node there is, and how many workflows use it',
      tags: ['Workflows'],
    })
    .meta({ access: 'read:workflows' })
    .input(PageInput)
    .output(pageOf(NodeLibraryItem)),
  schema: endpoint
    .route({
      method: 'GET',
      path: '/workflows/schema',
      summary: 'The JSON Schema of a workflow document',
      tags: ['Workflows'],
    })
    .meta({ access: 'public' })
    .output(JsonRecord),
  get: endpoint
    .route({
      method: 'GET',
      path: '/workflows/{id}',
      summary: 'One workflow: its draft, or the version asked for',
      tags: ['Workflows'],
    })
    .meta({ access: 'read:workflows' })
    .input(workflowId.extend({ version: z.coerce.number().int().min(1).max(1_000_000_000).optional() }))
    .output(WorkflowDetail),
  create: endpoint
    .route({
      method: 'POST',
      path: '/workflows',
      summary: 'New workflow, empty or from a document; importing executes nothing',
      tags: ['Workflows'],
      successStatus: 201,
    })
    .meta({ access: 'edit:workflows', maxBytes: WORKFLOW_LIMITS.bytes })
    .input(
      z.object({
        name: z.string().trim().min(1, 'Give the workflow a name.').max(200),
        document: WorkflowDocument.optional().describe('Import: a workflow document; the name above wins'),
      }),
    )
    .output(WorkflowDetail),
  check: endpoint
    .route({
      method: 'POST',
      path: '/workflows/check',
      summary: 'Every problem of a workflow document, without storing it',
      tags: ['Workflows'],
    })
    .meta({ access: 'read:workflows', maxBytes: WORKFLOW_LIMITS.bytes })
    .input(z.object({ document: WorkflowDocument }))
    .output(z.object({ problems: z.array(Problem) })),
  save: endpoint
    .route({ method: 'PUT', path: '/workflows/{id}', summary: 'Save the draft', tags: ['Workflows'] })
    .meta({ access: 'edit:workflows', maxBytes: WORKFLOW_LIMITS.bytes })
    .input(
      workflowId.extend({
        revision: z.number().int().min(0).max(1_000_000_000).describe('The revision you edited'),
        document: WorkflowDocument,
      }),
    )
    .output(WorkflowDetail),
  publish: endpoint
    .route({
      method: 'POST',
      path: '/workflows/{id}/versions',
      summary: 'Publish the draft as a version that never changes',
      tags: ['Workflows'],
    })
    .meta({ access: 'publish:workflows' })
    .input(
      workflowId.extend({
        documentHash: z.string().describe('Hash of the draft you publish'),
        note: z.string().max(4000).default(''),
      }),
    )
    .output(WorkflowDetail),
  retire: endpoint
    .route({
      method: 'POST',
      path: '/workflows/{id}/retire',
      summary: 'Take a workflow out of use: no new run starts, what runs goes on',
      tags: ['Workflows'],
    })
    .meta({ access: 'publish:workflows' })
    .input(workflowId)
    .output(WorkflowDetail),
  restore: endpoint
    .route({
      method: 'POST',
      path: '/workflows/{id}/restore',
      summary: 'Take a retired workflow into use again',
      tags: ['Workflows'],
    })
    .meta({ access: 'publish:workflows' })
    .input(workflowId)
    .output(WorkflowDetail),
};

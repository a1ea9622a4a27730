import { permissions } from '@attain/domain/access/permissions';
import { LIBRARY_CATEGORIES } from '@attain/domain/workflows/nodes/node-type';
import { type Workflow as DomainWorkflow, WORKFLOW_LIMITS } from '@attain/domain/workflows/workflow';
import { z } from 'zod';
import { endpoint, JsonRecord, Moment, PageInput, Problem, pageOf, Words } from './base.ts';

/** A workflow document. The domain validates it and returns all problems with their rule numbers. */
export const WorkflowDocument = z
  .custom<DomainWorkflow>((value) => typeof value === 'object' && value !== null, 'a workflow document')
  .meta({
    type: 'object',
    component: 'Workflow',
    description: 'A workflow document; its JSON Schema is at /api/workflows/schema',
  });

/** Target environment; shown as Development, Staging, Production. */
export const Environment = z.enum(['dev', 'staging', 'prod']);

export const WorkflowSummary = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  environment: Environment,
  version: z.number().int().describe('Newest published version; 0 if none'),
  draftDiffers: z.boolean().describe('True if the draft differs from the newest version'),
  revision: z.number().int().describe('Increments each time the draft is saved'),
  nodeCount: z.number().int(),
  edgeCount: z.number().int(),
  isTemplate: z.boolean(),
  isActive: z.boolean(),
  tags: z.array(z.string()),
  updatedAt: Moment,
});
export type WorkflowSummary = z.infer<typeof WorkflowSummary>;

/** A published version; it never changes, and its hash identifies its content. */
export const WorkflowVersion = z.object({
  version: z.number().int(),
  documentHash: z.string().describe('SHA-256 of the canonical JSON (RFC 8785)'),
  note: z.string(),
  createdBy: z.string().nullable().describe('Display name'),
  createdAt: Moment,
});
export type WorkflowVersion = z.infer<typeof WorkflowVersion>;

/** A step that sends values of a run to people or other systems. */
export const Delivery = z.object({
  node: z.string(),
  title: z.string(),
  kind: z
    .enum(['task', 'notice', 'message', 'system'])
    .describe('Email, chat and external systems leave the workspace'),
  to: z.string().describe('User names, roles, addresses, a connection or a host, as written in the workflow'),
});

/** A workflow with its draft, or with the document of a given version. */
export const WorkflowDetail = WorkflowSummary.extend({
  document: WorkflowDocument,
  documentHash: z.string(),
  shownVersion: z.number().int().nullable().describe('Null: the draft'),
  problems: z.array(Problem).describe('Problems that block publishing'),
  versions: z.array(WorkflowVersion),
  needs: z
    .array(z.enum(permissions))
    .describe(
      'Permissions needed to run the newest version; its steps run with the rights of the user who starts it',
    ),
  sendsTo: z
    .array(Delivery)
    .describe(
      'Recipients of values from runs of the version shown, or of the newest; sub-workflows included',
    ),
});
export type WorkflowDetail = z.infer<typeof WorkflowDetail>;

const NodePort = z.object({ name: z.string(), label: z.string(), type: z.string() });

/** A node type in the library. */
export const NodeLibraryItem = z.object({
  id: z.string().describe('The node type in workflow documents'),
  name: z.string(),
  description: z.string(),
  category: z.enum(LIBRARY_CATEGORIES),
  inputs: z.array(NodePort),
  outputs: z.array(NodePort),
  version: z.string(),
  status: z.enum(['stable', 'beta', 'deprecated']),
  usageCount: z.number().int().describe('Workflows not retired that have such a node in their draft'),
});
export type NodeLibraryItem = z.infer<typeof NodeLibraryItem>;

const Tag = Words.pipe(
  z.string().min(1, 'Enter a tag.').max(40, 'A tag has at most 40 characters.'),
).describe('Upper and lower case count as the same');

const workflowId = z.object({
  id: z.string().min(1).max(200).describe('Its original name, in kebab-case'),
});

/** Workflows as data: editable drafts and published versions. These endpoints run nothing. */
export const workflows = {
  list: endpoint
    .route({ method: 'GET', path: '/workflows', summary: 'Workflows', tags: ['Workflows'] })
    .meta({ access: 'read:workflows' })
    .input(
      PageInput.extend({
        search: z.string().max(200).optional(),
        tag: z.string().max(40).optional().describe('Only those with this tag'),
        uses: z.string().max(100).optional().describe('Only those whose draft has a node of this type'),
      }),
    )
    .output(pageOf(WorkflowSummary)),
  tags: endpoint
    .route({
      method: 'GET',
      path: '/workflow-tags',
      summary: 'List all tags and how many workflows have them',
      tags: ['Workflows'],
    })
    .meta({ access: 'read:workflows' })
    .input(PageInput)
    .output(pageOf(z.object({ tag: z.string(), count: z.number().int() }))),
  nodeTypes: endpoint
    .route({
      method: 'GET',
      path: '/node-types',
      summary: 'List all node types and how many workflows use them',
      tags: ['Workflows'],
    })
    .meta({ access: 'read:workflows' })
    .input(PageInput)
    .output(pageOf(NodeLibraryItem)),
  schema: endpoint
    .route({
      method: 'GET',
      path: '/workflows/schema',
      summary: 'Get the JSON Schema of workflow documents',
      tags: ['Workflows'],
    })
    .meta({ access: 'public' })
    .output(JsonRecord),
  get: endpoint
    .route({
      method: 'GET',
      path: '/workflows/{id}',
      summary: 'Get a workflow: its draft or a given version',
      tags: ['Workflows'],
    })
    .meta({ access: 'read:workflows' })
    .input(workflowId.extend({ version: z.coerce.number().int().min(1).max(1_000_000_000).optional() }))
    .output(WorkflowDetail),
  create: endpoint
    .route({
      method: 'POST',
      path: '/workflows',
      summary: 'Create a workflow, blank or from a document; importing runs nothing',
      tags: ['Workflows'],
      successStatus: 201,
    })
    .meta({ access: 'edit:workflows', maxBytes: WORKFLOW_LIMITS.bytes })
    .input(
      z.object({
        name: z.string().trim().min(1, 'Enter a name for the workflow.').max(200),
        document: WorkflowDocument.optional().describe(
          'Import: a workflow document; the name above overrides its own',
        ),
      }),
    )
    .output(WorkflowDetail),
  check: endpoint
    .route({
      method: 'POST',
      path: '/workflows/check',
      summary: 'Check a workflow document without saving it',
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
      summary: 'Retire a workflow: no new runs start, runs in progress continue',
      tags: ['Workflows'],
    })
    .meta({ access: 'publish:workflows' })
    .input(workflowId)
    .output(WorkflowDetail),
  restore: endpoint
    .route({
      method: 'POST',
      path: '/workflows/{id}/restore',
      summary: 'Restore a retired workflow',
      tags: ['Workflows'],
    })
    .meta({ access: 'publish:workflows' })
    .input(workflowId)
    .output(WorkflowDetail),
  setTags: endpoint
    .route({
      method: 'PUT',
      path: '/workflows/{id}/tags',
      summary: 'Replace the tags of a workflow',
      tags: ['Workflows'],
    })
    .meta({ access: 'edit:workflows' })
    .input(workflowId.extend({ tags: z.array(Tag).max(20, 'A workflow has at most 20 tags.') }))
    .output(WorkflowDetail),
  remove: endpoint
    .route({
      method: 'POST',
      path: '/workflows/{id}/remove',
      summary: 'Delete a workflow that nothing uses and no version of which was run',
      tags: ['Workflows'],
    })
    .meta({ access: 'publish:workflows' })
    .input(workflowId)
    .output(workflowId),
};

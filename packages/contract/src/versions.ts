import { changeKinds } from '@attain/domain/versions/compare';
import { contentAreas } from '@attain/domain/versions/content';
import { branchStatuses, versionStatuses, versionTags } from '@attain/domain/versions/history';
import { mergeChoices } from '@attain/domain/versions/merge';
import { bumps } from '@attain/domain/versions/numbering';
import { z } from 'zod';
import { endpoint, JsonRecord, Moment, PageInput, pageOf, Words } from './base.ts';
import { Json } from './workflow-runs.ts';
import { WorkflowDocument } from './workflows.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'Enter the 64 hex characters of a version.');
const agentId = z.object({ id: z.string().min(1).max(200).describe('Its agentId') });
const oneVersion = agentId.extend({ hash: Hash });
const Label = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'Enter a version such as 1.0.0.');
const message = Words.max(500).default('').describe('Why it was made');

/** A version of an agent. */
export const AgentVersion = z.object({
  id: z.string().describe('SHA-256 of its record'),
  version: z.string(),
  branch: z.string(),
  tag: z.enum(versionTags).nullable(),
  author: z.string(),
  date: Moment,
  message: z.string(),
  status: z.enum(versionStatuses),
  changes: z.array(z.string()).describe('Since the version before, in words'),
  parents: z.array(z.string()).describe('Versions it was made from'),
  manifestHash: z.string().describe('SHA-256 of its content'),
  workflowVersion: z.number().int().nullable().describe('Published version of its workflow'),
  deployments: z.number().int(),
  performance: z
    .object({
      accuracy: z.number().nullable().describe('Mean of its runs, 0 to 1'),
      speedMs: z.number().int().nullable().describe('Median duration of completed runs'),
      reliability: z.number().nullable().describe('Completed over completed and failed runs, 0 to 1'),
      runs: z.number().int(),
    })
    .describe('Of the last 30 days; null: no runs'),
  openRuns: z.number().int(),
  size: z.number().int().describe('Bytes of manifest and workflow'),
});
export type AgentVersion = z.infer<typeof AgentVersion>;

const VersionDetail = AgentVersion.extend({
  manifest: JsonRecord,
  workflow: WorkflowDocument.nullable(),
});

const Change = z.object({
  area: z.enum(contentAreas),
  id: z.string(),
  kind: z.enum(changeKinds),
  title: z.string(),
  fields: z.array(z.object({ field: z.string(), before: Json.optional(), after: Json.optional() })),
  words: z.string(),
});

const Compared = AgentVersion.extend({ workflow: WorkflowDocument.nullable() });

const tags = ['Agent versions'];
const read = { access: 'read:workflows' } as const;
const publish = { access: 'publish:workflows' } as const;

export const agentVersions = {
  list: endpoint
    .route({ method: 'GET', path: '/agents/{id}/versions', summary: 'List versions, newest first', tags })
    .meta(read)
    .input(
      PageInput.extend({
        id: agentId.shape.id,
        search: z.string().max(200).optional().describe('Version, message, author, hash'),
      }),
    )
    .output(
      pageOf(AgentVersion).extend({
        agent: z.string().describe('Name of the agent'),
        totals: z.object({
          versions: z.number().int(),
          active: z.number().int(),
          branches: z.number().int(),
        }),
      }),
    ),
  get: endpoint
    .route({ method: 'GET', path: '/agents/{id}/versions/{hash}', summary: 'Get a version', tags })
    .meta(read)
    .input(oneVersion)
    .output(VersionDetail),
  propose: endpoint
    .route({
      method: 'GET',
      path: '/agents/{id}/next-version',
      summary: 'What the next version would be',
      tags,
    })
    .meta(read)
    .input(agentId)
    .output(
      z.object({
        version: z.string(),
        bump: z.enum(bumps),
        changes: z.array(z.string()).describe('Empty: nothing changed'),
        hasWorkflow: z.boolean(),
        head: z.object({ hash: z.string(), version: z.string() }).nullable(),
      }),
    ),
  create: endpoint
    .route({
      method: 'POST',
      path: '/agents/{id}/versions',
      summary: 'Make the form and the workflow’s draft the next version; publishes the draft',
      tags,
      successStatus: 201,
    })
    .meta(publish)
    .input(agentId.extend({ version: Label.optional().describe('Default: as proposed'), message }))
    .output(VersionDetail),
  revert: endpoint
    .route({
      method: 'POST',
      path: '/agents/{id}/versions/{hash}/revert',
      summary: 'Make the content of an older version the newest version',
      tags,
      successStatus: 201,
    })
    .meta(publish)
    .input(oneVersion.extend({ message }))
    .output(VersionDetail),
  move: endpoint
    .route({
      method: 'POST',
      path: '/agents/{id}/versions/{hash}/status',
      summary: 'Deprecate, archive or restore a version',
      tags,
    })
    .meta(publish)
    .input(oneVersion.extend({ status: z.enum(versionStatuses) }))
    .output(VersionDetail),
  tag: endpoint
    .route({ method: 'POST', path: '/agents/{id}/version-tags', summary: 'Compute the tags again', tags })
    .meta(publish)
    .input(agentId)
    .output(z.object({ changed: z.number().int() })),
  compare: endpoint
    .route({ method: 'GET', path: '/agents/{id}/version-comparison', summary: 'Compare two versions', tags })
    .meta(read)
    .input(agentId.extend({ from: Hash, to: Hash }))
    .output(z.object({ from: Compared, to: Compared, changes: z.array(Change) })),
  export: endpoint
    .route({
      method: 'GET',
      path: '/agents/{id}/version-history',
      summary: 'Export the history, or one version with those before it, as a file that can be verified',
      tags,
    })
    .meta(read)
    .input(agentId.extend({ hash: Hash.optional() }))
    .output(z.object({ fileName: z.string(), mediaType: z.string(), text: z.string() })),
};

const BranchName = z
  .string()
  .regex(
    /^(?!main$)[a-z0-9][a-z0-9._/-]{0,59}$/,
    'Enter a name of a–z, 0–9, dots, hyphens and slashes, up to 60 characters.',
  );

/** A branch of an agent. */
export const AgentBranch = z.object({
  id: z.string().describe('Its name'),
  name: z.string(),
  author: z.string(),
  lastCommit: z.object({ id: z.string(), version: z.string(), message: z.string(), at: Moment }),
  ahead: z.number().int().describe('Versions that main lacks'),
  behind: z.number().int().describe('Versions of main that it lacks'),
  status: z.enum(branchStatuses),
  workflowId: z
    .string()
    .nullable()
    .describe('The copy of the workflow to draw on; null: main, or no workflow'),
  isDraft: z.boolean().describe('Form or workflow was saved since the last commit'),
  revision: z.number().int(),
});
export type AgentBranch = z.infer<typeof AgentBranch>;
const BranchDetail = AgentBranch.extend({ form: JsonRecord.describe('The form as the branch has it') });

const branch = z.string().min(1).max(60).describe('Name of the branch');
const branchTags = ['Agent branches'];
const edit = { access: 'edit:workflows' } as const;

export const agentBranches = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/agents/{id}/branches',
      summary: 'List branches, main first',
      tags: branchTags,
    })
    .meta(read)
    .input(agentId)
    .output(z.object({ rows: z.array(AgentBranch) })),
  get: endpoint
    .route({
      method: 'GET',
      path: '/agents/{id}/branch',
      summary: 'Get a branch with its form',
      tags: branchTags,
    })
    .meta(read)
    .input(agentId.extend({ branch }))
    .output(BranchDetail),
  create: endpoint
    .route({
      method: 'POST',
      path: '/agents/{id}/branches',
      summary: 'Create a branch with a copy of the workflow',
      tags: branchTags,
      successStatus: 201,
    })
    .meta(edit)
    .input(
      agentId.extend({ name: BranchName, from: Hash.optional().describe('Default: the newest of main') }),
    )
    .output(BranchDetail),
  saveForm: endpoint
    .route({
      method: 'PUT',
      path: '/agents/{id}/branch-form',
      summary: 'Save the form of a branch',
      tags: branchTags,
    })
    .meta({ access: 'edit:agents' })
    .input(agentId.extend({ branch, form: JsonRecord, revision: z.number().int().min(0).max(1_000_000_000) }))
    .output(BranchDetail),
  commit: endpoint
    .route({
      method: 'POST',
      path: '/agents/{id}/commits',
      summary: 'Make a branch’s form and workflow its next version',
      tags: branchTags,
      successStatus: 201,
    })
    .meta(edit)
    .input(agentId.extend({ branch, message }))
    .output(VersionDetail),
};

const MergeRequest = z.object({
  id: z.uuid(),
  agentId: z.string(),
  number: z.number().int(),
  branch: z.string(),
  title: z.string(),
  state: z.enum(['open', 'merged', 'closed']),
  openedBy: z.string(),
  openedAt: Moment,
  closedAt: Moment.nullable(),
  merged: z.string().nullable().describe('Version that the merge made'),
});

const Side = z.object({
  hash: z.string(),
  version: z.string(),
  author: z.string(),
  at: Moment,
  content: z.object({ agent: JsonRecord, workflow: WorkflowDocument.nullable() }),
});

const MergeDetail = MergeRequest.extend({
  merge: z
    .object({ base: Side, ours: Side.describe('Main'), theirs: Side.describe('The branch') })
    .nullable()
    .describe('Null once it is merged or closed'),
  barred: z.string().nullable().describe('Why the reader can’t merge'),
});

const requestId = z.object({ id: z.uuid() });
const requestTags = ['Merge requests'];

export const mergeRequests = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/agents/{id}/merge-requests',
      summary: 'List merge requests, newest first',
      tags: requestTags,
    })
    .meta(read)
    .input(PageInput.extend({ id: agentId.shape.id }))
    .output(pageOf(MergeRequest)),
  open: endpoint
    .route({
      method: 'POST',
      path: '/agents/{id}/merge-requests',
      summary: 'Ask to merge a branch into main',
      tags: requestTags,
      successStatus: 201,
    })
    .meta(edit)
    .input(agentId.extend({ branch, title: Words.min(1, 'Enter a title.').max(200) }))
    .output(MergeDetail),
  get: endpoint
    .route({
      method: 'GET',
      path: '/merge-requests/{id}',
      summary: 'Get a merge request with both sides and their base',
      tags: requestTags,
    })
    .meta(read)
    .input(requestId)
    .output(MergeDetail),
  review: endpoint
    .route({
      method: 'POST',
      path: '/merge-requests/{id}/review',
      summary: 'Ask everyone else who may merge for a review',
      tags: requestTags,
    })
    .meta(edit)
    .input(requestId)
    .output(z.object({ asked: z.number().int() })),
  merge: endpoint
    .route({
      method: 'POST',
      path: '/merge-requests/{id}/merge',
      summary: 'Merge a branch into main as a new version',
      tags: requestTags,
    })
    .meta(publish)
    .input(
      requestId.extend({
        ours: Hash.describe('The newest version of main that you saw'),
        theirs: Hash.describe('The newest version of the branch that you saw'),
        choices: z
          .record(z.string().max(2_000), z.enum(mergeChoices))
          .default({})
          .describe('The side of each conflict, by its path'),
      }),
    )
    .output(MergeDetail),
  close: endpoint
    .route({
      method: 'POST',
      path: '/merge-requests/{id}/close',
      summary: 'Close a merge request without merging',
      tags: requestTags,
    })
    .meta(edit)
    .input(requestId)
    .output(MergeDetail),
};

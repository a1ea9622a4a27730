import { CONTRACT_LIMITS, contractStatuses, contractTypes } from '@attain/domain/data-contracts/contract';
import { z } from 'zod';
import { endpoint, JsonRecord, Moment, PageInput, Problem, pageOf, Words } from './base.ts';
import { Json } from './workflow-runs.ts';

const schema = JsonRecord.describe('JSON Schema 2020-12');
const sample = Json.optional().describe('An example; it has to fit the schema');
const version = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'Enter a version such as 1.0.0.');

/** A data contract: what values must look like where workflows take them in or hand them on. */
export const SchemaContract = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(contractTypes),
  format: z.literal('json-schema'),
  version: z.string().nullable().describe('Newest published version; null: none'),
  status: z.enum(contractStatuses),
  lastModified: Moment,
  usage: z.number().int().describe('Workflows that use it, in their draft or their newest version'),
  schema,
  sample,
});
export type SchemaContract = z.infer<typeof SchemaContract>;

/** A difference that may invalidate values. */
const ContractDifference = z.object({
  path: z.string(),
  message: z.string(),
  kind: z.enum(['breaking', 'undecided']),
});

/** A node of a workflow that checks values by the contract. */
export const ContractUse = z.object({
  workflowId: z.string(),
  workflow: z.string(),
  environment: z.string(),
  workflowVersion: z.number().int().nullable().describe('Null: the draft'),
  node: z.string(),
  version: z.string().describe('Version of the contract'),
  openRuns: z.number().int(),
});

export type ContractUse = z.infer<typeof ContractUse>;

/** A contract with its draft, versions and uses. `schema` and `sample` are the draft’s, or the newest version’s. */
export const ContractDetail = SchemaContract.extend({
  draft: z.boolean().describe('There are changes since the newest version'),
  next: z
    .object({
      version: z.string(),
      kind: z.enum(['breaking', 'compatible', 'annotations']),
      differences: z.array(ContractDifference),
      needsOther: z.boolean().describe('Another person than the author has to publish it'),
    })
    .nullable()
    .describe('What publishing the draft makes; null without a draft'),
  problems: z.array(Problem).describe('Why the draft can’t be published'),
  versions: z.array(z.object({ version: z.string(), by: z.string(), at: Moment })),
  uses: z.array(ContractUse),
  revision: z.number().int(),
});
export type ContractDetail = z.infer<typeof ContractDetail>;

const contractId = z.object({ id: z.string().min(1).max(200) });
const revised = contractId.extend({ revision: z.number().int().min(0).max(1_000_000_000) });
const name = Words.min(1, 'Enter a name for the contract.').max(100);

/** Verdict on a value. */
const Verdict = z.object({ version: z.string(), problems: z.array(Problem) });

const tags = ['Data contracts'];

export const dataContracts = {
  list: endpoint
    .route({ method: 'GET', path: '/contracts', summary: 'List data contracts', tags })
    .meta({ access: 'read:workflows' })
    .input(
      PageInput.extend({
        search: z.string().max(200).optional(),
        type: z.enum(contractTypes).optional(),
        status: z.enum(contractStatuses).optional(),
      }),
    )
    .output(pageOf(SchemaContract)),
  get: endpoint
    .route({ method: 'GET', path: '/contracts/{id}', summary: 'Get a contract', tags })
    .meta({ access: 'read:workflows' })
    .input(contractId)
    .output(ContractDetail),
  create: endpoint
    .route({ method: 'POST', path: '/contracts', summary: 'Create a contract', tags, successStatus: 201 })
    .meta({ access: 'edit:workflows' })
    .input(z.object({ name, type: z.enum(contractTypes), schema, sample: sample.optional() }))
    .output(ContractDetail),
  save: endpoint
    .route({ method: 'PUT', path: '/contracts/{id}', summary: 'Save the draft of a contract', tags })
    .meta({ access: 'edit:workflows' })
    .input(revised.extend({ name, schema, sample }))
    .output(ContractDetail),
  publish: endpoint
    .route({
      method: 'POST',
      path: '/contracts/{id}/publish',
      summary: 'Publish the draft as a version',
      tags,
    })
    .meta({ access: 'publish:workflows' })
    .input(revised)
    .output(ContractDetail),
  deprecate: endpoint
    .route({
      method: 'POST',
      path: '/contracts/{id}/deprecate',
      summary: 'Deprecate a contract, or restore it',
      tags,
    })
    .meta({ access: 'publish:workflows' })
    .input(contractId.extend({ deprecated: z.boolean() }))
    .output(ContractDetail),
  remove: endpoint
    .route({ method: 'POST', path: '/contracts/{id}/remove', summary: 'Delete an unused draft', tags })
    .meta({ access: 'edit:workflows' })
    .input(contractId)
    .output(z.object({ removed: z.literal(true) })),
  check: endpoint
    .route({
      method: 'POST',
      path: '/contracts/{id}/check',
      summary: 'Check a value against a contract and every version in use',
      tags,
    })
    .meta({ access: 'read:workflows' })
    .input(contractId.extend({ value: Json.optional() }))
    .output(z.object({ verdicts: z.array(Verdict) })),
  export: endpoint
    .route({ method: 'GET', path: '/contracts/{id}/export', summary: 'Export a contract as a file', tags })
    .meta({ access: 'read:workflows' })
    .input(
      contractId.extend({ as: z.enum(['json-schema', 'odcs', 'typescript']), version: version.optional() }),
    )
    .output(z.object({ fileName: z.string(), mediaType: z.string(), text: z.string() })),
  import: endpoint
    .route({
      method: 'POST',
      path: '/contracts/import',
      summary: 'Read the schemas of a file (JSON Schema, OpenAPI 3.1, ODCS); stores nothing',
      tags,
    })
    .meta({ access: 'edit:workflows', maxBytes: 3 * CONTRACT_LIMITS.imported })
    .input(z.object({ text: z.string().max(CONTRACT_LIMITS.imported, 'The file is larger than 1 MB.') }))
    .output(
      z.object({
        found: z.array(z.object({ name: z.string(), schema, problems: z.array(Problem) })).max(1_000),
      }),
    ),
  infer: endpoint
    .route({
      method: 'POST',
      path: '/contracts/infer',
      summary: 'Derive a schema from the recorded inputs or outputs of a workflow’s runs; stores nothing',
      tags,
    })
    .meta({ access: 'edit:workflows' })
    .input(z.object({ workflowId: z.string().min(1).max(200), side: z.enum(['input', 'output']) }))
    .output(
      z.object({ schema, sample, values: z.number().int().describe('Recorded values it was derived from') }),
    ),
};

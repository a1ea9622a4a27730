import { roles } from '@attain/domain/access/permissions';
import {
  conditionFields,
  governedActions,
  policyEffects,
  policyPriorities,
  policyStatuses,
  policyTypes,
  targetKinds,
} from '@attain/domain/policies/policy';
import { z } from 'zod';
import { Day, endpoint, Moment, PageInput, Problem, pageOf, Words } from './base.ts';
import { Environment } from './workflows.ts';

const Target = z.object({
  kind: z.enum(targetKinds),
  id: Words.max(200).describe('Blank for the workspace'),
});

const Rule = z.object({
  effect: z.enum(policyEffects),
  actions: z.array(z.enum(governedActions)).max(governedActions.length),
  conditions: z
    .array(z.object({ field: z.enum(conditionFields), is: z.boolean(), value: Words.max(100) }))
    .max(20),
  exceptRoles: z.array(z.enum(roles)).max(roles.length),
  limit: z.number().int().min(1).max(1_000).default(100),
  windowSeconds: z.number().int().min(1).max(86_400).default(3_600),
});

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:00.');

/** Where and when a policy holds. */
const Limits = z.object({
  environment: z
    .union([z.literal(''), Environment])
    .default('')
    .describe('Blank: every environment'),
  hours: z
    .object({
      within: z.boolean().describe('False: at all other times'),
      days: z.array(z.number().int().min(1).max(7)).max(7).describe('1 Monday … 7 Sunday'),
      from: clock,
      until: z.union([clock, z.literal('24:00')], 'Enter a time such as 17:00 or 24:00.'),
      timeZone: z.string().min(1).max(100).describe('IANA name, for example Europe/Berlin'),
    })
    .nullable()
    .default(null)
    .describe('A span that ends before it begins ends on the next day'),
  addresses: z
    .object({
      within: z.boolean().describe('False: for all other addresses'),
      networks: z
        .array(
          z.union(
            [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
            'Enter an address such as 203.0.113.7 or a network such as 203.0.113.0/24.',
          ),
        )
        .min(1, 'Enter at least one address, or no limit to addresses.')
        .max(50),
    })
    .nullable()
    .default(null)
    .describe('Client addresses'),
  expiresOn: Day.nullable().default(null).describe('Last day (UTC) on which it holds; null: no end'),
});

/** A governance policy: what it denies, or what has to be done first. */
export const Policy = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(policyTypes),
  status: z.enum(policyStatuses),
  priority: z.enum(policyPriorities),
  description: z.string(),
  appliesTo: z.array(Target),
  conditions: z.string().describe('In plain words, or the Cedar document'),
  actions: z.string().describe('What it does, in plain words'),
  lastModified: Moment,
  resourceType: z
    .enum(['agent', 'connection', 'suggestion', ''])
    .describe('What it governs; blank: several of them'),
  resourceId: z.string().describe('The one agent or connection that it is for; blank: several'),
  limits: Limits,
  enforce: z.boolean().describe('False: what it would deny is recorded and let through'),
  log: z.boolean(),
  notify: z.boolean().describe('Compliance officers get a notice of each violation'),
  hits: z.number().int().describe('Decisions of the last 30 days in which it held'),
  denials: z.number().int().describe('Of them, those it denied or would have denied'),
});
export type Policy = z.infer<typeof Policy>;

export const PolicyDetail = Policy.extend({
  rule: Rule.nullable().describe('Null: it was written as text'),
  document: z.string().describe('Cedar'),
  version: z.number().int(),
  versions: z.array(
    z.object({ version: z.number().int(), document: z.string(), by: z.string(), at: Moment }),
  ),
  revision: z.number().int(),
  approvalId: z
    .uuid()
    .nullable()
    .describe('The request to activate or change it that waits for someone else'),
});
export type PolicyDetail = z.infer<typeof PolicyDetail>;

/** A denial, or what would have been one. */
const Violation = z.object({
  id: z.uuid(),
  policyId: z.string(),
  policy: z.string(),
  user: z.string(),
  action: z.enum(governedActions),
  resource: z.string(),
  enforced: z.boolean(),
  message: z.string(),
  runId: z.uuid().nullable(),
  count: z.number().int(),
  at: Moment,
});
export type Violation = z.infer<typeof Violation>;

const document = z.string().max(20_000, 'The document is longer than 20,000 characters.');
const content = {
  appliesTo: z.array(Target).min(1, 'Choose where the policy applies.').max(50),
  rule: Rule.nullable().describe('The form; null: `document` is used'),
  document: document.default(''),
  limits: Limits.default({ environment: '', hours: null, addresses: null, expiresOn: null }),
};
const fields = {
  name: Words.min(1, 'Enter a name for the policy.').max(100),
  description: Words.max(500).default(''),
  type: z.enum(policyTypes),
  priority: z.enum(policyPriorities),
  ...content,
};
const policyId = z.object({ id: z.string().min(1).max(200) });
const revision = z.number().int().min(0).max(1_000_000_000);
const tags = ['Policies'];
const read = { access: 'read:policies' } as const;
const edit = { access: 'edit:policies', isSensitive: true } as const;

/** What a document would do. */
const Check = z.object({
  document: z.string(),
  problems: z.array(Problem).describe('Why it can’t be saved; paths of documents are `document:line:column`'),
  warnings: z.array(z.string()),
});

/** What past requests would be decided otherwise. */
const PolicyTest = z.object({
  days: z.number().int(),
  requests: z.number().int().describe('Different requests that were decided again'),
  decisions: z.number().int().describe('How often they were made'),
  isComplete: z.boolean().describe('False: only the latest 5,000 different requests'),
  denied: z.number().int().describe('Allowed before, denied with the policy'),
  allowed: z.number().int().describe('Denied before, allowed with the policy'),
  obligations: z.number().int().describe('Allowed before and with the policy, on other conditions'),
  changes: z
    .array(
      z.object({
        kind: z.enum(['denied', 'allowed', 'obligation-added', 'obligation-removed']),
        by: z.string().describe('The policy that decides it'),
        action: z.enum(governedActions),
        resource: z.string(),
        environment: z.string(),
        person: z.string(),
        count: z.number().int(),
        lastAt: Moment.describe('The hour in which it was made last'),
      }),
    )
    .describe('The latest 100'),
});
export type PolicyTest = z.infer<typeof PolicyTest>;

export const policies = {
  list: endpoint
    .route({ method: 'GET', path: '/policies', summary: 'List policies by name', tags })
    .meta(read)
    .input(
      PageInput.extend({
        search: z.string().max(200).optional(),
        type: z.enum(policyTypes).optional(),
        status: z.enum(policyStatuses).optional(),
      }),
    )
    .output(pageOf(Policy)),
  get: endpoint
    .route({ method: 'GET', path: '/policies/{id}', summary: 'Get a policy', tags })
    .meta(read)
    .input(policyId)
    .output(PolicyDetail),
  create: endpoint
    .route({
      method: 'POST',
      path: '/policies',
      summary: 'Create a policy as a draft',
      tags,
      successStatus: 201,
    })
    .meta(edit)
    .input(z.object(fields))
    .output(PolicyDetail),
  save: endpoint
    .route({
      method: 'PUT',
      path: '/policies/{id}',
      summary: 'Change a policy; while it is active, someone else approves what it does',
      tags,
    })
    .meta(edit)
    .input(policyId.extend({ revision, ...fields }))
    .output(PolicyDetail),
  setStatus: endpoint
    .route({
      method: 'POST',
      path: '/policies/{id}/status',
      summary: 'Deactivate a policy, or ask someone else to activate it',
      tags,
    })
    .meta(edit)
    .input(policyId.extend({ status: z.enum(['active', 'inactive']) }))
    .output(PolicyDetail),
  setSwitches: endpoint
    .route({
      method: 'POST',
      path: '/policies/{id}/switches',
      summary: 'Turn enforcement, log and notices of a policy on or off',
      tags,
    })
    .meta(edit)
    .input(policyId.extend({ enforce: z.boolean(), log: z.boolean(), notify: z.boolean() }))
    .output(PolicyDetail),
  remove: endpoint
    .route({
      method: 'POST',
      path: '/policies/{id}/remove',
      summary: 'Delete a policy that is not active',
      tags,
    })
    .meta(edit)
    .input(policyId)
    .output(z.object({ removed: z.literal(true) })),
  check: endpoint
    .route({ method: 'POST', path: '/policies/check', summary: 'Check a policy; stores nothing', tags })
    .meta({ access: 'edit:policies' })
    .input(z.object({ id: z.string().max(200).optional(), ...content }))
    .output(Check),
  test: endpoint
    .route({
      method: 'POST',
      path: '/policies/test',
      summary: 'Decide past requests with a policy; stores nothing',
      tags,
    })
    .meta({ access: 'edit:policies' })
    .input(
      z.object({
        id: z.string().max(200).optional(),
        ...content,
        days: z.number().int().min(1).max(90).default(30),
      }),
    )
    .output(PolicyTest),
  violations: endpoint
    .route({ method: 'GET', path: '/policy-violations', summary: 'List denials, newest first', tags })
    .meta(read)
    .input(PageInput.extend({ policy: z.string().max(200).optional() }))
    .output(pageOf(Violation)),
};

import { dataRegions } from '@attain/domain/policies/policy';
import { z } from 'zod';
import { endpoint, Moment } from './base.ts';

const Share = z.object({
  percent: z.number().int().nullable().describe('Rounded down; null if there is nothing to count'),
  part: z.number().int(),
  whole: z.number().int(),
});

const Region = z.object({
  region: z.enum(dataRegions),
  status: z.enum(['active', 'pending', 'off']),
  isHome: z.boolean().describe('The workspace’s own records are here'),
  requestedByMe: z.boolean().describe('Someone else activates it'),
});

const ComplianceEvent = z.object({
  id: z.string(),
  kind: z.enum(['violation', 'policy-version', 'approval']),
  title: z.string(),
  text: z.string(),
  person: z.string(),
  at: Moment,
});

/** How a workspace keeps to its policies; every figure is computed from what is stored. */
const Compliance = z.object({
  month: z.string().describe('The current month in UTC'),
  security: Share.describe('Active security policies that are enforced and let nothing through this month'),
  residency: Share.extend({
    unlabeled: z.number().int().describe('Calls without personal data, counted apart'),
  }).describe('The own store and calls of 30 days with personal data, in active regions'),
  violations: z.object({ thisMonth: z.number().int(), lastMonth: z.number().int() }),
  regions: z.array(Region),
  events: z.array(ComplianceEvent).describe('The latest 20'),
});
export type Compliance = z.infer<typeof Compliance>;

const tags = ['Policies'];
const region = z.object({ region: z.enum(dataRegions) });
const change = (path: `/${string}`, summary: string) =>
  endpoint.route({ method: 'POST', path, summary, tags }).input(region).output(Compliance);

export const compliance = {
  get: endpoint
    .route({ method: 'GET', path: '/compliance', summary: 'Get compliance figures and data regions', tags })
    .meta({ access: 'read:policies' })
    .output(Compliance),
  requestRegion: change('/data-regions/{region}/request', 'Ask for a data region').meta({
    access: 'edit:policies',
    isSensitive: true,
  }),
  activateRegion: change(
    '/data-regions/{region}/activate',
    'Activate a data region someone else asked for',
  ).meta({
    access: 'approve:policies',
    isSensitive: true,
  }),
  removeRegion: change(
    '/data-regions/{region}/remove',
    'Remove a data region that is not the workspace’s own',
  ).meta({
    access: 'edit:policies',
    isSensitive: true,
  }),
  setHome: change(
    '/data-regions/{region}/home',
    'Say that the workspace’s own records are in an active region',
  ).meta({
    access: 'edit:policies',
    isSensitive: true,
  }),
};

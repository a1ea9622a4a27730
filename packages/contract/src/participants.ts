import { z } from 'zod';
import { Day, endpoint, PageInput, Provenance, pageOf } from './base.ts';

export const Participant = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  title: z.string().nullable(),
  managerId: z.string().nullable().describe('Manager today'),
  managerName: z.string().nullable(),
  hiredOn: Day.nullable(),
  leftOn: Day.nullable(),
  currency: z.string().nullable(),
  territory: z.string().nullable().describe('Territory today'),
  targetVariableAnnual: z.string().nullable(),
  commissionRatePercent: z.string().nullable(),
});
export type Participant = z.infer<typeof Participant>;

/** The orders of the list; ascending without the sign. */
const participantSorts = [
  'name',
  '-name',
  'id',
  '-id',
  'title',
  '-title',
  'territory',
  '-territory',
] as const;
export type ParticipantSort = (typeof participantSorts)[number];

/** The people the caller may see. */
export const participants = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/participants',
      summary: 'List people who receive credit and pay',
      tags: ['Records'],
    })
    .meta({ access: 'read:participants' })
    .input(
      PageInput.extend({
        search: z.string().max(200).optional().describe('Name, ID, email, title or territory'),
        sort: z.enum(participantSorts).default('name'),
      }),
    )
    .output(pageOf(Participant)),
  get: endpoint
    .route({
      method: 'GET',
      path: '/participants/{id}',
      summary: 'Get a participant with managers, territories and quotas over time',
      tags: ['Records'],
    })
    .meta({ access: 'read:participants' })
    .input(z.object({ id: z.string() }))
    .output(
      Participant.extend({
        reportingLines: z.array(
          z.object({ managerId: z.string(), managerName: z.string(), from: Day, to: Day.nullable() }),
        ),
        territories: z.array(z.object({ territory: z.string(), from: Day, to: Day.nullable() })),
        provenance: Provenance,
      }),
    ),
};

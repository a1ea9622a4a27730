import { z } from 'zod';
import { endpoint, Moment, PageInput, pageOf } from './base.ts';
import { ImportKind, Mapping, ParticipantAlias } from './imports.ts';

const profileOrAlias = z.object({ id: z.uuid() });

/** How one kind of file is read. A stored import with another mapping makes a new version. */
const ImportProfile = z.object({
  id: z.uuid(),
  kind: ImportKind,
  name: z.string(),
  version: z.number().int(),
  fileName: z.string().describe('The file it was stored with'),
  createdBy: z.string(),
  createdAt: Moment,
});
export type ImportProfile = z.infer<typeof ImportProfile>;

/** Named mappings; a file with the same headers takes the one used last. */
export const importProfiles = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/import-profiles',
      summary: 'List import profiles with their newest version, by name',
      tags: ['Imports'],
    })
    .meta({ access: 'read:imports' })
    .input(PageInput)
    .output(pageOf(ImportProfile)),
  get: endpoint
    .route({
      method: 'GET',
      path: '/import-profiles/{id}',
      summary: 'Get all versions of an import profile',
      tags: ['Imports'],
    })
    .meta({ access: 'read:imports' })
    .input(profileOrAlias)
    .output(
      ImportProfile.extend({
        versions: z.array(
          z.object({
            version: z.number().int(),
            mapping: Mapping,
            hash: z.string().describe('SHA-256 of the mapping without delimiter and sheet'),
            createdBy: z.string(),
            createdAt: Moment,
          }),
        ),
      }),
    ),
  remove: endpoint
    .route({
      method: 'POST',
      path: '/import-profiles/{id}/remove',
      summary: 'Delete an import profile; stored rows stay',
      tags: ['Imports'],
    })
    .meta({ access: 'import:records' })
    .input(profileOrAlias)
    .output(z.object({ removed: z.literal(true) })),
};

/** Names in files and the participants they mean. */
export const participantAliases = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/participant-aliases',
      summary: 'List remembered names in files',
      tags: ['Imports'],
    })
    .meta({ access: 'read:imports' })
    .input(PageInput)
    .output(pageOf(ParticipantAlias)),
  remove: endpoint
    .route({
      method: 'POST',
      path: '/participant-aliases/{id}/remove',
      summary: 'Forget a name, so that the next file asks again',
      tags: ['Imports'],
    })
    .meta({ access: 'import:records' })
    .input(profileOrAlias)
    .output(z.object({ removed: z.literal(true) })),
};

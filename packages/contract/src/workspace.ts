import { z } from 'zod';
import { Currency, endpoint } from './base.ts';

/** What holds for everybody in a workspace. */
export const WorkspaceSettings = z.object({
  currency: Currency.describe("The workspace's own, stated when it was made"),
  reportingCurrency: Currency.describe('What payments of several currencies are together told in'),
});
export type WorkspaceSettings = z.infer<typeof WorkspaceSettings>;

/** The settings of the workspace one is signed in to. */
export const workspace = {
  settings: endpoint
    .route({
      method: 'GET',
      path: '/workspace/settings',
      summary: 'What holds for everybody',
      tags: ['Session'],
    })
    .meta({ access: 'read:workspace' })
    .output(WorkspaceSettings),
  saveSettings: endpoint
    .route({
      method: 'PUT',
      path: '/workspace/settings',
      summary: 'Choose the currency of reports; payments that were ordered before keep theirs',
      tags: ['Session'],
    })
    .meta({ access: 'edit:workspace' })
    .input(WorkspaceSettings.pick({ reportingCurrency: true }).strict())
    .output(WorkspaceSettings),
};

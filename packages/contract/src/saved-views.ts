import { viewedListNames, viewLimits, viewParameter } from '@attain/domain/access/saved-views';
import { z } from 'zod';
import { endpoint, Words } from './base.ts';

const tags = ['Session'];
const List = z.enum(viewedListNames).describe('The list that the view is of');
const Name = Words.pipe(z.string().min(1, 'Enter a name').max(viewLimits.name));

/** Parameters of a list’s address: filters, period, order and hidden columns. */
const Search = z
  .record(z.string().regex(viewParameter), Words.pipe(z.string().max(viewLimits.value)))
  .refine((search) => Object.keys(search).length <= viewLimits.parameters, 'Use fewer filters');

/** A list’s filters, order and columns under a name. */
const SavedView = z.object({
  id: z.uuid(),
  list: List,
  name: z.string(),
  search: Search,
  isShared: z.boolean().describe('Offered to everyone who may read the list'),
  isDefault: z.boolean().describe('The list opens with it, for you'),
  isOwn: z.boolean(),
  owner: z.string(),
  mayChange: z.boolean(),
  revision: z.number().int(),
});
export type SavedView = z.infer<typeof SavedView>;

/** Saved views of lists. */
export const savedViews = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/saved-views',
      summary: 'List my views of a list and the shared ones, by name',
      tags,
    })
    .meta({ access: 'read:workspace' })
    .input(z.object({ list: List }))
    .output(z.object({ rows: z.array(SavedView) })),
  create: endpoint
    .route({ method: 'POST', path: '/saved-views', summary: 'Save a view', tags, successStatus: 201 })
    .meta({ access: 'read:workspace' })
    .input(z.object({ list: List, name: Name, search: Search, isShared: z.boolean().default(false) }))
    .output(SavedView),
  change: endpoint
    .route({
      method: 'PUT',
      path: '/saved-views/{id}',
      summary: 'Rename, change, share or stop sharing a view',
      tags,
    })
    .meta({ access: 'read:workspace' })
    .input(
      z.object({
        id: z.uuid(),
        revision: z.number().int().min(1).describe('The revision you read; an older one is rejected'),
        name: Name.optional(),
        search: Search.optional(),
        isShared: z.boolean().optional(),
      }),
    )
    .output(SavedView),
  remove: endpoint
    .route({ method: 'POST', path: '/saved-views/{id}/remove', summary: 'Delete a view', tags })
    .meta({ access: 'read:workspace' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ removed: z.literal(true) })),
  setDefault: endpoint
    .route({
      method: 'POST',
      path: '/saved-views/default',
      summary: 'Choose the view that a list opens with for me',
      tags,
    })
    .meta({ access: 'read:workspace' })
    .input(z.object({ list: List, id: z.uuid().nullable().describe('Null: none') }))
    .output(z.object({ id: z.uuid().nullable() })),
};

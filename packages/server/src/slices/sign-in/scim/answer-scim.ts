import { z } from 'zod';
import type { AppContext } from '../../../app-context.ts';
import { mustAllow } from '../../../base/actor.ts';
import { ApiError } from '../../../base/api-error.ts';
import type { ScimAnswer, ScimPort, ScimRequest } from '../../../base/scim-port.ts';
import { keyOf, type Resource, readFilter } from './filter.ts';
import {
  createGroup,
  getGroup,
  groupResource,
  listGroups,
  patchGroup,
  removeGroup,
  replaceGroup,
} from './groups.ts';
import { maxResults, resourceTypes, schemas, serviceProviderConfig, urns } from './schemas.ts';
import { ScimError } from './scim-error.ts';
import { createUser, deleteUser, getUser, listUsers, patchUser, replaceUser, userResource } from './users.ts';

/** Provisioning by the company's directory: SCIM 2.0 (RFC 7643, RFC 7644), for an API token that manages people (ACCESS-34). */
export function scimPort(ctx: AppContext): ScimPort {
  return {
    answer: async (request) => {
      try {
        return await answered(ctx, request);
      } catch (error) {
        return failure(error);
      }
    },
    failure,
  };
}

async function answered(ctx: AppContext, request: ScimRequest): Promise<ScimAnswer> {
  mustAllow(request.actor, 'manage:people');
  const actor = { ...request.actor, request: { ...request.actor.request, idempotencyKey: null } };
  const { origin, query, body, method } = request;
  const [kind = '', id, ...more] = request.path;
  if (more.length > 0) throw notFound();
  if (kind === 'Users' || kind === 'Groups') {
    const isId = id !== undefined && z.uuid().safeParse(id).success;
    if (id !== undefined && !isId) throw notFound();
    const shown = (status: number, resource: Resource): ScimAnswer => ({
      status,
      body: narrowed(resource, query),
      ...(status === 201 ? { location: String((resource.meta as Resource).location) } : {}),
    });
    const users = kind === 'Users';
    if (id === undefined) {
      if (method === 'GET') return listed(await (users ? listUsers : listGroups)(ctx, actor, origin), query);
      if (method === 'POST')
        return users
          ? shown(201, userResource(await createUser(ctx, actor, body), origin))
          : shown(201, groupResource(await createGroup(ctx, actor, body), origin));
      throw notAllowed();
    }
    if (method === 'DELETE') {
      await (users ? deleteUser : removeGroup)(ctx, actor, id);
      return { status: 204, body: null };
    }
    if (method === 'GET')
      return users
        ? shown(200, userResource(await getUser(ctx, actor, id), origin))
        : shown(200, groupResource(await getGroup(ctx, actor, id), origin));
    const change = { id, body };
    if (method === 'PUT')
      return users
        ? shown(200, userResource(await replaceUser(ctx, actor, change), origin))
        : shown(200, groupResource(await replaceGroup(ctx, actor, change), origin));
    if (method === 'PATCH')
      return users
        ? shown(200, userResource(await patchUser(ctx, actor, change), origin))
        : shown(200, groupResource(await patchGroup(ctx, actor, change), origin));
    throw notAllowed();
  }
  return described(request);
}

/** What the server says of itself. */
function described({ path: [kind = '', id], query, method }: ScimRequest): ScimAnswer {
  const lists: Record<string, Resource[]> = { Schemas: schemas, ResourceTypes: resourceTypes };
  const list = lists[kind];
  if (list === undefined && kind !== 'ServiceProviderConfig') throw notFound();
  if (method !== 'GET') throw notAllowed();
  if (list === undefined) return { status: 200, body: serviceProviderConfig };
  if (query.filter !== undefined)
    throw new ApiError('NOT_ALLOWED', 'Schemas and resource types can’t be filtered.');
  if (id === undefined) return listed(list, {});
  const one = list.find((each) => each.id === id);
  if (one === undefined) throw notFound();
  return { status: 200, body: one };
}

const Page = z.object({
  filter: z.string().optional(),
  // smaller ones count as 1, and as 0 (RFC 7644 §3.4.2.4)
  startIndex: z.coerce
    .number()
    .int()
    .catch(1)
    .transform((at) => Math.max(at, 1))
    .default(1),
  count: z.coerce
    .number()
    .int()
    .catch(maxResults)
    .transform((count) => Math.min(Math.max(count, 0), maxResults))
    .default(100),
});

function listed(all: readonly Resource[], query: ScimRequest['query']): ScimAnswer {
  const { filter, startIndex, count } = Page.parse(query);
  const found = filter === undefined ? all : all.filter(readFilter(filter));
  const page = found.slice(startIndex - 1, startIndex - 1 + count);
  return {
    status: 200,
    body: {
      schemas: [urns.list],
      totalResults: found.length,
      startIndex,
      itemsPerPage: page.length,
      Resources: page.map((resource) => narrowed(resource, query)),
    },
  };
}

/** The resource with the attributes that were asked for; id, schemas and meta always come along. */
function narrowed(resource: Resource, { attributes, excludedAttributes }: ScimRequest['query']): Resource {
  const always = ['schemas', 'id', 'meta'];
  const names = (text: string) =>
    text.split(',').map((name) => keyOf(resource, name.trim().split('.')[0] ?? ''));
  const isShown = (name: string) => {
    if (always.includes(name)) return true;
    if (attributes !== undefined) return names(attributes).includes(name);
    return excludedAttributes === undefined || !names(excludedAttributes).includes(name);
  };
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name)));
}

const notFound = () => new ApiError('NOT_FOUND', 'Not found.');
const notAllowed = () => new ApiError('METHOD_NOT_ALLOWED', 'This address doesn’t take that method.');

/** The answer to a rejected request (RFC 7644 §3.12). Rethrows a defect. */
function failure(error: unknown): ScimAnswer {
  if (!(error instanceof ScimError || error instanceof ApiError)) throw error;
  const scimType =
    error instanceof ScimError ? error.scimType : error.code === 'BAD_INPUT' ? 'invalidValue' : undefined;
  const { status, message } = error;
  return {
    status,
    body: {
      schemas: [urns.error],
      status: String(status),
      ...(scimType === undefined ? {} : { scimType }),
      detail: message,
    },
  };
}

import { api } from '@attain/contract/api';
import type { Access } from '@attain/contract/base';

/** An endpoint that takes larger bodies than the others. */
export interface LargeBody {
  /** As in the contract: `workflows.save`. */
  readonly name: string;
  readonly method: string;
  /** As Fastify writes it: `/api/workflows/:id`. */
  readonly url: string;
  readonly access: Access | undefined;
  readonly maxBytes: number;
}

interface Definition {
  readonly route: { readonly method?: string; readonly path?: string };
  readonly meta: { readonly access?: Access; readonly maxBytes?: number };
}

/** The endpoints of the contract that say they take larger bodies, found by walking it. */
export function largeBodies(): LargeBody[] {
  return walk(api, []);
}

function walk(router: object, path: readonly string[]): LargeBody[] {
  return Object.entries(router).flatMap(([key, value]: [string, object]) => {
    const here = [...path, key];
    const definition = (value as { '~orpc'?: Definition })['~orpc'];
    if (!definition) return walk(value, here);
    const { route, meta } = definition;
    if (meta.maxBytes === undefined) return [];
    const url = `/api${(route.path ?? '').replace(/\{([^}]+)\}/g, ':$1')}`;
    const { access, maxBytes } = meta;
    return [{ name: here.join('.'), method: route.method ?? 'GET', url, access, maxBytes }];
  });
}

import { api } from '@attain/contract/api';
import type { Access } from '@attain/contract/base';

/** One endpoint of the contract as an attacker sees it: where it is and what it takes. */
export interface Endpoint {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly access: Access | undefined;
  /** Names of the fields in the path. */
  readonly inPath: readonly string[];
  /** Names of the other fields: in the query of a GET, else in the body. */
  readonly beside: readonly string[];
}

interface Definition {
  readonly route: { method?: string; path?: string };
  readonly meta: { access?: Access };
  readonly inputSchema?: { shape?: object };
}

/** Every endpoint of the contract, found by walking it, so that none can be forgotten. */
export const endpoints: readonly Endpoint[] = walk(api, '');

function walk(router: object, name: string): Endpoint[] {
  return Object.entries(router).flatMap(([key, value]) => {
    const here = name ? `${name}.${key}` : key;
    const definition = (value as { '~orpc'?: Definition })['~orpc'];
    if (!definition) return walk(value as object, here);
    const { method = '', path = '' } = definition.route;
    const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, field]) => String(field));
    const fields = Object.keys(definition.inputSchema?.shape ?? {});
    const beside = fields.filter((field) => !inPath.includes(field));
    return [{ name: here, method, path, access: definition.meta.access, inPath, beside }];
  });
}

/** The address of an endpoint with these values in its path. */
export function addressOf(endpoint: Endpoint, values: Readonly<Record<string, string>>): string {
  return `/api${endpoint.path.replace(/\{([^}]+)\}/g, (_, field) => encodeURIComponent(values[field] ?? ''))}`;
}

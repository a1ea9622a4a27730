import { api } from '@attain/contract/api';
import type { Access } from '@attain/contract/base';

/** An endpoint of the contract, found by walking it. */
interface ContractRoute {
  /** As in the contract: `workflows.save`. */
  readonly name: string;
  readonly method: string;
  /** As in the contract: `/workflows/{id}`. */
  readonly path: string;
  readonly access: Access | undefined;
  readonly maxBytes: number | undefined;
}

interface Definition {
  readonly route: { readonly method?: string; readonly path?: string };
  readonly meta: { readonly access?: Access; readonly maxBytes?: number };
}

/** All endpoints of the contract. */
export function contractRoutes(): readonly ContractRoute[] {
  return walk(api, []);
}

function walk(router: object, path: readonly string[]): ContractRoute[] {
  return Object.entries(router).flatMap(([key, value]: [string, object]) => {
    const here = [...path, key];
    const definition = (value as { '~orpc'?: Definition })['~orpc'];
    if (!definition) return walk(value, here);
    const { route, meta } = definition;
    return [
      {
        name: here.join('.'),
        method: route.method ?? 'GET',
        path: route.path ?? '',
        access: meta.access,
        maxBytes: meta.maxBytes,
      },
    ];
  });
}

/** Answers the methods that an address below `/api` has; none: there is no such address. */
export function methodsOfAddresses(): (address: string) => readonly string[] {
  const known = contractRoutes().map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^/api${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }));
  return (address) => known.filter(({ pattern }) => pattern.test(address)).map(({ method }) => method);
}

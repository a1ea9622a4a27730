import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import type { Plugin } from 'vite';
import type { Routes } from './src/api/link.ts';

const contractFile = fileURLToPath(new URL('../contract/src/api.ts', import.meta.url));

/**
 * Serves `virtual:attain-routes`: the contract reduced to methods and paths.
 * The browser client needs no more to call the API, so no schema and no zod reach the browser.
 * The contract is read once per start; after changing it in development, restart `vite`.
 */
export function attainRoutes(): Plugin {
  const id = 'virtual:attain-routes';
  return {
    name: 'attain-routes',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(resolved) {
      if (resolved !== `\0${id}`) return undefined;
      if (!existsSync(contractFile))
        this.error(`${id} needs packages/contract/src/api.ts, which is not there.`);
      this.addWatchFile(contractFile);
      const contract: { api?: AnyContractRouter } = await import(
        /* @vite-ignore */ pathToFileURL(contractFile).href
      );
      if (!contract.api) this.error('packages/contract/src/api.ts must export `api`, the contract router.');
      return `export const routes = ${JSON.stringify(routesOf(contract.api))};`;
    },
  };
}

/** Method and path of each endpoint; summaries, tags and permissions are for the server and its manual. */
export function routesOf(router: object): Routes {
  return Object.fromEntries(Object.entries(router).map(([name, one]) => [name, routeOf(name, one)]));
}

function routeOf(name: string, one: object): string | Routes {
  if (!isContractProcedure(one)) return routesOf(one);
  const { method, path, inputStructure, outputStructure } = one['~orpc'].route;
  if (!method || !path || inputStructure === 'detailed' || outputStructure === 'detailed')
    throw new Error(
      `The browser client calls endpoints with a method, a path and plain input, unlike ${path}.`,
    );
  // every screen loads them: a path that ends with the endpoint's name ends with `*`, and `#` is `{id}`
  const isNamed = path.endsWith(`/${name}`);
  return `${method} ${isNamed ? `${path.slice(0, -name.length)}*` : path}`.replaceAll('{id}', '#');
}

import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import type { Plugin } from 'vite';
import type { Routes } from './src/api/link.ts';

const contractFile = fileURLToPath(new URL('../contract/src/api.ts', import.meta.url));

/** An endpoint or a group of them, as screens write it: `client.plans.list`, `client.payments[move]`. */
const written = /(?<![\w$./])client((?:\s*\.\s*\w+)+)/g;

/**
 * Writes the route of an endpoint where a screen calls it: `client.plans.list` becomes `client("GET /plans")`.
 * The browser needs no more of the contract, so no schema reaches it, and a screen loads only the routes it calls.
 * The contract is read once per start; after changing it in development, restart `vite`.
 */
export function attainRoutes(): Plugin {
  let routes: Routes = {};
  return {
    name: 'attain-routes',
    // after TypeScript is gone: types name the client too
    enforce: 'post',
    async buildStart() {
      if (!existsSync(contractFile)) this.error(`The client needs ${contractFile}, which is not there.`);
      this.addWatchFile(contractFile);
      const contract: { api?: AnyContractRouter } = await import(
        /* @vite-ignore */ pathToFileURL(contractFile).href
      );
      if (!contract.api) this.error('packages/contract/src/api.ts must export `api`, the contract router.');
      routes = routesOf(contract.api);
    },
    transform: {
      filter: { id: /[\\/]web[\\/]src[\\/].*\.tsx?$/, code: /[\\/]client\.ts[?"']/ },
      handler(code, id) {
        try {
          return { code: withRoutes(code, routes), map: null };
        } catch (error) {
          return this.error(`${id}: ${error instanceof Error ? error.message : error}`);
        }
      },
    },
  };
}

/** The code with a route in place of each endpoint. Throws on one that is not in the contract. */
export function withRoutes(code: string, routes: Routes): string {
  return code.replace(written, (text, path: string) => {
    const names = path.split('.').map((name) => name.trim());
    let found: string | Routes | undefined = routes;
    let left = names.slice(1);
    while (typeof found === 'object' && left.length > 0) {
      found = found[left[0] ?? ''];
      left = left.slice(1);
    }
    if (found === undefined) throw new Error(`${text} is not an endpoint of the contract.`);
    return [`client(${JSON.stringify(found)})`, ...left].join('.');
  });
}

/** Method and path of each endpoint; summaries, tags and permissions are for the server and its manual. */
export function routesOf(router: object): Routes {
  return Object.fromEntries(Object.entries(router).map(([name, one]) => [name, routeOf(one)]));
}

function routeOf(one: object): string | Routes {
  if (!isContractProcedure(one)) return routesOf(one);
  const { method, path, inputStructure, outputStructure } = one['~orpc'].route;
  if (!method || !path || inputStructure === 'detailed' || outputStructure === 'detailed')
    throw new Error(
      `The browser client calls endpoints with a method, a path and plain input, unlike ${path}.`,
    );
  return `${method} ${path}`;
}

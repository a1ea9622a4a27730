import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import type { Plugin } from 'vite';

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
      return `${procedure}\nexport const routes = ${sourceOf(contract.api)};`;
    },
  };
}

/** What the client asks of a procedure; summaries, tags and permissions are for the server and its manual. */
const procedure =
  "const at = (method, path, rest) => ({ '~orpc': { errorMap: {}, meta: {}, route: { method, path, ...rest } } });";

function sourceOf(router: AnyContractRouter): string {
  if (isContractProcedure(router)) {
    const { method, path, inputStructure, outputStructure } = router['~orpc'].route;
    const rest = inputStructure || outputStructure ? { inputStructure, outputStructure } : undefined;
    return `at(${[method, path, rest].map((value) => JSON.stringify(value)).join(', ')})`;
  }
  const entries = Object.entries(router).map(([name, one]) => `${JSON.stringify(name)}: ${sourceOf(one)}`);
  return `{ ${entries.join(', ')} }`;
}

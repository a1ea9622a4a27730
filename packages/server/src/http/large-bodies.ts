import type { Access } from '@attain/contract/base';
import { contractRoutes } from './contract-routes.ts';

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

/** The endpoints of the contract that say they take larger bodies. */
export function largeBodies(): LargeBody[] {
  return contractRoutes().flatMap(({ name, method, path, access, maxBytes }) => {
    if (maxBytes === undefined) return [];
    const url = `/api${path.replace(/\{([^}]+)\}/g, ':$1')}`;
    return [{ name, method, url, access, maxBytes }];
  });
}

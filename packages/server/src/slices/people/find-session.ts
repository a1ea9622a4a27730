import type { AppContext } from '../../app-context.ts';
import type { KnownSession, SessionPort } from '../../base/session-port.ts';
import { findToken } from './api-tokens.ts';
import { bindingToken, findSession, secretHash, selectEnding, selectRoles } from './session-store.ts';

/** The session behind a cookie's secret, its owner's roles as they are now, and the token that belongs to it. */
export function sessionPort(ctx: AppContext): SessionPort {
  return {
    find: async (secret): Promise<KnownSession | null> => {
      const facts = await findSession(ctx.db.owner, secretHash(secret));
      if (!facts) return null;
      return {
        actor: {
          tenantId: facts.tenantId,
          userId: facts.userId,
          displayName: facts.displayName,
          kind: 'user',
          roles: facts.roles,
          participantId: facts.participantId,
          sessionHash: facts.idHash.toString('hex'),
          isAudited: facts.isAudited,
        },
        token: bindingToken(ctx.keys.bind, facts.idHash, facts.nonce),
        idHash: facts.idHash,
        username: facts.username,
        secondFactor: facts.secondFactor,
        isFresh: facts.isFresh,
        hasPassword: facts.hasPassword,
        viewingAs: facts.viewingAs,
        tenant: facts.tenant,
      };
    },
    findToken: (token) => findToken(ctx, token),
    endingOf: (secret) => selectEnding(ctx.db.owner, secretHash(secret)),
    rolesOf: (idHashes) => selectRoles(ctx.db.owner, idHashes),
  };
}

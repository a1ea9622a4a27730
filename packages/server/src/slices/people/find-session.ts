import type { KnownSession, SessionPort } from '../../base/session-port.ts';
import type { House } from '../../house.ts';
import { bindingToken, findSession, secretHash, selectEnding, selectRoles } from './session-store.ts';

/** The session behind a cookie's secret, its owner's roles as they are now, and the token that belongs to it. */
export function sessionPort(house: House): SessionPort {
  return {
    find: async (secret): Promise<KnownSession | null> => {
      const facts = await findSession(house.db.owner, secretHash(secret));
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
        },
        token: bindingToken(house.keys.bind, facts.idHash, facts.nonce),
        idHash: facts.idHash,
        username: facts.username,
        tenant: facts.tenant,
      };
    },
    endingOf: (secret) => selectEnding(house.db.owner, secretHash(secret)),
    rolesOf: (idHashes) => selectRoles(house.db.owner, idHashes),
  };
}

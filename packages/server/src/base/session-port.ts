import type { Held, Role } from '@attain/domain/access/permissions';
import type { Actor } from './actor.ts';

/** The interface of sign-in for the HTTP layer. */
export interface SessionPort {
  find(secret: string): Promise<KnownSession | null>;
  /** The member behind an API token, with roles narrowed to what the token may do; null when it does not work. */
  findToken(token: string): Promise<KnownSession | null>;
  /** Why the session behind a cookie is over, as a sentence; null when nothing is known of it. */
  endingOf(secret: string): Promise<string | null>;
  /** The roles behind those of these sessions that are still good, by the hex of their hash. Asking keeps none of them awake. */
  rolesOf(idHashes: readonly Buffer[]): Promise<ReadonlyMap<string, readonly Held[]>>;
}

/** A person's second factor; `missing`: one of their roles requires it. */
export type SecondFactorState = 'on' | 'off' | 'missing';

export interface KnownSession {
  readonly actor: Omit<Actor, 'request'>;
  /** The token that state changes must bring along. */
  readonly token: string;
  readonly idHash: Buffer;
  readonly username: string;
  readonly secondFactor: SecondFactorState;
  /** Whether its owner proved who they are within the last minutes. A program's token has no owner at the keyboard: always. */
  readonly isFresh: boolean;
  /** False: its owner signs in with the workspace's identity provider only. */
  readonly hasPassword: boolean;
  /** The role as which its owner views the workspace: nothing can be changed meanwhile. */
  readonly viewingAs?: Role | null;
  readonly tenant: {
    readonly id: string;
    readonly name: string;
    readonly industry: string;
    readonly currency: string;
  };
}

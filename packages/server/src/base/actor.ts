import {
  type Held,
  isNarrowed,
  missingPermissionsMessage,
  noPermissionMessage,
  type Permission,
  type Scope,
  scopeOf,
} from '@attain/domain/access/permissions';
import { ApiError } from './api-error.ts';

/** The acting user, workspace and request: everything a use-case needs to authorize, record and replay. */
export interface Actor {
  readonly tenantId: string;
  readonly userId: string;
  readonly displayName: string;
  readonly kind: 'user' | 'system';
  readonly roles: readonly Held[];
  /** The participant this person is paid as, when there is one. */
  readonly participantId: string | null;
  readonly sessionHash: string | null;
  /** One of the roles has its reads in the audit log (ACCESS-41). */
  readonly isAudited?: boolean;
  readonly request: RequestFacts;
}

/** The actor of one of several acts of a request, so that its Idempotency-Key answers each of them alone. */
export function actorOfPart(actor: Actor, part: string): Actor {
  const { idempotencyKey: key } = actor.request;
  return key === null ? actor : { ...actor, request: { ...actor.request, idempotencyKey: `${key}#${part}` } };
}

/** Facts of the request behind an action. */
export interface RequestFacts {
  readonly id: string;
  readonly route: string;
  readonly idempotencyKey: string | null;
  /** SHA-256 hex of the request's body. */
  readonly bodyHash: string;
  readonly address: string;
  readonly userAgent: string;
  /** Its valid `traceparent`; null or omitted: none. */
  readonly traceParent?: string | null;
}

/** The scope in which the actor holds the permission; NOT_ALLOWED when in none. */
export function mustAllow(actor: Pick<Actor, 'roles'>, permission: Permission): Scope {
  const scope = scopeOf(actor.roles, permission);
  if (!scope) throw new ApiError('NOT_ALLOWED', noPermissionMessage(permission));
  return scope;
}

/**
 * NOT_ALLOWED for an API token that lacks a permission the steps of a run need: a run has every permission of the person, so a
 * token would gain what it was not given (ACCESS-19). People start such runs, and the step that needs more fails.
 */
export function mustReach(actor: Actor, needed: readonly Permission[]): void {
  const lacking = isNarrowed(actor.roles) ? missingPermissionsMessage(actor.roles, needed) : null;
  if (lacking !== null) throw new ApiError('NOT_ALLOWED', `This API token can’t start the run. ${lacking}`);
}

/** Stands for Attain where a person’s ID is expected: no one has it. */
export const ATTAIN_ID = '00000000-0000-0000-0000-000000000000';

/** Attain itself, on behalf of a user: a background job that the user started. */
export function systemActor(tenantId: string, onBehalfOf: string, job: string): Actor {
  return {
    tenantId,
    userId: onBehalfOf,
    displayName: 'Attain',
    kind: 'system',
    roles: ['administrator'],
    participantId: null,
    sessionHash: null,
    request: { id: job, route: `job:${job}`, idempotencyKey: null, bodyHash: '', address: '', userAgent: '' },
  };
}

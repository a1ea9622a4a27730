import { builtInRoles, type Held } from '@attain/domain/access/permissions';
import type { PolicyRequest } from '@attain/domain/policies/request';
import type { Actor } from '../../base/actor.ts';
import type { NewRun } from '../engine/begin-runs.ts';

/** The connection that a step is about to call. */
export interface CalledConnection {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly region: string;
  /** Blank: not a registered connection; its classification, too. */
  readonly riskLevel: string;
  readonly dataClassification: string;
}

/** Who deploys; without a kind, a job for the person who ordered it. */
export type Deployer = Pick<Actor, 'userId' | 'roles'> & Partial<Pick<Actor, 'kind' | 'request'>>;

/** Who applies a suggestion: a person, or Attain for one. */
export type Applier = Pick<Actor, 'userId' | 'roles' | 'kind' | 'request'>;

/** The client that a change comes from; null: Attain itself. */
export function addressOf({ kind, request }: Deployer): string | null {
  return kind === 'user' ? (request?.address ?? '') : null;
}

/** The same of a start: one by a person has a client, known or not. */
export function clientOf({ trigger, clientAddress }: NewRun): string | null {
  return clientAddress ?? (trigger === 'manual' || trigger === 'api' ? '' : null);
}

/** A connection as policies see it; `local` is the workspace’s own region. */
export function resourceOf(
  { id, name, kind, region, riskLevel, dataClassification }: CalledConnection,
  home: string,
): PolicyRequest['resource'] {
  return {
    type: 'Connection',
    id,
    name,
    kind,
    region: region === 'local' ? home : region,
    risk: riskLevel,
    classification: dataClassification,
  };
}

/** Roles as Cedar compares them: custom roles, temporary access and roles for one team give none. */
export function rolesOf(held: readonly Held[]): string[] {
  return builtInRoles(held).sort();
}

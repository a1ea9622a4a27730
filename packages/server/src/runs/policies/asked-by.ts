import type { PolicyRequest } from '@attain/domain/policies/request';
import type { NewRun } from '../engine/begin-runs.ts';
import type { CalledConnection, Deployer } from './policy-guard.ts';

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

import type { Connection } from '@attain/contract/agents/connections';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { hmacSha256 } from '../../base/crypto.ts';

/** The content whose hash the log keeps: what was entered, without anything that changes automatically. */
export function shapeOf({
  name,
  description,
  provider,
  kind,
  environment,
  region,
  address,
  authMethod,
  config,
  secret,
  workflows,
  riskLevel,
  dataClassification,
  isActive,
  database,
}: Omit<Connection, 'id' | 'next' | 'account'>) {
  const keyVersion = secret?.keyVersion ?? 0;
  const expiresOn = secret?.expiresOn ?? null;
  const ends = expiresOn === null ? {} : { expiresOn };
  const shape = {
    name,
    description,
    provider,
    kind,
    environment,
    address,
    authMethod,
    config,
    keyVersion,
    ...ends,
  };
  // what was entered before there were regions and limits has neither
  return {
    ...shape,
    ...(region === '' ? {} : { region }),
    ...(workflows.length === 0 ? {} : { workflows }),
    ...(riskLevel === 'medium' ? {} : { riskLevel }),
    ...(dataClassification === 'internal' ? {} : { dataClassification }),
    ...(isActive ? {} : { isActive }),
    ...(database === null ? {} : { database: enteredRules(database) }),
  };
}

/** What was registered before there were limits has none. */
function enteredRules({ environment, ...rules }: NonNullable<Connection['database']>) {
  return { ...rules, tables: null, ...(environment === null ? {} : { environment }) };
}

/** The request's fingerprint is stored to recognise its repetition; with a secret in it, it could be guessed from that. */
export function unguessable(ctx: AppContext, actor: Actor, input: object): Actor {
  const bodyHash = Buffer.from(hmacSha256(ctx.keys.vault, JSON.stringify(input))).toString('hex');
  return { ...actor, request: { ...actor.request, bodyHash } };
}

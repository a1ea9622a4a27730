import type { AssistantConfiguration } from '@attain/contract/configurations';
import { autonomyPolicyOf } from '@attain/domain/suggestions/configurations/assistant-settings';
import {
  type Configuration,
  industries,
  type Persona,
  personas,
} from '@attain/domain/suggestions/configurations/configuration';
import { industryConfigurations, industryOf } from '@attain/domain/suggestions/configurations/industries';
import { personaConfigurations } from '@attain/domain/suggestions/configurations/personas';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';
import { readAssistantSettings } from './assistant-settings.ts';
import { readWorkspaceFacts } from './assistant-store.ts';
import { insertConfiguration, selectConfiguration } from './configurations-store.ts';

type Kind = 'personas' | 'industries';

const named = (names: readonly string[], wanted: string) =>
  names.find((one) => one.toLowerCase() === wanted.trim().toLowerCase());

function shippedOf(kind: Kind, wanted: string): { name: string; configuration: Configuration } | null {
  const persona = kind === 'personas' ? personas.find((one) => one === named(personas, wanted)) : undefined;
  if (persona !== undefined) return { name: persona, configuration: personaConfigurations[persona] };
  const industry =
    kind === 'industries' ? industries.find((one) => one === named(industries, wanted)) : undefined;
  return industry === undefined ? null : { name: industry, configuration: industryConfigurations[industry] };
}

/** The words of a persona or an industry: the workspace's own, else as shipped. */
async function configured(tx: TenantTx, kind: Kind, wanted: string) {
  const { name, configuration } = found(
    shippedOf(kind, wanted),
    kind === 'personas' ? 'persona' : 'industry',
  );
  const own = await selectConfiguration(tx, { kind, name });
  const words: Configuration = own?.configuration ?? configuration;
  return { name, version: own?.version ?? 0, configuration: words };
}

/** The words of a persona in this workspace. */
export async function personaConfiguration(tx: TenantTx, persona: Persona): Promise<Configuration> {
  return (await configured(tx, 'personas', persona)).configuration;
}

/** The words of the workspace's industry. */
export async function industryConfiguration(tx: TenantTx, industry: string): Promise<Configuration> {
  return (await configured(tx, 'industries', industryOf(industry))).configuration;
}

/** The words of a persona or an industry, with the workspace's currency. NOT_FOUND for another name. */
export function readConfiguration(ctx: AppContext, actor: Actor, wanted: { kind: Kind; name: string }) {
  mustAllow(actor, 'use:assistant');
  return ctx.read(actor, (tx) => served(tx, wanted));
}

async function served(tx: TenantTx, { kind, name: wanted }: { kind: Kind; name: string }) {
  const { name, version, configuration } = await configured(tx, kind, wanted);
  const { currency } = await readWorkspaceFacts(tx);
  return {
    name,
    version,
    currency,
    fieldLabels: { ...configuration.fieldLabels },
    complianceBadges: [...configuration.complianceBadges],
    explainabilityFocus: [...configuration.explainabilityFocus],
    tone: configuration.tone,
  };
}

/** The autonomy policy of a name, with the workspace’s limits; there is one, `default`. */
export async function readAutonomyPolicy(ctx: AppContext, actor: Actor, name: string) {
  mustAllow(actor, 'use:assistant');
  const { settings } = await ctx.read(actor, readAssistantSettings);
  const policy = autonomyPolicyOf(settings.acting);
  const { id, name: title, levels } = found(policy.id === name ? policy : null, 'autonomy policy');
  return {
    id,
    name: title,
    levels: levels.map((level) => ({
      ...level,
      thresholds: { ...level.thresholds },
      restrictions: [...level.restrictions],
    })),
  };
}

/** Stores the workspace's own words of a persona or an industry as a new version. CONFLICT when someone else was faster. */
export function saveConfiguration(
  ctx: AppContext,
  actor: Actor,
  input: AssistantConfiguration & { kind: Kind; name: string; version: number },
) {
  mustAllow(actor, 'edit:workspace');
  return ctx.write(actor, async (tx) => {
    const { kind, version, name: wanted, ...configuration } = input;
    const before = await configured(tx, kind, wanted);
    const { name } = before;
    const taken = new ApiError('CONFLICT', `Another user changed “${name}”. Reload it and try again.`);
    if (before.version !== version) throw taken;
    const next = { kind, name, version: version + 1, configuration, createdBy: actor.userId };
    if (!(await insertConfiguration(tx, next))) throw taken;
    tx.record({
      action: 'configuration.saved',
      object: { type: 'configuration', id: `${kind}/${name}`, version: String(next.version) },
      before: version === 0 ? null : valueHash(before.configuration),
      after: valueHash(configuration),
    });
    return served(tx, { kind, name });
  });
}

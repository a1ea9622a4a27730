import { analyserCards } from '@attain/domain/suggestions/analysers/cards';
import {
  type AssistantSettings,
  actingRanges,
  defaultActing,
  defaultSettings,
  defaultThresholds,
  settingsContent,
  settingsProblems,
  thresholdRanges,
} from '@attain/domain/suggestions/configurations/assistant-settings';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';
import { insertConfiguration, selectConfiguration } from './configurations-store.ts';

const of = { kind: 'settings', name: 'default' } as const;

/** How the assistant works in this workspace: as stored, else as shipped. A threshold that was added since has its shipped value. */
export async function readAssistantSettings(tx: TenantTx) {
  const stored = await selectConfiguration(tx, of);
  const { off, thresholds, acting } = stored?.configuration ?? defaultSettings;
  const settings: AssistantSettings = {
    off,
    thresholds: { ...defaultThresholds, ...thresholds },
    acting: { ...defaultActing, ...acting },
  };
  return {
    settings,
    version: stored?.version ?? 0,
    savedBy: stored?.savedBy ?? null,
    savedAt: stored?.savedAt ?? null,
  };
}

/** The settings with what they can be, for a form. */
export function getAssistantSettings(ctx: AppContext, actor: Actor) {
  mustAllow(actor, 'use:assistant');
  return ctx.read(actor, served);
}

async function served(tx: TenantTx) {
  const { settings, ...saved } = await readAssistantSettings(tx);
  return {
    ...saved,
    off: [...settings.off],
    thresholds: { ...settings.thresholds },
    acting: { ...settings.acting },
    analysers: analyserCards.map(({ key, principle }) => ({ key, principle })),
    ranges: {
      thresholds: Object.entries(thresholdRanges).map(([key, range]) => ({ key, ...range })),
      acting: Object.entries(actingRanges).map(([key, range]) => ({ key, ...range })),
    },
  };
}

/**
 * Stores settings as a new version. They hold from the next analysis and the next act on. Throws BAD_INPUT with every value out
 * of its range, and CONFLICT when someone else was faster.
 */
export function saveAssistantSettings(
  ctx: AppContext,
  actor: Actor,
  { version, ...wanted }: AssistantSettings & { version: number },
) {
  mustAllow(actor, 'edit:workspace');
  const known = analyserCards.map(({ key }) => key);
  const settings = { ...wanted, off: known.filter((key) => wanted.off.includes(key)) };
  const problems = settingsProblems(wanted, known);
  if (problems.length > 0)
    throw new ApiError('BAD_INPUT', problems[0]?.message ?? 'The settings can’t be saved.', { problems });
  return ctx.write(actor, async (tx) => {
    const before = await readAssistantSettings(tx);
    const taken = new ApiError('CONFLICT', 'Another user changed the settings. Reload them and try again.');
    if (before.version !== version) throw taken;
    const next = { ...of, version: version + 1, configuration: settings, createdBy: actor.userId };
    if (!(await insertConfiguration(tx, next))) throw taken;
    tx.record({
      action: 'configuration.saved',
      object: { type: 'configuration', id: `${of.kind}/${of.name}`, version: String(next.version) },
      before: version === 0 ? null : valueHash(settingsContent(before.settings)),
      after: valueHash(settingsContent(settings)),
    });
    return served(tx);
  });
}

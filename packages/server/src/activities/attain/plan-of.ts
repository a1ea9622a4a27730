import { PlanChange } from '@attain/contract/suggestions';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { listPlans } from '../../slices/plans/list-plans.ts';
import { textOf } from '../config-values.ts';

const maxPlans = 1_000;

/** The id of the plan a step is about: the one chosen, else the one computed, by its id or exact name. Fails NOT_FOUND. */
export async function planOf(ctx: AppContext, actor: Actor, config: JsonObject): Promise<string> {
  const chosen = typeof config.plan === 'string' && config.plan !== '';
  const named = textOf(config, chosen ? 'plan' : 'planFrom');
  const { rows } = await listPlans(ctx, actor, { limit: maxPlans, search: undefined });
  const plan = rows.find(({ id, name }) => id === named || name === named);
  if (plan === undefined) throw new EffectFailed('NOT_FOUND', `Plan “${named}” not found.`);
  return plan.id;
}

const Changes = z.array(PlanChange).max(50);

/** Plan changes given to a step. Fails with BAD_CONFIG for the first invalid one. */
export function changesOf(config: JsonObject): z.infer<typeof Changes> {
  const read = Changes.safeParse(config.changes);
  if (read.success) return read.data;
  const at = read.error.issues[0]?.path.join('.') ?? '';
  const message = `“changes${at === '' ? '' : `.${at}`}” is not a change. Use { component, set }, { add } or { remove }.`;
  throw new EffectFailed('BAD_CONFIG', message);
}

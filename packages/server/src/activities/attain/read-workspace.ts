import { scopeOf } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import type { Activity } from '../../runs/engine/perform-effect.ts';
import { listCalculations } from '../../slices/calculations/read-calculations.ts';
import { listDisputes } from '../../slices/disputes/read-disputes.ts';
import { measurePayouts } from '../../slices/payouts/measure-payouts.ts';
import { listPayingPlans } from '../../slices/plans/paying-plans.ts';
import { actingFor } from '../acting-for.ts';
import { asJson, textOf } from '../config-values.ts';

const disputesAtOnce = 100;

/** Reads what there is to work on: plans that pay, measures of a calculation, or the newest open disputes. */
export function readWorkspace(ctx: AppContext): Activity {
  return {
    outside: async (given) => {
      const actor = await actingFor(ctx, given);
      const { config } = given.effect;
      if (config.what === 'measures') {
        return asJson(await measurePayouts(ctx, actor, textOf(config, 'calculation')));
      }
      if (config.what === 'disputes') {
        const open = await listDisputes(ctx, actor, {
          ...{ limit: disputesAtOnce, status: 'open', withMessages: true },
        });
        // a run is given the names of files, not what they or messages hold
        const rows = open.rows.map(({ files = [], messages: _messages, ...row }) => ({
          ...row,
          files: files.map(({ fileName }) => fileName),
        }));
        return asJson({ rows, more: open.nextCursor !== null });
      }
      const { currency, rows } = await listPayingPlans(ctx, actor);
      const stored = scopeOf(actor.roles, 'read:calculations') !== null;
      const plans = [];
      for (const plan of rows) {
        plans.push({ ...plan, calculation: stored ? await freshRun(ctx, actor, plan) : null });
      }
      return asJson({ currency, rows: plans });
    },
  };
}

/** The newest calculation of a plan's period, when its figures still are those of the stored records; else null. */
async function freshRun(
  ctx: AppContext,
  actor: Actor,
  { id: planId, period }: { id: string; period: string },
): Promise<string | null> {
  const { rows } = await listCalculations(ctx, actor, { planId, period, limit: 1 });
  const [newest] = rows;
  const ended = newest?.status === 'completed' || newest?.status === 'unchanged';
  return newest !== undefined && ended && newest.stale.length === 0 ? newest.id : null;
}

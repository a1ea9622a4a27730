import type { House } from '../../house.ts';
import type { Performer } from '../../runs/engine/perform-effect.ts';
import { listDisputes } from '../../slices/disputes/read-disputes.ts';
import { measurePayouts } from '../../slices/payouts/measure-payouts.ts';
import { listPayingPlans } from '../../slices/plans/paying-plans.ts';
import { actingFor } from '../acting-for.ts';
import { asJson, textOf } from '../config-values.ts';

const disputesAtOnce = 100;

/** Reads what there is to work on: plans that pay, measures of a calculation, or the newest open disputes. */
export function readWorkspace(house: House): Performer {
  return {
    outside: async (given) => {
      const actor = await actingFor(house, given);
      const { config } = given.effect;
      if (config.what === 'measures') {
        return asJson(await measurePayouts(house, actor, textOf(config, 'calculation')));
      }
      if (config.what === 'disputes') {
        const open = await listDisputes(house, actor, { limit: disputesAtOnce, status: 'open' });
        return asJson({ rows: open.rows, more: open.nextCursor !== null });
      }
      return asJson(await listPayingPlans(house, actor));
    },
  };
}

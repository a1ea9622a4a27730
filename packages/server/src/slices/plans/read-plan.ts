import { type Actor, mustAllow } from '../../base/actor.ts';
import type { House } from '../../house.ts';
import { planDetail } from './plan-document.ts';

/** One plan with the document of its newest version, or of the one asked for. Refuses NOT_FOUND. */
export function readPlan(house: House, actor: Actor, input: { id: string; version?: number | undefined }) {
  mustAllow(actor, 'read:plans');
  return house.read(actor, (tx) =>
    planDetail(tx, input.id, { today: house.clock.today(), version: input.version }),
  );
}

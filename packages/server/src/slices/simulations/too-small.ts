import { isSmallGroup, seesSinglePay } from '@attain/domain/access/small-groups';
import type { Actor } from '../../base/actor.ts';

/** Whether a total of so many payees is kept from the actor (ACCESS-10). */
export function tooSmall(actor: Actor): (payees: number) => boolean {
  const seesAll = seesSinglePay(actor.roles);
  return (payees) => !seesAll && isSmallGroup(payees);
}

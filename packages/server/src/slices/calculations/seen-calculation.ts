import type { Run } from '@attain/contract/calculations';
import { isSmallGroup, seesSinglePay, smallGroupSentence } from '@attain/domain/access/small-groups';
import type { Actor } from '../../base/actor.ts';

/** A calculation as the actor may see it: without totals that reveal individual pay (ACCESS-10). */
export function seenCalculation(actor: Actor, run: Run): Run {
  if (seesSinglePay(actor.roles) || !isSmallGroup(run.participantCount ?? 0)) return run;
  return { ...run, total: null, withheld: smallGroupSentence };
}

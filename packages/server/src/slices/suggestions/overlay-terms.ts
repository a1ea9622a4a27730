import { rolesHolding } from '@attain/domain/access/permissions';
import { industryOf } from '@attain/domain/suggestions/configurations/industries';
import { modeDuties } from '@attain/domain/suggestions/mode-duties';
import type { OverlayTerms } from '@attain/domain/suggestions/overlays/overlay-terms';
import { and, arrayOverlaps, desc, eq } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { activeMembers } from '../../db/schema/people.ts';
import { planVersions } from '../../db/schema/plans.ts';
import { readMode } from '../people/preferences.ts';
import { readWorkspaceFacts } from './assistant-store.ts';

/** What the rules of the workspace's industry are checked with, for changes of a plan that a user asks about (SGR-11). */
export async function readOverlayTerms(
  tx: TenantTx,
  of: { readonly planId: string; readonly userId: string },
): Promise<OverlayTerms> {
  const { industry } = await readWorkspaceFacts(tx);
  const [newest] = await tx.db
    .select({ createdBy: planVersions.createdBy, editedBy: planVersions.editedBy })
    .from(planVersions)
    .where(eq(planVersions.planId, of.planId))
    .orderBy(desc(planVersions.version))
    .limit(1);
  const authors = newest === undefined ? [] : [newest.createdBy, ...newest.editedBy];
  const activators = await tx.db
    .select({ userId: activeMembers.userId })
    .from(activeMembers)
    .where(
      and(
        activeMembers.isPerson,
        arrayOverlaps(activeMembers.roles, [...rolesHolding(['activate:plans']), 'activate:plans=tenant']),
      ),
    );
  return {
    industry: industryOf(industry),
    checkers: activators.filter(({ userId }) => !authors.includes(userId)).length,
    retentionYears: modeDuties(await readMode(tx, of.userId)).retentionYears,
  };
}

import type { ImportDetail, ParticipantAlias, PersonAnswer } from '@attain/contract/imports';
import { foldName } from '@attain/domain/quotas/participant-names';
import type { z } from 'zod';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { anyText, decodeTypedCursor, onePage } from '../../../base/cursor.ts';
import { valueHash } from '../../../db/write.ts';
import { requireIdle, startCheck } from '../check-import.ts';
import { detailOf } from '../import-detail.ts';
import { selectImport } from '../imports-store.ts';
import { mustImport } from '../may-import.ts';
import { deleteAlias, saveAliases, selectAliases, selectNoParticipants } from './people-store.ts';

type Answer = z.infer<typeof PersonAnswer>;

/**
 * Remembers who the names of a file mean, for this file and all later ones, and checks the file again. Throws BAD_INPUT
 * for an unknown participant or a name without a letter, and CONFLICT as a check does.
 */
export async function nameImportPeople(
  ctx: AppContext,
  actor: Actor,
  { id, answers }: { id: string; answers: readonly Answer[] },
): Promise<ImportDetail> {
  const detail = await ctx.write(actor, async (tx) => {
    const stored = found(await selectImport(tx, id, true), 'import');
    mustImport(actor, stored.kind, stored.mapping);
    requireIdle(ctx, stored);
    const blank = answers.find(({ name }) => foldName(name) === '');
    if (blank !== undefined)
      throw new ApiError('BAD_INPUT', `“${blank.name}” has no letter or digit. Correct it in the file.`);
    const named = answers.flatMap(({ participantId }) => (participantId === null ? [] : [participantId]));
    const [unknown] = await selectNoParticipants(tx, named);
    if (unknown !== undefined)
      throw new ApiError('BAD_INPUT', `Participant ${unknown} not found. Choose an existing participant.`);
    await saveAliases(tx, answers, actor.userId);
    await startCheck(tx, { ...stored, by: actor.userId });
    tx.record({
      action: 'import.people-named',
      object: { type: 'import', id },
      evidence: [valueHash(answers)],
      reason: { code: 'NAMES', text: textOf(answers) },
    });
    return detailOf(tx, actor, found(await selectImport(tx, id), 'import'));
  });
  await ctx.jobs.order('import', { tenantId: actor.tenantId, id });
  return detail;
}

function textOf(answers: readonly Answer[]): string {
  const parts = answers.map(({ name, participantId }) => `${name}: ${participantId ?? 'no one'}`);
  return parts.join('; ').slice(0, 1000);
}

/** The remembered names, by name. */
export function listAliases(
  ctx: AppContext,
  actor: Actor,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ rows: ParticipantAlias[]; nextCursor: string | null }> {
  mustAllow(actor, 'read:imports');
  return ctx.read(actor, async (tx) => {
    const [after = ''] = decodeTypedCursor(cursor, [anyText]) ?? [];
    const page = onePage(await selectAliases(tx, { after, limit }), limit, (row) => [row.folded]);
    return { ...page, rows: page.rows.map(({ folded: _, ...alias }) => alias) };
  });
}

/** Forgets a name, so that the next file asks again. Throws NOT_FOUND. */
export function removeAlias(ctx: AppContext, actor: Actor, id: string): Promise<{ removed: true }> {
  mustAllow(actor, 'import:records');
  return ctx.write(actor, async (tx) => {
    const name = found(await deleteAlias(tx, id), 'name');
    tx.record({
      action: 'participant-alias.removed',
      object: { type: 'participant-alias', id },
      reason: { code: 'NAMES', text: name },
    });
    return { removed: true as const };
  });
}

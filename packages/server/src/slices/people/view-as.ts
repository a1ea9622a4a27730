import { isAdministrator, type Role } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { KnownSession } from '../../base/session-port.ts';
import { selectParticipants } from './people-store.ts';
import { appendToLogs } from './session-log.ts';
import { sessionId, setViewing } from './session-store.ts';

/** Shows an administrator the workspace as a role has it, perhaps as one participant; nothing can be changed meanwhile (ACCESS-38). */
export async function beginView(
  ctx: AppContext,
  { actor, session }: { actor: Actor; session: KnownSession },
  { role, participantId }: { role: Role; participantId: string | null },
) {
  mustAllow(actor, 'manage:people');
  if (!isAdministrator(actor.roles))
    throw new ApiError('NOT_ALLOWED', 'Only an administrator can view the workspace as another role.');
  if (participantId !== null) {
    const found = await ctx.read(actor, (tx) => selectParticipants(tx, [participantId]));
    const message = `There is no participant “${participantId}”.`;
    if (found.length === 0)
      throw new ApiError('BAD_INPUT', message, {
        problems: [{ rule: 'ACCESS-38', path: 'participantId', message }],
      });
  }
  await ctx.db.asOwner(async (client) => {
    await setViewing(client, session.idHash, { role, participantId });
    await logged(ctx, client, {
      actor,
      session,
      text: participantId ?? undefined,
      code: role,
      action: 'session.view-begun',
    });
  });
  return { viewingAs: role };
}

/** Gives the session its own roles again. */
export async function endView(ctx: AppContext, { actor, session }: { actor: Actor; session: KnownSession }) {
  const { viewingAs } = session;
  if (!viewingAs) throw new ApiError('CONFLICT', 'You are not viewing the workspace as another role.');
  await ctx.db.asOwner(async (client) => {
    await setViewing(client, session.idHash, null);
    await logged(ctx, client, { actor, session, code: viewingAs, action: 'session.view-ended' });
  });
  return { ended: true as const };
}

function logged(
  ctx: AppContext,
  client: Parameters<typeof setViewing>[0],
  of: { actor: Actor; session: KnownSession; action: string; code: string; text?: string | undefined },
): Promise<void> {
  const { actor, session, action, code, text } = of;
  const object = { type: 'session', id: sessionId(session.idHash) };
  return appendToLogs(client, ctx, actor, [
    {
      tenantId: actor.tenantId,
      act: { action, object, reason: { code, ...(text === undefined ? {} : { text }) } },
    },
  ]);
}

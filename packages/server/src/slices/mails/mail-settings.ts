import type { MailSettings } from '@attain/contract/mail';
import { isMailAddress } from '@attain/domain/base/mail-address';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { queueMails } from '../../db/queue-mails.ts';
import { valueHash } from '../../db/write.ts';
import { mailConnections } from '../connections/has-connection.ts';
import { selectMailState, selectSender, updateMailServer } from './mail-store.ts';

/** The workspace's mail server, those it could have, and how sending goes. */
export function readMailSettings(ctx: AppContext, actor: Actor): Promise<MailSettings> {
  mustAllow(actor, 'edit:workspace');
  return ctx.read(actor, (tx) => settingsOf(ctx, tx));
}

/** Chooses the connection that sends the workspace's own mail, and sends the actor one to try it; null: no mail. */
export function saveMailSettings(
  ctx: AppContext,
  actor: Actor,
  connectionId: string | null,
): Promise<MailSettings> {
  mustAllow(actor, 'edit:workspace');
  return ctx.write(actor, async (tx) => {
    const before = (await selectSender(tx))?.mailServer ?? null;
    const after = connectionId === null ? null : await serverOf(ctx, tx, connectionId);
    await updateMailServer(tx, after);
    if (after !== null)
      await queueMails(tx, [actor.userId], {
        subject: 'Attain can send mail',
        message: `${actor.displayName} chose this mail server. Members are now notified by mail about approvals, tasks and statements.`,
        path: '/people',
        effectKey: `mail-server/${newId()}`,
      });
    tx.record({
      action: 'workspace.mail-saved',
      object: { type: 'workspace', id: tx.tenantId },
      before: before && valueHash(before),
      after: after && valueHash(after),
    });
    return settingsOf(ctx, tx);
  });
}

async function serverOf(ctx: AppContext, tx: TenantTx, connectionId: string) {
  const reject = (message: string) =>
    new ApiError('BAD_INPUT', message, {
      problems: [{ rule: 'APR-11', path: 'connectionId', message }],
    });
  if (ctx.settings.publicUrl === undefined)
    throw reject('Mails need links. Set ATTAIN_PUBLIC_URL to the address of this installation first.');
  const connection = (await mailConnections(tx)).find(({ id }) => id === connectionId);
  if (connection === undefined) throw reject('Choose a connection of the kind Email.');
  return { connectionId, address: connection.address };
}

async function settingsOf(ctx: AppContext, tx: TenantTx): Promise<MailSettings> {
  const sender = await selectSender(tx);
  const choices = await mailConnections(tx);
  const server = sender?.mailServer ?? null;
  const now = choices.find(({ id }) => id === server?.connectionId);
  const members = await tx.client.query<{ username: string }>(
    `SELECT u.username FROM active_members m JOIN users u ON u.id = m.user_id WHERE m.is_person`,
  );
  return {
    connectionId: server?.connectionId ?? null,
    problem:
      server === null || now?.address === server.address
        ? null
        : now === undefined
          ? 'The connection was removed. Choose another one.'
          : 'The connection’s address changed. Choose it again to go on sending.',
    publicUrl: ctx.settings.publicUrl ?? null,
    choices,
    withoutAddress: members.rows.filter(({ username }) => !isMailAddress(username)).length,
    ...(await selectMailState(tx)),
  };
}

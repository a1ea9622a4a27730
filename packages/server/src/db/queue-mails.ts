import { isMailAddress } from '@attain/domain/base/mail-address';
import type { TenantTx } from './database.ts';

/** What a mail says, and the page it links to. */
export interface MailText {
  readonly subject: string;
  readonly message: string;
  readonly path: string;
  /** Nobody is sent two mails with the same key. */
  readonly effectKey: string;
}

/**
 * Queues a mail to each of these members, in the transaction that causes it (APR-11). Members whose user name is no email address
 * and those who want no mail are left out. Without a mail server, nothing is queued.
 */
export async function queueMails(
  { client, tenantId }: Pick<TenantTx, 'client' | 'tenantId'>,
  userIds: readonly string[],
  { subject, message, path, effectKey }: MailText,
): Promise<void> {
  const found = await client.query<{ id: string; username: string }>({
    name: 'mail-recipients',
    text: `SELECT u.id, u.username FROM users u JOIN tenants t ON t.id = $1 AND t.mail_server IS NOT NULL
             LEFT JOIN user_preferences p ON p.tenant_id = t.id AND p.user_id = u.id
            WHERE u.id = ANY($2::uuid[]) AND u.kind = 'person' AND coalesce(p.preferences->>'mailNotices', 'true') = 'true'`,
    values: [tenantId, [...userIds]],
  });
  const able = found.rows.filter(({ username }) => isMailAddress(username));
  if (able.length === 0) return;
  await client.query({
    name: 'queue-mails',
    text: `INSERT INTO mails (tenant_id, user_id, recipient, subject, message, path, effect_key)
           SELECT $1, p.id, p.name, $4, $5, $6, $7 FROM unnest($2::uuid[], $3::text[]) AS p(id, name)
           ON CONFLICT ON CONSTRAINT mails_effect DO NOTHING`,
    values: [
      tenantId,
      able.map(({ id }) => id),
      able.map(({ username }) => username),
      subject,
      message,
      path,
      effectKey,
    ],
  });
}

/** Queues the link of an invitation; the link itself is not stored. False: the workspace has no mail server. */
export async function queueInvitationMail(
  { client, tenantId }: Pick<TenantTx, 'client' | 'tenantId'>,
  invitation: { id: string; revision: number; recipient: string; subject: string; message: string },
): Promise<boolean> {
  const { id, revision, recipient, subject, message } = invitation;
  const queued = await client.query(
    `INSERT INTO mails (tenant_id, recipient, subject, message, invitation_id, invitation_revision, effect_key)
     SELECT id, $2, $3, $4, $5, $6, $7 FROM tenants WHERE id = $1 AND mail_server IS NOT NULL
     ON CONFLICT ON CONSTRAINT mails_effect DO NOTHING`,
    [tenantId, recipient, subject, message, id, revision, `invitation/${id}/${revision}`],
  );
  return queued.rowCount === 1;
}

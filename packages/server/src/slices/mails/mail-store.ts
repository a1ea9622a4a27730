import { and, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { TenantTx } from '../../db/database.ts';
import { momentText } from '../../db/moment-text.ts';
import { mails } from '../../db/schema/notices.ts';
import { invitations, type MailServer, tenants } from '../../db/schema/people.ts';

/** A mail to attempt now. */
export interface DueMail {
  readonly tenantId: string;
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly message: string;
  readonly path: string | null;
  readonly invitationId: string | null;
  readonly invitationRevision: number | null;
  readonly tries: number;
}

/** That a mail is due. */
export const mailsAreDue =
  "EXISTS (SELECT 1 FROM mails WHERE state = 'pending' AND next_attempt_at <= now())";

/** Mails that are due, oldest first, a few of each workspace. They are claimed for two minutes, so a killed process leaves them to another. */
export async function claimDueMails(owner: pg.Pool): Promise<DueMail[]> {
  const result = await owner.query<DueMail>(
    `WITH due AS (
       SELECT m.tenant_id, m.id FROM mails m WHERE m.state = 'pending' AND m.next_attempt_at <= now()
          AND (SELECT count(*) FROM mails e WHERE e.tenant_id = m.tenant_id AND e.state = 'pending' AND e.next_attempt_at <= now()
                AND (e.next_attempt_at, e.id) < (m.next_attempt_at, m.id)) < 5
        ORDER BY m.next_attempt_at LIMIT 20 FOR UPDATE OF m SKIP LOCKED)
     UPDATE mails m SET next_attempt_at = now() + interval '2 minutes' FROM due
      WHERE m.tenant_id = due.tenant_id AND m.id = due.id
      RETURNING m.tenant_id AS "tenantId", m.id, m.recipient, m.subject, m.message, m.path, m.invitation_id AS "invitationId",
        m.invitation_revision AS "invitationRevision", m.tries`,
  );
  return result.rows;
}

/** How an attempt ended. */
export type MailOutcome =
  | { readonly state: 'sent' }
  | { readonly state: 'failed' | 'dropped'; readonly error: string }
  | {
      readonly state: 'pending';
      readonly error: string | null;
      readonly pauseSeconds: number;
      readonly counts: boolean;
    };

/** Stores how an attempt ended. */
export async function storeMailOutcome(tx: TenantTx, id: string, outcome: MailOutcome): Promise<void> {
  const waits = outcome.state === 'pending';
  await tx.db
    .update(mails)
    .set({
      state: outcome.state,
      tries: waits && !outcome.counts ? mails.tries : sql`${mails.tries} + 1`,
      nextAttemptAt: waits ? sql`now() + make_interval(secs => ${outcome.pauseSeconds})` : null,
      error: outcome.state === 'sent' ? null : outcome.error,
      endedAt: waits ? null : sql`now()`,
    })
    .where(eq(mails.id, id));
}

/** The workspace's name and mail server. */
export async function selectSender(
  tx: TenantTx,
): Promise<{ name: string; mailServer: MailServer | null } | null> {
  const [row] = await tx.db
    .select({ name: tenants.name, mailServer: tenants.mailServer })
    .from(tenants)
    .where(eq(tenants.id, tx.tenantId));
  return row ?? null;
}

/** Sets the workspace's mail server. */
export async function updateMailServer(tx: TenantTx, mailServer: MailServer | null): Promise<void> {
  await tx.db.update(tenants).set({ mailServer, updatedAt: sql`now()` }).where(eq(tenants.id, tx.tenantId));
}

/** The invitation that a mail is about. */
export async function selectInvited(tx: TenantTx, id: string) {
  const { revision, expiresAt, usedAt, revokedAt, approvalId } = invitations;
  const [row] = await tx.db
    .select({ revision, expiresAt, usedAt, revokedAt, approvalId })
    .from(invitations)
    .where(eq(invitations.id, id));
  return row ?? null;
}

/** How sending goes: what waits, the last mail that was sent, and the newest that was not. */
export async function selectMailState(tx: TenantTx) {
  const [counted] = await tx.db.select({ waiting: count() }).from(mails).where(eq(mails.state, 'pending'));
  const [sent] = await tx.db
    .select({ at: momentText(mails.endedAt) })
    .from(mails)
    .where(eq(mails.state, 'sent'))
    .orderBy(desc(mails.endedAt))
    .limit(1);
  const [problem] = await tx.db
    .select({ at: momentText(mails.createdAt), recipient: mails.recipient, reason: mails.error })
    .from(mails)
    .where(and(inArray(mails.state, ['pending', 'failed']), isNotNull(mails.error)))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(1);
  return {
    waiting: counted?.waiting ?? 0,
    lastSentAt: sent?.at ?? null,
    lastProblem: problem ? { ...problem, reason: problem.reason ?? '' } : null,
  };
}

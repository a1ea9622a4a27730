import { rolesHolding } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Look } from '../../runs/look.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { sendMail } from '../connections/send-mail.ts';
import { issueLink } from '../people/one-time-link.ts';
import { membersHolding } from '../people/people-holding.ts';
import {
  claimDueMails,
  type DueMail,
  type MailOutcome,
  mailsAreDue,
  selectInvited,
  selectSender,
  storeMailOutcome,
} from './mail-store.ts';

const timeoutMs = 60_000;
/** Seconds before each attempt after the first. */
const pauses = [60, 300, 1_800, 7_200, 43_200];
/** How long until an invitation whose roles wait for approval is looked at again. */
const approvalSeconds = 60;

export const mailsLook: Look = { isDue: mailsAreDue, act: sendMails };

/** Attempts every mail that is due, and stores how it went. */
async function sendMails(ctx: AppContext): Promise<void> {
  const due = await claimDueMails(ctx.db.owner);
  await Promise.all(due.map((one) => attemptMail(ctx, one)));
}

async function attemptMail(ctx: AppContext, due: DueMail): Promise<void> {
  const outcome = await outcomeOf(ctx, due);
  await ctx.db.within(due.tenantId, async (tx) => {
    await storeMailOutcome(tx, due.id, outcome);
    if (outcome.state !== 'failed') return;
    const day = ctx.clock.today();
    await notifyPeople(tx, await membersHolding(tx, rolesHolding(['edit:workspace'])), {
      title: 'A mail could not be sent',
      message: `To ${due.recipient}: ${outcome.error}`,
      severity: 'error',
      runId: null,
      effectKey: `mail-failed/${day}`,
    });
  });
}

async function outcomeOf(ctx: AppContext, due: DueMail): Promise<MailOutcome> {
  const { tenantId } = due;
  const found = await ctx.db.within(tenantId, async (tx) => ({
    sender: await selectSender(tx),
    link: await linkOf(ctx, tx, due),
  }));
  const server = found.sender?.mailServer;
  const { publicUrl } = ctx.settings;
  if (!found.sender || !server || publicUrl === undefined)
    return { state: 'dropped', error: 'The workspace sends no mail any more.' };
  if (typeof found.link !== 'string') return found.link;
  try {
    await sendMail(ctx, {
      tenantId,
      name: server.connectionId,
      to: due.recipient,
      subject: due.subject,
      text: textOf(due, { workspace: found.sender.name, url: new URL(found.link, publicUrl).href }),
      attachments: [],
      key: `mail ${due.id}`,
      signal: AbortSignal.timeout(timeoutMs),
      before: async ({ address }) => {
        if (address === server.address) return;
        throw new EffectFailed(
          'NOT_CONFIGURED',
          'The connection’s address changed. Choose the mail server again.',
        );
      },
    });
    return { state: 'sent' };
  } catch (error) {
    if (!(error instanceof EffectFailed)) throw error;
    const pauseSeconds = error.retryable ? pauses[due.tries] : undefined;
    return pauseSeconds === undefined
      ? { state: 'failed', error: error.message }
      : { state: 'pending', error: error.message, pauseSeconds, counts: true };
  }
}

/** The page a mail links to, or why it is not sent now. */
async function linkOf(
  ctx: AppContext,
  tx: Parameters<typeof selectInvited>[0],
  { path, invitationId: id, invitationRevision: revision }: DueMail,
): Promise<string | MailOutcome> {
  if (path !== null) return path;
  const invited = id === null ? null : await selectInvited(tx, id);
  const isOver =
    invited === null ||
    invited.revision !== revision ||
    (invited.usedAt ?? invited.revokedAt) !== null ||
    Date.parse(invited.expiresAt) <= ctx.clock.now().getTime();
  if (isOver || id === null)
    return { state: 'dropped', error: 'The link was used, withdrawn, replaced or has expired.' };
  if (invited.approvalId !== null)
    return { state: 'pending', error: null, pauseSeconds: approvalSeconds, counts: false };
  return issueLink(ctx, { id, revision: invited.revision }).link.path;
}

function textOf(
  { message, invitationId }: DueMail,
  { workspace, url }: { workspace: string; url: string },
): string {
  const why =
    invitationId === null
      ? `You receive this as a member of ${workspace}. Turn these mails off in Attain: your name, then Email notices.`
      : `If you don’t expect this invitation, ignore this mail.`;
  return `${message}\n\n${url}\n\n${why}\n`;
}

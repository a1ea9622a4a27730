import { createHmac, timingSafeEqual } from 'node:crypto';
import { guardedRoles } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../base/api-error.ts';
import { accountName } from './account-name.ts';
import { createWorkspace } from './create-workspace.ts';
import { mustBeHardToGuess } from './hard-to-guess.ts';
import { throttledAddress } from './throttle.ts';

const windowMs = 15 * 60 * 1000;

/**
 * The code for creating the first workspace, valid for 15 to 30 minutes; null once there is one. It is shown only on
 * the console.
 */
export async function setupCode(ctx: AppContext): Promise<string | null> {
  const made = await ctx.db.owner.query('SELECT 1 FROM tenants LIMIT 1');
  return made.rowCount === 0 ? codeOf(ctx, 0) : null;
}

/**
 * Makes the first workspace and its administrator. NOT_ALLOWED for a wrong or old code, CONFLICT once there is a
 * workspace, BAD_INPUT for a password that is easy to guess, THROTTLED after too many wrong codes.
 */
export async function setUpWorkspace(
  ctx: AppContext,
  input: {
    code: string;
    workspace: string;
    industry: string;
    currency: string;
    timeZone?: string | undefined;
    username: string;
    displayName: string;
    password: string;
  },
  address: string,
): Promise<{ workspace: string; username: string }> {
  if ((await setupCode(ctx)) === null)
    throw new ApiError('CONFLICT', 'This installation is already set up. Sign in instead.');
  const isRight = await throttledAddress(ctx, address, async () => isCode(ctx, input.code) || null);
  if (isRight === null) {
    const message = 'The setup code is wrong or older than 15 minutes. Restart Attain to get a new one.';
    throw new ApiError('NOT_ALLOWED', message, { problems: [{ rule: 'ACCESS-8', path: 'code', message }] });
  }
  const username = accountName(input.username);
  mustBeHardToGuess(input.password, { at: 'password', names: [username, input.workspace] });
  const slug = input.workspace.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  await createWorkspace(ctx, {
    slug,
    name: input.workspace,
    industry: input.industry,
    currency: input.currency,
    timeZone: input.timeZone,
    mustBeFirst: true,
    secondFactorRoles: guardedRoles,
    accounts: [
      {
        username,
        displayName: input.displayName,
        password: input.password,
        roles: ['administrator'],
        participantId: null,
      },
    ],
  });
  return { workspace: input.workspace, username };
}

/** Follows from the installation's secret and the quarter of an hour, so that several processes print and accept the same one. */
function codeOf(ctx: AppContext, windowsAgo: number): string {
  const window = Math.floor(ctx.clock.now().getTime() / windowMs) - windowsAgo;
  const digest = createHmac('sha256', ctx.keys.bind).update(`setup|${window}`).digest('hex').toUpperCase();
  return `${digest.slice(0, 4)}-${digest.slice(4, 8)}-${digest.slice(8, 12)}`;
}

function isCode(ctx: AppContext, typed: string): boolean {
  const given = Buffer.from(typed.trim().toUpperCase());
  return [codeOf(ctx, 0), codeOf(ctx, 1)].some((code) => {
    const right = Buffer.from(code);
    // lengths in bytes: a code of as many characters can be longer
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

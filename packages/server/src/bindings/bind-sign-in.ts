import type { AppContext } from '../app-context.ts';
import type { guardedContract, RequestContext } from '../http/api-routes.ts';
import {
  attemptCookie,
  requestFacts,
  setAttemptCookie,
  setDeviceCookie,
  setSessionCookie,
} from '../http/session.ts';
import {
  readSignInSettings,
  removeProvider,
  saveGroups,
  saveProvider,
} from '../slices/sign-in/save-provider.ts';
import {
  CodeNeeded,
  finishSignIn,
  finishWithCode,
  type SignedInFrom,
  startSignIn,
} from '../slices/sign-in/sign-in-by-provider.ts';

/** The endpoints of sign-in with an identity provider, bound to their use-cases; part of `bindContract`. */
export function bindSignIn(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  const { signIn } = os;
  const enter = async ({ request, reply }: RequestContext, entering: Promise<SignedInFrom>) => {
    const { secret, device, token, user, returnTo } = await entering.catch((error: unknown) => {
      if (error instanceof CodeNeeded) setAttemptCookie(request, reply, error.attempt);
      throw error;
    });
    setAttemptCookie(request, reply, null);
    setSessionCookie(request, reply, secret);
    setDeviceCookie(request, reply, device);
    return { token, user, returnTo };
  };
  return {
    signIn: {
      start: signIn.start.handler(async ({ context: { request, reply }, input }) => {
        const origin = `${request.protocol}://${request.host}`;
        const { url, attempt } = await startSignIn(ctx, input, { origin, address: request.ip });
        setAttemptCookie(request, reply, attempt);
        return { url };
      }),
      finish: signIn.finish.handler(({ context, input }) => {
        const facts = requestFacts(context.request, 'signIn.finish', null);
        const cookie = attemptCookie(context.request);
        // one answer, one try: a code is of use once
        setAttemptCookie(context.request, context.reply, null);
        return enter(context, finishSignIn(ctx, { cookie, query: input.query }, facts));
      }),
      code: signIn.code.handler(({ context, input }) => {
        const facts = requestFacts(context.request, 'signIn.code', null);
        const cookie = attemptCookie(context.request);
        return enter(context, finishWithCode(ctx, { cookie, code: input.code }, facts));
      }),
      settings: signIn.settings.handler(({ context }) => readSignInSettings(ctx, context.actor)),
      saveProvider: signIn.saveProvider.handler(({ context, input }) =>
        saveProvider(ctx, context.actor, input),
      ),
      removeProvider: signIn.removeProvider.handler(({ context }) => removeProvider(ctx, context.actor)),
      saveGroups: signIn.saveGroups.handler(({ context, input }) =>
        saveGroups(ctx, context.actor, input.groups),
      ),
    },
  };
}

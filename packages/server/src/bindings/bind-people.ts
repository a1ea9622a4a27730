import type { AppContext } from '../app-context.ts';
import type { guardedContract, RequestContext } from '../http/api-routes.ts';
import { deviceCookie, requestFacts, setDeviceCookie, setSessionCookie } from '../http/session.ts';
import { endAccess, listAccess, requestAccess } from '../slices/people/access-grants.ts';
import {
  decideAccess,
  listAccessReviews,
  readAccessReview,
  startAccessReview,
} from '../slices/people/access-reviews.ts';
import { createToken, listTokens, revokeToken } from '../slices/people/api-tokens.ts';
import {
  disableMember,
  reactivateMember,
  removeMember,
  resetPassword,
  resetSecondFactor,
  setParticipant,
} from '../slices/people/change-member.ts';
import {
  changeCustomRole,
  createCustomRole,
  listCustomRoles,
  removeCustomRole,
} from '../slices/people/custom-roles.ts';
import {
  checkInvitationList,
  inviteList,
  invitePerson,
  resendInvitation,
  revokeInvitation,
} from '../slices/people/invite-people.ts';
import { acceptLink, joinBySigningIn, lookAtLink } from '../slices/people/join-workspace.ts';
import { listPeople, readPerson } from '../slices/people/list-people.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listPasskeys,
  proveByPasskey,
  removePasskey,
  signInByPasskey,
} from '../slices/people/passkeys.ts';
import { listRoleOverview, saveRoleSettings } from '../slices/people/role-settings.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  stepUp,
} from '../slices/people/second-factor.ts';
import {
  createServiceAccount,
  createServiceToken,
  listServiceTokens,
  revokeServiceToken,
} from '../slices/people/service-accounts.ts';
import { setRoles } from '../slices/people/set-roles.ts';
import type { SignedIn } from '../slices/people/sign-in.ts';

/** The endpoints of members, invitations and one-time links, bound to their use-cases; part of `bindContract`. */
export function bindPeople(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  const { people, roles, join, apiTokens, serviceAccounts, accessGrants, accessReviews } = os;
  const { secondFactor, passkeySignIn } = os;
  const siteOf = ({ request }: Pick<RequestContext, 'request'>) => ({
    origin: `${request.protocol}://${request.host}`,
  });
  const enter = ({ request, reply }: RequestContext, { secret, device, token, user }: SignedIn) => {
    setSessionCookie(request, reply, secret);
    setDeviceCookie(request, reply, device);
    return { token, user };
  };
  return {
    people: {
      list: people.list.handler(({ context, input }) => listPeople(ctx, context.actor, input)),
      get: people.get.handler(({ context, input }) => readPerson(ctx, context.actor, input.id)),
      invite: people.invite.handler(({ context, input }) => invitePerson(ctx, context.actor, input)),
      checkList: people.checkList.handler(({ context, input }) =>
        checkInvitationList(ctx, context.actor, input.text),
      ),
      inviteList: people.inviteList.handler(({ context, input }) => inviteList(ctx, context.actor, input)),
      resend: people.resend.handler(({ context, input }) => resendInvitation(ctx, context.actor, input)),
      revoke: people.revoke.handler(({ context, input }) => revokeInvitation(ctx, context.actor, input.id)),
      setRoles: people.setRoles.handler(({ context, input }) => setRoles(ctx, context.actor, input)),
      setParticipant: people.setParticipant.handler(({ context, input }) =>
        setParticipant(ctx, context.actor, input),
      ),
      disable: people.disable.handler(({ context, input }) => disableMember(ctx, context.actor, input.id)),
      reactivate: people.reactivate.handler(({ context, input }) =>
        reactivateMember(ctx, context.actor, input.id),
      ),
      remove: people.remove.handler(({ context, input }) => removeMember(ctx, context.actor, input.id)),
      resetSecondFactor: people.resetSecondFactor.handler(({ context, input }) =>
        resetSecondFactor(ctx, context.actor, input.id),
      ),
      resetPassword: people.resetPassword.handler(({ context, input }) =>
        resetPassword(ctx, context.actor, input.id),
      ),
    },
    roles: {
      list: roles.list.handler(({ context }) => listCustomRoles(ctx, context.actor)),
      overview: roles.overview.handler(({ context }) => listRoleOverview(ctx, context.actor)),
      saveSettings: roles.saveSettings.handler(({ context, input }) =>
        saveRoleSettings(ctx, context.actor, input),
      ),
      create: roles.create.handler(({ context, input }) => createCustomRole(ctx, context.actor, input)),
      change: roles.change.handler(({ context, input }) => changeCustomRole(ctx, context.actor, input)),
      remove: roles.remove.handler(({ context, input }) => removeCustomRole(ctx, context.actor, input.id)),
    },
    passkeySignIn: {
      begin: passkeySignIn.begin.handler(({ context }) => beginPasskeySignIn(ctx, siteOf(context))),
      finish: passkeySignIn.finish.handler(async ({ context, input }) => {
        const facts = requestFacts(context.request, 'passkeySignIn.finish', null);
        return enter(context, await signInByPasskey(ctx, { ...input, ...siteOf(context) }, facts));
      }),
      prove: passkeySignIn.prove.handler(({ context, input }) => {
        const facts = requestFacts(context.request, 'passkeySignIn.prove', null);
        return proveByPasskey(ctx, { ...input, ...siteOf(context) }, facts);
      }),
    },
    secondFactor: {
      passkeys: {
        list: secondFactor.passkeys.list.handler(({ context }) => listPasskeys(ctx, context.actor)),
        begin: secondFactor.passkeys.begin.handler(({ context }) =>
          beginPasskey(ctx, context, siteOf(context)),
        ),
        add: secondFactor.passkeys.add.handler(({ context, input }) =>
          addPasskey(ctx, context, { ...input, ...siteOf(context) }),
        ),
        remove: secondFactor.passkeys.remove.handler(({ context, input }) =>
          removePasskey(ctx, context, input.id),
        ),
      },
      get: secondFactor.get.handler(({ context }) => readSecondFactor(ctx, context.actor)),
      begin: secondFactor.begin.handler(({ context, input }) =>
        beginSecondFactor(ctx, context, input.password),
      ),
      confirm: secondFactor.confirm.handler(({ context, input }) =>
        confirmSecondFactor(ctx, context, input.code),
      ),
      renewRecoveryCodes: secondFactor.renewRecoveryCodes.handler(({ context, input }) =>
        renewRecoveryCodes(ctx, context, input.code),
      ),
      stepUp: secondFactor.stepUp.handler(({ context, input }) => stepUp(ctx, context, input)),
      remove: secondFactor.remove.handler(({ context, input }) =>
        removeSecondFactor(ctx, context, input.code),
      ),
    },
    apiTokens: {
      list: apiTokens.list.handler(({ context }) => listTokens(ctx, context.actor)),
      create: apiTokens.create.handler(({ context, input }) => createToken(ctx, context.actor, input)),
      revoke: apiTokens.revoke.handler(({ context, input }) => revokeToken(ctx, context.actor, input.id)),
    },
    serviceAccounts: {
      create: serviceAccounts.create.handler(({ context, input }) =>
        createServiceAccount(ctx, context.actor, input),
      ),
      tokens: serviceAccounts.tokens.handler(({ context, input }) =>
        listServiceTokens(ctx, context.actor, input.id),
      ),
      createToken: serviceAccounts.createToken.handler(({ context, input }) =>
        createServiceToken(ctx, context.actor, input),
      ),
      revokeToken: serviceAccounts.revokeToken.handler(({ context, input }) =>
        revokeServiceToken(ctx, context.actor, input),
      ),
    },
    accessReviews: {
      list: accessReviews.list.handler(({ context, input }) => listAccessReviews(ctx, context.actor, input)),
      get: accessReviews.get.handler(({ context, input }) => readAccessReview(ctx, context.actor, input.id)),
      start: accessReviews.start.handler(({ context, input }) =>
        startAccessReview(ctx, context.actor, input),
      ),
      decide: accessReviews.decide.handler(({ context, input }) => decideAccess(ctx, context.actor, input)),
    },
    accessGrants: {
      list: accessGrants.list.handler(({ context, input }) => listAccess(ctx, context.actor, input.whose)),
      request: accessGrants.request.handler(({ context, input }) => requestAccess(ctx, context.actor, input)),
      end: accessGrants.end.handler(({ context, input }) => endAccess(ctx, context.actor, input.id)),
    },
    join: {
      look: join.look.handler(({ context, input }) => lookAtLink(ctx, input.secret, context.request.ip)),
      accept: join.accept.handler(async ({ context, input }) => {
        const facts = requestFacts(context.request, 'join.accept', null);
        return enter(
          context,
          await acceptLink(ctx, { ...input, code: input.code, device: undefined }, facts),
        );
      }),
      signIn: join.signIn.handler(async ({ context, input }) => {
        const facts = requestFacts(context.request, 'join.signIn', null);
        const device = deviceCookie(context.request);
        return enter(context, await joinBySigningIn(ctx, { ...input, code: input.code, device }, facts));
      }),
    },
  };
}

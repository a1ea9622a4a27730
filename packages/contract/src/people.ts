import { roles } from '@attain/domain/access/permissions';
import { duties } from '@attain/domain/access/separations';
import { z } from 'zod';
import { NewPassword, OneTimeCode, SessionUser } from './auth.ts';
import { Day, endpoint, Moment, PageInput, Problem, pageOf, Words } from './base.ts';

/** Between which days, both included, and for whose team a role counts. */
const limits = {
  from: Day.nullable().default(null),
  to: Day.nullable().default(null),
  teamOf: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Only for the team of this participant; omitted: without a limit'),
};

/** A role, perhaps only on some days or for one team. */
export const RoleGrant = z.object({ role: z.enum(roles), ...limits });

/** A custom role of a member, perhaps only on some days or for one team. */
const CustomGrant = z.object({ id: z.uuid(), ...limits });

const teamName = z.string().optional().describe('Whose team it is for');

export const RoleGrants = z.array(RoleGrant).max(30);

/** Whether someone may sign in: not yet, yes, or no longer. */
export const personStates = ['invited', 'active', 'disabled'] as const;

/** A person, or a program that works with the API. */
export const memberKinds = ['person', 'service'] as const;

/** Two roles that conflict and that a second administrator accepted until a day. */
const AcceptedConflict = z.object({
  approvalId: z.uuid().describe('The request that was approved'),
  roles: z
    .array(z.string())
    .length(2)
    .describe('Built-in roles, or ids of custom ones; for one team: `@finance P-7`'),
  names: z.array(z.string()).length(2),
  duty: z.enum(duties),
  until: Day.describe('Last day, in UTC'),
  reason: z.string(),
  approvedBy: z.string(),
});

/** A member of the workspace, or someone who was invited and has not joined. */
export const Person = z.object({
  id: z.uuid().describe('Of the user; of the invitation while the state is `invited`'),
  state: z.enum(personStates),
  kind: z.enum(memberKinds).describe('`service`: an account for a program, without a password'),
  username: z.string(),
  displayName: z.string(),
  roles: z.array(RoleGrant.extend({ teamName })),
  customRoles: z.array(CustomGrant.extend({ name: z.string(), teamName })),
  exceptions: z.array(AcceptedConflict),
  participantId: z.string().nullable().describe('Whom the person is paid as'),
  participantName: z.string().nullable(),
  lastSeenAt: Moment.nullable().describe('To the minute; of a service account: when a token was last used'),
  expiresAt: Moment.nullable().describe('When the link of an invitation ends'),
  approvalId: z
    .uuid()
    .nullable()
    .describe('The open request to approve other roles, or the roles of an invitation'),
  secondFactorSince: Moment.nullable().describe('Since when sign-in asks for a code'),
});
export type Person = z.infer<typeof Person>;

/** A one-time link, shown once. `path` follows the address of the installation. */
export const OneTimeLink = z.object({
  id: z.uuid(),
  path: z.string(),
  expiresAt: Moment,
  awaitsApproval: z.boolean().describe('Works once another administrator has approved the roles'),
});
export type OneTimeLink = z.infer<typeof OneTimeLink>;

const Name = Words.pipe(z.string().min(1, 'Enter a name').max(200));

/** Whether the link is also sent by the workspace's mail server. */
const BySending = z.object({ sendMail: z.boolean().default(false).describe('Also send the link by mail') });

const NewPerson = z.object({
  displayName: Name,
  username: Words.pipe(z.string().min(1, 'Enter a user name').max(200)),
  roles: RoleGrants,
  participantId: z.string().max(200).nullable().default(null),
});

const InvitationList = z.object({ text: Words.pipe(z.string().min(1, 'Choose a file').max(500_000)) });
const ById = z.object({ id: z.uuid() });

const post = (path: `/${string}`, summary: string) =>
  endpoint.route({ method: 'POST', path, summary, tags: ['People'] }).meta({ access: 'manage:people' });

/** Grants access. */
const grant = (path: `/${string}`, summary: string) =>
  post(path, summary).meta({ access: 'manage:people', isSensitive: true });

/** Who can sign in to the workspace, and as what. */
export const people = {
  list: endpoint
    .route({ method: 'GET', path: '/people', summary: 'Members and open invitations', tags: ['People'] })
    .meta({ access: 'read:people' })
    .input(
      PageInput.extend({
        search: z.string().max(200).optional(),
        state: z.enum(personStates).optional(),
        kind: z.enum(memberKinds).optional(),
        role: z.enum(roles).optional(),
      }),
    )
    .output(pageOf(Person)),
  get: endpoint
    .route({
      method: 'GET',
      path: '/people/{id}',
      summary: 'One person, with the tasks that wait for them',
      tags: ['People'],
    })
    .meta({ access: 'read:people' })
    .input(ById)
    .output(
      Person.extend({
        openTasks: z.array(z.object({ id: z.uuid(), title: z.string() })).describe('The first 20'),
        openTaskCount: z.number().int(),
      }),
    ),
  invite: grant('/people/invitations', 'Invite someone by a one-time link')
    .input(NewPerson.extend(BySending.shape))
    .output(OneTimeLink),
  checkList: post('/people/invitations/check', 'Check a CSV of people to invite; nothing is stored')
    .input(InvitationList)
    .output(z.object({ count: z.number().int(), problems: z.array(Problem) })),
  inviteList: grant('/people/invitations/list', 'Invite everyone in a CSV, or no one')
    .input(InvitationList.extend(BySending.shape))
    .output(
      z.object({
        links: z.array(OneTimeLink.extend({ displayName: z.string(), username: z.string() })),
      }),
    ),
  resend: grant('/people/invitations/{id}/resend', 'Issue a new link; the one before stops working')
    .input(ById.extend(BySending.shape))
    .output(OneTimeLink),
  revoke: post('/people/invitations/{id}/revoke', 'Withdraw an invitation')
    .input(ById)
    .output(z.object({ revoked: z.literal(true) })),
  setRoles: grant(
    '/people/{id}/roles',
    'Change the roles of a member; privileged and conflicting ones wait for another administrator',
  )
    .input(
      ById.extend({
        roles: RoleGrants,
        customRoles: z.array(CustomGrant).max(30).optional().describe('Omitted: those the member has'),
        exception: z
          .object({ until: Day, reason: Words.pipe(z.string().min(1, 'Give a reason').max(1000)) })
          .optional()
          .describe('Asks another administrator to accept roles that conflict, up to and including a day'),
      }),
    )
    .output(Person),
  setParticipant: post('/people/{id}/participant', 'Say whom a member is paid as')
    .input(ById.extend({ participantId: z.string().min(1).max(200).nullable() }))
    .output(Person),
  disable: post('/people/{id}/disable', 'End the access and the sessions of a member')
    .input(ById)
    .output(Person),
  reactivate: grant('/people/{id}/reactivate', 'Give a disabled member access again')
    .input(ById)
    .output(Person),
  remove: post('/people/{id}/remove', 'Remove a member from the workspace')
    .input(ById)
    .output(z.object({ removed: z.literal(true) })),
  resetSecondFactor: grant(
    '/people/{id}/second-factor/reset',
    'Turn off two-step sign-in of a member who lost the device; ends their sessions',
  )
    .input(ById)
    .output(Person),
  resetPassword: grant('/people/{id}/reset', 'Issue a one-time link to choose a new password')
    .input(ById)
    .output(OneTimeLink),
};

const Secret = z.string().min(1).max(200);

/** What a one-time link leads to; for people who are not signed in. */
export const join = {
  look: endpoint
    .route({ method: 'POST', path: '/join/look', summary: 'What a one-time link is for', tags: ['People'] })
    .meta({ access: 'public' })
    .input(z.object({ secret: Secret }))
    .output(
      z.object({
        kind: z.enum(['join', 'reset']),
        workspace: z.string(),
        displayName: z.string(),
        username: z.string(),
        roles: z.array(RoleGrant),
        hasAccount: z.boolean().describe('Join with the password of the account there is'),
        asksForCode: z.boolean().describe('The account has two-step sign-in'),
      }),
    ),
  accept: endpoint
    .route({
      method: 'POST',
      path: '/join/accept',
      summary: 'Join a workspace or choose a new password, and sign in',
      tags: ['People'],
    })
    .meta({ access: 'public' })
    .input(z.object({ secret: Secret, password: NewPassword, code: OneTimeCode.optional() }))
    .output(z.object({ token: z.string(), user: SessionUser })),
  signIn: endpoint
    .route({
      method: 'POST',
      path: '/join/sign-in',
      summary: 'Join a workspace with the account there is, and sign in',
      tags: ['People'],
    })
    .meta({ access: 'public' })
    .input(
      z.object({
        secret: Secret,
        password: z.string().min(1, 'Enter your password').max(256),
        code: OneTimeCode.optional(),
      }),
    )
    .output(z.object({ token: z.string(), user: SessionUser })),
};

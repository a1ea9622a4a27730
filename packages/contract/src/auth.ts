import { permissions, roles } from '@attain/domain/access/permissions';
import { agentTypes, riskLevels } from '@attain/domain/agents/agent';
import { z } from 'zod';
import { Currency, endpoint, Moment } from './base.ts';

/** What the browser keeps of the person who signed in; it decides what is drawn, never what is allowed. */
export const SessionUser = z.object({
  id: z.uuid(),
  username: z.string(),
  displayName: z.string(),
  tenantId: z.uuid(),
  tenantName: z.string(),
});
export type SessionUser = z.infer<typeof SessionUser>;

/** What a session is called: the start of its hash, as the audit log calls it too. */
const SessionId = z.string().regex(/^[0-9a-f]{16}$/, '16 hexadecimal digits');

/** Who is signed in, what they may do and how far, and in which workspace. */
export const Me = z.object({
  user: SessionUser,
  roles: z.array(z.enum(roles)),
  permissions: z.array(
    z.object({
      permission: z.enum(permissions as [string, ...string[]]),
      scope: z.enum(['tenant', 'team', 'own']),
    }),
  ),
  participantId: z.string().nullable(),
  tenant: z.object({ id: z.uuid(), name: z.string(), industry: z.string(), currency: z.string() }),
  /** Every workspace the person belongs to, the present one included, oldest membership first. */
  memberships: z.array(
    z.object({
      tenantId: z.uuid(),
      name: z.string(),
      industry: z.string(),
      roles: z.array(z.enum(roles)),
    }),
  ),
});
export type Me = z.infer<typeof Me>;

/** One of the places where a person is signed in. */
export const Session = z.object({
  id: SessionId,
  startedAt: Moment,
  lastSeenAt: Moment.describe('To the minute'),
  device: z.string().describe('Browser and system, such as "Firefox 131 on Windows"'),
  network: z.string().nullable().describe('Where it was opened: /24 of IPv4, /48 of IPv6'),
  workspace: z.string(),
  current: z.boolean().describe('The session that asks'),
});
export type Session = z.infer<typeof Session>;

/** How a person wants to work: by hand, with suggestions to confirm, or with agents that act and report. */
export const interactionModes = ['traditional', 'hybrid', 'agentic'] as const;

/** What a person has chosen in a workspace; unknown members are refused. */
export const Preferences = z.strictObject({
  mode: z.enum(interactionModes).default('hybrid'),
  newAgent: z
    .strictObject({
      environment: z.enum(['dev', 'staging', 'prod']),
      type: z.enum(agentTypes),
      riskLevel: z.enum(riskLevels),
    })
    .optional()
    .describe('What a new agent starts as; without it, as everybody’s'),
  firstStepsDismissed: z.boolean().optional().describe('Hides the checklist of a new workspace'),
});
export type Preferences = z.infer<typeof Preferences>;

/** A password somebody chooses: 15 characters or more, 256 bytes of UTF-8 or fewer, both counted after Unicode's NFC. */
export const NewPassword = z
  .string()
  .refine((text) => [...text.normalize('NFC')].length >= 15, 'Choose at least 15 characters')
  .refine((text) => new TextEncoder().encode(text.normalize('NFC')).length <= 256, 'Choose a shorter one');

/** Sign-in, sign-out, who am I, my sessions, password and preferences, and the first workspace of an empty installation. */
export const auth = {
  setupStatus: endpoint
    .route({
      method: 'GET',
      path: '/auth/setup',
      summary: 'Whether this installation still needs its first workspace',
      tags: ['Session'],
    })
    .meta({ access: 'public' })
    .output(z.object({ open: z.boolean() })),
  setup: endpoint
    .route({
      method: 'POST',
      path: '/auth/setup',
      summary: 'Make the first workspace of an empty installation, and sign in to it',
      tags: ['Session'],
      successStatus: 201,
    })
    .meta({ access: 'public' })
    .input(
      z.object({
        code: z.string().describe('Shown on the console of the server at its start'),
        workspace: z.string().trim().min(1).max(100),
        industry: z.string().trim().max(100).default('SaaS'),
        currency: Currency.default('USD'),
        username: z.string().trim().min(1).max(200),
        displayName: z.string().trim().min(1).max(200),
        password: NewPassword,
      }),
    )
    .output(z.object({ workspace: z.string(), username: z.string(), token: z.string(), user: SessionUser })),
  login: endpoint
    .route({ method: 'POST', path: '/auth/login', summary: 'Sign in', tags: ['Session'] })
    .meta({ access: 'public' })
    .input(
      z.object({
        username: z.string().min(1, 'Enter your username').max(200),
        password: z.string().min(1, 'Enter your password').max(256),
      }),
    )
    .output(z.object({ token: z.string(), user: SessionUser })),
  logout: endpoint
    .route({ method: 'POST', path: '/auth/logout', summary: 'Sign out', tags: ['Session'] })
    .meta({ access: 'signed-in' })
    .input(z.object({}))
    .output(z.object({ signedOut: z.literal(true) })),
  me: endpoint
    .route({
      method: 'GET',
      path: '/auth/me',
      summary: 'Who is signed in, and what they may do',
      tags: ['Session'],
    })
    .meta({ access: 'signed-in' })
    .output(Me),
  switch: endpoint
    .route({
      method: 'POST',
      path: '/auth/switch',
      summary: 'Go on in another workspace one belongs to; cookie and token are new afterwards',
      tags: ['Session'],
    })
    .meta({ access: 'signed-in' })
    .input(z.object({ tenantId: z.uuid() }))
    .output(z.object({ token: z.string(), user: SessionUser })),
  sessions: endpoint
    .route({ method: 'GET', path: '/auth/sessions', summary: 'Where am I signed in', tags: ['Session'] })
    .meta({ access: 'signed-in' })
    .output(z.object({ rows: z.array(Session) })),
  endSession: endpoint
    .route({
      method: 'POST',
      path: '/auth/sessions/{id}/end',
      summary: 'Sign out one of my sessions',
      tags: ['Session'],
    })
    .meta({ access: 'signed-in' })
    .input(z.object({ id: SessionId }))
    .output(z.object({ ended: z.literal(1) })),
  endOtherSessions: endpoint
    .route({
      method: 'POST',
      path: '/auth/sessions/end-others',
      summary: 'Sign out all my sessions but this one',
      tags: ['Session'],
    })
    .meta({ access: 'signed-in' })
    .input(z.object({}))
    .output(z.object({ ended: z.number().int() })),
  changePassword: endpoint
    .route({
      method: 'POST',
      path: '/auth/password',
      summary: 'Change my password; my other sessions end',
      tags: ['Session'],
    })
    .meta({ access: 'signed-in' })
    .input(
      z.object({ current: z.string().min(1, 'Enter your current password').max(1000), next: NewPassword }),
    )
    .output(z.object({ ended: z.number().int().describe('Other sessions that were signed out') })),
  preferences: endpoint
    .route({
      method: 'GET',
      path: '/auth/preferences',
      summary: 'What I have chosen in this workspace',
      tags: ['Session'],
    })
    .meta({ access: 'signed-in' })
    .output(Preferences),
  savePreferences: endpoint
    .route({
      method: 'PUT',
      path: '/auth/preferences',
      summary: 'Choose how I work in this workspace',
      tags: ['Session'],
    })
    .meta({ access: 'signed-in' })
    .input(Preferences)
    .output(Preferences),
};

/** What holds for everybody in a workspace. */
export const WorkspaceSettings = z.object({
  currency: Currency.describe("The workspace's own, stated when it was made"),
  reportingCurrency: Currency.describe('What payments of several currencies are together told in'),
  runsKeptDays: z
    .int()
    .min(30)
    .max(36_500)
    .nullable()
    .describe('How long runs of workflows are kept after their end; null: for ever'),
});
export type WorkspaceSettings = z.infer<typeof WorkspaceSettings>;

/** The settings of the workspace one is signed in to. */
export const workspace = {
  settings: endpoint
    .route({
      method: 'GET',
      path: '/workspace/settings',
      summary: 'What holds for everybody',
      tags: ['Session'],
    })
    .meta({ access: 'read:workspace' })
    .output(WorkspaceSettings),
  saveSettings: endpoint
    .route({
      method: 'PUT',
      path: '/workspace/settings',
      summary: 'Choose the currency of reports; payments that were ordered before keep theirs',
      tags: ['Session'],
    })
    .meta({ access: 'edit:workspace' })
    .input(WorkspaceSettings.pick({ reportingCurrency: true, runsKeptDays: true }).partial().strict())
    .output(WorkspaceSettings),
};

import { permissions, roles } from '@attain/domain/access/permissions';
import { agentTypes, riskLevels } from '@attain/domain/agents/agent';
import { industries, personas } from '@attain/domain/suggestions/configurations/configuration';
import { z } from 'zod';
import { forecastRanges } from './analytics.ts';
import { Currency, Day, endpoint, Moment, PlainText, TimeZone } from './base.ts';

/** The signed-in user as the browser keeps it. It decides what is shown, never what is allowed. */
export const SessionUser = z.object({
  id: z.uuid(),
  username: z.string(),
  displayName: z.string(),
  tenantId: z.uuid(),
  tenantName: z.string(),
});
export type SessionUser = z.infer<typeof SessionUser>;

/** Session id: the start of the session’s hash, also used in the audit log. */
const SessionId = z.string().regex(/^[0-9a-f]{16}$/, '16 hexadecimal digits');

/** The signed-in user, their permissions and scope, and their workspace. */
export const Me = z.object({
  user: SessionUser,
  roles: z.array(z.enum(roles)).describe('Built-in roles held for the whole workspace'),
  teamRoles: z.array(z.enum(roles)).describe('Built-in roles held for one team only'),
  customRoles: z.array(z.string()).describe('Names of the custom roles held today'),
  permissions: z.array(
    z.object({
      permission: z.enum(permissions as [string, ...string[]]),
      scope: z.enum(['tenant', 'team', 'own']),
    }),
  ),
  temporaryAccess: z
    .array(
      z.object({ id: z.uuid(), permission: z.enum(permissions as [string, ...string[]]), endsAt: Moment }),
    )
    .describe('Permissions held for some hours; they are in `permissions` too'),
  participantId: z.string().nullable(),
  viewingAs: z
    .enum(roles)
    .nullable()
    .describe('The role as which an administrator views; nothing can be changed'),
  secondFactor: z
    .enum(['on', 'off', 'missing'])
    .describe('`missing`: a role requires it, and nothing else works before it is set up'),
  hasPassword: z.boolean().describe('False: the account is signed in by the identity provider only'),
  tenant: z.object({
    id: z.uuid(),
    name: z.string(),
    industry: z.string(),
    currency: z.string(),
    fixedDay: Day.nullable().describe('The day it always is; null: the clock decides'),
  }),
  /** All workspaces of the user, the current one included, oldest membership first. */
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

export const Session = z.object({
  id: SessionId,
  startedAt: Moment,
  lastSeenAt: Moment.describe('Accurate to the minute'),
  device: z.string().describe('Browser and system, such as "Firefox 131 on Windows"'),
  network: z.string().nullable().describe('Network it was opened from: /24 of IPv4, /48 of IPv6'),
  workspace: z.string(),
  current: z.boolean().describe('True for the session that makes the request'),
});
export type Session = z.infer<typeof Session>;

/** Manual, with suggestions to confirm, or with agents that act and report. */
export const interactionModes = ['traditional', 'hybrid', 'agentic'] as const;

/** A user’s preferences in a workspace; unknown members are rejected. */
export const Preferences = z.strictObject({
  mode: z.enum(interactionModes).default('hybrid'),
  newAgent: z
    .strictObject({
      environment: z.enum(['dev', 'staging', 'prod']),
      type: z.enum(agentTypes),
      riskLevel: z.enum(riskLevels),
    })
    .optional()
    .describe('Template for new agents; omitted: the workspace default'),
  analytics: z
    .strictObject({
      autoRefresh: z.boolean(),
      notifications: z.boolean().describe('Tells when a forecast reaches the alert threshold'),
      updateFrequency: z.enum(['realtime', 'hourly', 'daily']),
      forecastRange: z.enum(forecastRanges),
      alertThreshold: z.int().min(80).max(100).describe('Percent of the budget'),
      includeSeasonality: z.boolean(),
    })
    .partial()
    .optional()
    .describe('Settings of the analytics cards; omitted ones have their defaults'),
  persona: z.enum(personas).optional().describe('Words of the assistant; omitted: by your roles'),
  industry: z.enum(industries).optional().describe('Words of the assistant; omitted: the workspace’s'),
  mailNotices: z.boolean().optional().describe('False: no mail about approvals, tasks and statements'),
  firstStepsDismissed: z.boolean().optional().describe('Hides the checklist of a new workspace'),
});
export type Preferences = z.infer<typeof Preferences>;

/** Preferences to change. What is omitted stays, also among the settings of the analytics cards. */
export const PreferencesChange = Preferences.partial().extend({ mode: z.enum(interactionModes).optional() });
export type PreferencesChange = z.infer<typeof PreferencesChange>;

/** A new password: at least 15 characters and at most 256 bytes of UTF-8, both counted after Unicode NFC. */
export const NewPassword = z
  .string()
  .refine((text) => [...text.normalize('NFC')].length >= 15, 'Use at least 15 characters')
  .refine((text) => new TextEncoder().encode(text.normalize('NFC')).length <= 256, 'Use a shorter password');

/** A code of an authenticator app, or a recovery code. Spaces and hyphens are ignored. */
export const OneTimeCode = z.string().trim().min(1, 'Enter a code').max(40);

export const auth = {
  setupStatus: endpoint
    .route({
      method: 'GET',
      path: '/auth/setup',
      summary: 'Check whether this installation needs its first workspace',
      tags: ['Session'],
    })
    .meta({ access: 'public' })
    .output(
      z.object({
        open: z.boolean(),
        providers: z
          .array(z.object({ id: z.uuid(), name: z.string() }))
          .describe('Identity providers to sign in with'),
      }),
    ),
  setup: endpoint
    .route({
      method: 'POST',
      path: '/auth/setup',
      summary: 'Create the first workspace of an empty installation and sign in',
      tags: ['Session'],
      successStatus: 201,
    })
    .meta({ access: 'public' })
    .input(
      z.object({
        code: z.string().describe('Printed on the server console at startup'),
        workspace: z.string().trim().min(1).max(100),
        industry: z.string().trim().max(100).default('SaaS'),
        currency: Currency.default('USD'),
        timeZone: TimeZone.default('UTC').describe('Whose days periods, plans and payments go by'),
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
        code: OneTimeCode.optional().describe('Of the authenticator app, or a recovery code'),
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
      summary: 'Get the signed-in user and their permissions',
      tags: ['Session'],
    })
    .meta({ access: 'signed-in' })
    .output(Me),
  switch: endpoint
    .route({
      method: 'POST',
      path: '/auth/switch',
      summary: 'Switch to another of my workspaces; issues a new cookie and token',
      tags: ['Session'],
    })
    .meta({ access: 'signed-in' })
    .input(z.object({ tenantId: z.uuid() }))
    .output(z.object({ token: z.string(), user: SessionUser })),
  beginView: endpoint
    .route({
      method: 'POST',
      path: '/auth/view',
      summary: 'View the workspace as a role, without changing anything; for administrators',
      tags: ['Session'],
    })
    .meta({ access: 'manage:people' })
    .input(
      z.object({
        role: z.enum(roles),
        participantId: z
          .string()
          .min(1)
          .max(200)
          .nullable()
          .default(null)
          .describe('Paid as this participant'),
      }),
    )
    .output(z.object({ viewingAs: z.enum(roles) })),
  endView: endpoint
    .route({ method: 'POST', path: '/auth/view/end', summary: 'Stop viewing as a role', tags: ['Session'] })
    .meta({ access: 'signed-in' })
    .output(z.object({ ended: z.literal(true) })),
  sessions: endpoint
    .route({ method: 'GET', path: '/auth/sessions', summary: 'List my sessions', tags: ['Session'] })
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
      summary: 'Sign out all my other sessions',
      tags: ['Session'],
    })
    .meta({ access: 'signed-in' })
    .input(z.object({}))
    .output(z.object({ ended: z.number().int() })),
  changePassword: endpoint
    .route({
      method: 'POST',
      path: '/auth/password',
      summary: 'Change my password; signs out my other sessions',
      tags: ['Session'],
    })
    .meta({ access: 'signed-in' })
    .input(
      z.object({ current: z.string().min(1, 'Enter your current password').max(1000), next: NewPassword }),
    )
    .output(z.object({ ended: z.number().int().describe('Number of other sessions signed out') })),
  preferences: endpoint
    .route({
      method: 'GET',
      path: '/auth/preferences',
      summary: 'Get my preferences in this workspace',
      tags: ['Session'],
    })
    .meta({ access: 'signed-in' })
    .output(Preferences),
  savePreferences: endpoint
    .route({
      method: 'PUT',
      path: '/auth/preferences',
      summary: 'Update my preferences in this workspace',
      tags: ['Session'],
    })
    .meta({ access: 'signed-in' })
    .input(PreferencesChange)
    .output(Preferences),
};

export const WorkspaceSettings = z.object({
  currency: Currency.describe('The workspace’s currency, set when it was created'),
  reportingCurrency: Currency.describe('Currency in which payments of several currencies are totaled'),
  timeZone: TimeZone.describe('Whose days periods, plans and payments go by'),
  fixedDay: Day.nullable().describe('The day it always is in a sample workspace; null: the clock decides'),
  runsKeptDays: z
    .int()
    .min(30)
    .max(36_500)
    .nullable()
    .describe('Days for which ended workflow runs are kept; null: forever'),
  secondFactorRoles: z.array(z.enum(roles)).max(30).describe('Roles that require two-step sign-in'),
  sendsMail: z.boolean().describe('Whether the workspace has a mail server'),
});
export type WorkspaceSettings = z.infer<typeof WorkspaceSettings>;

const Holidays = z.object({ rows: z.array(z.object({ date: Day, name: z.string() })).describe('By date') });

/** Settings of the current workspace. */
export const workspace = {
  settings: endpoint
    .route({
      method: 'GET',
      path: '/workspace/settings',
      summary: 'Get the workspace settings',
      tags: ['Session'],
    })
    .meta({ access: 'read:workspace' })
    .output(WorkspaceSettings),
  saveSettings: endpoint
    .route({
      method: 'PUT',
      path: '/workspace/settings',
      summary:
        'Set the reporting currency, time zone, retention and roles with two-step sign-in, or end the fixed day',
      tags: ['Session'],
    })
    .meta({ access: 'edit:workspace' })
    .input(
      WorkspaceSettings.pick({
        reportingCurrency: true,
        timeZone: true,
        runsKeptDays: true,
        secondFactorRoles: true,
      })
        .extend({ fixedDay: z.null().describe('Ends the fixed day; it can’t be set again') })
        .partial()
        .strict(),
    )
    .output(WorkspaceSettings),
  holidays: endpoint
    .route({
      method: 'GET',
      path: '/workspace/holidays',
      summary: 'List the holidays, which are no working days',
      tags: ['Session'],
    })
    .meta({ access: 'read:workspace' })
    .output(Holidays),
  addHolidays: endpoint
    .route({
      method: 'POST',
      path: '/workspace/holidays',
      summary: 'Add or rename holidays',
      tags: ['Session'],
    })
    .meta({ access: 'edit:workspace' })
    .input(
      z.object({
        text: PlainText.max(50_000).describe('A date and a name on each line, separated by a comma'),
      }),
    )
    .output(Holidays),
  removeHoliday: endpoint
    .route({
      method: 'POST',
      path: '/workspace/holidays/{date}/remove',
      summary: 'Remove a holiday',
      tags: ['Session'],
    })
    .meta({ access: 'edit:workspace' })
    .input(z.object({ date: Day }))
    .output(Holidays),
};

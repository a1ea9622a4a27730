import { roles } from '@attain/domain/access/permissions';
import { z } from 'zod';
import { OneTimeCode, SessionUser } from './auth.ts';
import { endpoint, Moment, Words } from './base.ts';

const GroupRoles = z.object({
  group: Words.pipe(z.string().min(1, 'Enter a group').max(200)),
  roles: z.array(z.enum(roles)).max(30),
});

/** How the workspace's identity provider is reached, and whom it lets in. */
const WantedProvider = z.object({
  name: Words.pipe(z.string().min(1, 'Enter a name').max(60)).describe('On the button of the sign-in screen'),
  issuer: z
    .url({ protocol: /^https?$/, error: 'Enter an address such as https://login.example.com' })
    .max(500)
    .describe('Its settings are read from `/.well-known/openid-configuration` below it'),
  clientId: Words.pipe(z.string().min(1, 'Enter the client ID').max(300)),
  domains: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'Enter domains such as example.com')
        .max(200),
    )
    .min(1, 'Enter at least one email domain')
    .max(50)
    .describe('Only people with an email address here are let in the first time'),
  groupsClaim: z.string().trim().min(1, 'Enter the name of a claim').max(100).default('groups'),
  createsAccounts: z
    .boolean()
    .default(false)
    .describe('Creates an account at the first sign-in, if a group gives a role'),
  provesSecondFactor: z
    .boolean()
    .default(false)
    .describe('The provider asks for a second factor, so roles that require one are satisfied'),
});

const Provider = WantedProvider.extend({
  id: z.uuid(),
  secretSetAt: Moment,
  linked: z.int().describe('Members who have signed in with it'),
});

const SignInSettings = z.object({
  provider: Provider.nullable(),
  groups: z.array(GroupRoles).describe('Roles by group of the directory'),
  groupsPaused: z
    .boolean()
    .describe('Roles no longer follow groups: the person who saved the mapping is no administrator now'),
  returnPath: z.string().describe('Register this address of the installation with the provider'),
  scimPath: z.string().describe('Where the directory sends users and groups (SCIM 2.0)'),
});
export type SignInSettings = z.infer<typeof SignInSettings>;

const SignedIn = z.object({
  token: z.string(),
  user: SessionUser,
  returnTo: z.string().describe('The address from which the sign-in was started'),
});

const visitor = (path: `/${string}`, summary: string) =>
  endpoint.route({ method: 'POST', path, summary, tags: ['Session'] }).meta({ access: 'public' });

const change = (method: 'PUT' | 'POST', path: `/${string}`, summary: string) =>
  endpoint
    .route({ method, path, summary, tags: ['People'] })
    .meta({ access: 'manage:people', isSensitive: true });

/** Sign-in with the company's identity provider (OpenID Connect), and roles by its groups. */
export const signIn = {
  start: visitor('/auth/provider/start', 'Start to sign in with an identity provider; answers where to go')
    .input(
      z.object({
        id: z.uuid(),
        returnTo: z
          .string()
          .regex(/^\/(?![/\\])/, 'a path of this installation')
          .max(2000)
          .default('/'),
        again: z
          .boolean()
          .default(false)
          .describe('The provider must ask who it is, even if it knows: proves it for sensitive actions'),
      }),
    )
    .output(z.object({ url: z.string() })),
  finish: visitor('/auth/provider/finish', 'Sign in with the answer of the identity provider')
    .input(z.object({ query: z.string().max(8000).describe('Of the address the provider returned to') }))
    .output(SignedIn),
  code: visitor('/auth/provider/code', 'Finish a sign-in that answered SECOND_FACTOR_NEEDED')
    .input(z.object({ code: OneTimeCode }))
    .output(SignedIn),
  settings: endpoint
    .route({
      method: 'GET',
      path: '/sign-in/settings',
      summary: 'Identity provider and groups',
      tags: ['People'],
    })
    .meta({ access: 'manage:people' })
    .output(SignInSettings),
  saveProvider: change(
    'PUT',
    '/sign-in/provider',
    'Set the identity provider; asks it for its settings first',
  )
    .input(
      WantedProvider.extend({
        secret: z
          .string()
          .min(1)
          .max(1000)
          .optional()
          .describe('Omitted: the stored one, for the same issuer'),
      }),
    )
    .output(SignInSettings),
  removeProvider: change('POST', '/sign-in/provider/remove', 'Remove the identity provider')
    .input(z.object({}))
    .output(SignInSettings),
  saveGroups: change('PUT', '/sign-in/groups', 'Set which roles the groups of the directory give')
    .input(z.object({ groups: z.array(GroupRoles).max(200) }))
    .output(SignInSettings),
};

import type { AuthMethod } from '@attain/domain/connections/connection-kinds';

/** How each way of signing in is called. */
export const authWords: Readonly<Record<AuthMethod, string>> = {
  bearer: 'Token (Authorization: Bearer)',
  basic: 'User name and password',
  header: 'Key in a header of its own',
  path: 'Secret in the path',
  none: 'No sign-in',
};

/** What the secret is called where somebody types it. */
export const secretWords: Readonly<Record<Exclude<AuthMethod, 'none'>, string>> = {
  bearer: 'Token',
  basic: 'Password',
  header: 'Key',
  path: 'Secret part of the path',
};

/** How environments are called on screen. */
export const environmentWords = { dev: 'Development', staging: 'Staging', prod: 'Production' } as const;

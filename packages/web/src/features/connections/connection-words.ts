import type { Shape } from '@attain/domain/base/json-shape';
import type { AuthMethod } from '@attain/domain/connections/connection-kinds';
import { messages } from './messages.ts';

export const authWords: Readonly<Record<AuthMethod, string>> = {
  bearer: messages.auth.bearer,
  basic: messages.auth.basic,
  header: messages.auth.header,
  path: 'Secret in the path',
  oauth2: messages.auth.oauth2,
  'oauth2-account': messages.auth.account,
  aws: messages.auth.aws,
  none: messages.auth.none,
};

/** The name of the secret for each sign-in method. */
export const secretWords: Readonly<Record<Exclude<AuthMethod, 'none'>, string>> = {
  bearer: messages.secret.token,
  basic: messages.secret.password,
  header: messages.secret.key,
  path: 'Secret part of the path',
  oauth2: messages.secret.clientSecret,
  'oauth2-account': messages.secret.clientSecret,
  aws: messages.secret.secretKey,
};

/** The text of a setting: the label of an option, any other value unchanged. */
export function settingWord(shape: Shape | undefined, value: string): string {
  const labels: Readonly<Record<string, string>> = messages.options;
  return shape?.enum === undefined ? value : (labels[value] ?? value);
}

export const environmentWords = {
  dev: messages.environments.dev,
  staging: messages.environments.staging,
  prod: messages.environments.prod,
} as const;

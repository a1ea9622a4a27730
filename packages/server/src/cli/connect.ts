import { text } from 'node:stream/consumers';
import { type ApiClient, signIn, withToken } from './api-client.ts';
import { type CommandOption, type Given, UsageError } from './command.ts';

/** Options of commands that work with a running Attain. */
export const connectOptions: Readonly<Record<string, CommandOption>> = {
  server: { value: 'address', description: 'Where Attain is; default http://127.0.0.1:3000' },
  url: { value: 'address', description: 'The same as --server' },
  user: { value: 'name', description: 'User name; default: the environment variable ATTAIN_USER' },
  'password-stdin': {
    description: 'Read the password from stdin; default: the environment variable ATTAIN_PASSWORD',
  },
  token: { value: 'token', description: 'An API token; other users of this machine can see it' },
  'token-stdin': {
    description: 'Read an API token from stdin; default: the environment variable ATTAIN_TOKEN',
  },
};

/** An API token where one is given, else a sign-in with user name and password. */
export async function connect(given: Given): Promise<ApiClient> {
  const url = given.server ?? given.url ?? 'http://127.0.0.1:3000';
  const { switches } = given;
  const hasToken = switches.has('token-stdin') || given.token !== undefined;
  if (hasToken && (switches.has('password-stdin') || given.user !== undefined))
    throw new UsageError('Give an API token, or a user name and password, not both.');
  const wantsUser = given.user !== undefined || switches.has('password-stdin');
  const token = switches.has('token-stdin')
    ? await readStdin()
    : wantsUser
      ? undefined
      : (given.token ?? process.env.ATTAIN_TOKEN);
  if (switches.has('token-stdin') && !token) throw new UsageError('The API token on stdin is empty.');
  if (token) return withToken(url, token);
  return signIn(url, username(given), await password(given));
}

const readStdin = async () => (await text(process.stdin)).trim();

function username(given: Given): string {
  const name = given.user ?? process.env.ATTAIN_USER;
  if (!name) throw new UsageError('The user name is missing. Give --user <name> or set ATTAIN_USER.');
  return name;
}

async function password(given: Given): Promise<string> {
  const secret = given.switches.has('password-stdin')
    ? (await text(process.stdin)).replace(/\r?\n$/, '')
    : process.env.ATTAIN_PASSWORD;
  if (!secret)
    throw new UsageError(
      'The password is missing. Set ATTAIN_PASSWORD, or pipe it in with --password-stdin.',
    );
  return secret;
}

import type { Connection } from '@attain/contract/agents/connections';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../base/api-error.ts';

interface SaidSecret {
  readonly authMethod: Connection['authMethod'];
  readonly secret?: string | null | undefined;
  readonly secretExpiresOn?: string | null | undefined;
}

/** A secret is there exactly if the sign-in method needs one, and can be sent by it (CONN-3). */
export function mustHaveSecret({ authMethod, secret }: SaidSecret, there: boolean): void {
  if (authMethod !== 'none' && !there)
    throw badInput('CONN-3', 'secret', 'Enter the password, token or key for this sign-in method.');
  if (authMethod === 'none' && there)
    throw badInput(
      'CONN-3',
      'secret',
      'A connection without sign-in can’t have a secret. Remove the secret or choose a sign-in method.',
    );
  if (
    ['bearer', 'header'].includes(authMethod) &&
    typeof secret === 'string' &&
    !/^[\x21-\x7e]+$/.test(secret)
  )
    throw badInput(
      'CONN-3',
      'secret',
      'The token contains a space or another character that can’t be sent in a header. Use ASCII letters, digits and symbols.',
    );
}

/** A secret ends on a day to come, and one that has ended is replaced, not prolonged (CONN-10). */
export function mustNotBeOver(
  ctx: AppContext,
  { secret, secretExpiresOn: day }: Pick<SaidSecret, 'secret' | 'secretExpiresOn'>,
  stored: Connection['secret'],
): void {
  const today = ctx.clock.today();
  if (day === undefined || (typeof secret !== 'string' && day === stored?.expiresOn)) return;
  const isOver = stored !== null && stored.expiresOn !== null && stored.expiresOn < today;
  if (isOver && typeof secret !== 'string')
    throw badInput('CONN-10', 'secret', 'This secret has expired. Enter the new one.');
  if (day !== null && day < today)
    throw badInput('CONN-10', 'secretExpiresOn', 'Enter a day from today on, or none.');
}

/** A problem of one field. */
export function badInput(rule: string, path: string, message: string): ApiError {
  return new ApiError('BAD_INPUT', message, { problems: [{ rule, path, message }] });
}

import { fillCall } from '@attain/domain/connections/fill-call';
import type { AppContext } from '../../app-context.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Activity } from '../../runs/engine/perform-effect.ts';
import { connectionNamed, textOf } from '../config-values.ts';
import { governedConnection } from '../governed-call.ts';
import { meteredCall, reserveCalls } from '../metered-call.ts';
import { templateOf } from './application-call.ts';
import { answerOf } from './http-answer.ts';

const maxRecipients = 20;
/** Seven parts of a long message; gateways cut what is longer. */
const maxLetters = 1_000;
const NUMBER = /^\+?[0-9][0-9 ()/-]{3,24}$/;

/**
 * Sends a text message through the workspace's gateway, one call per number, each with its own Idempotency-Key. If a
 * later number fails after an earlier one was sent, a person is asked instead of sending again.
 */
export function sms(ctx: AppContext): Activity {
  return {
    outside: async (given) => {
      const { effect, signal } = given;
      const numbers = numbersIn(textOf(effect.config, 'to'));
      const message = textOf(effect.config, 'message');
      if (message.length > maxLetters) {
        throw new EffectFailed('TOO_LONG', `A text message can have at most ${maxLetters} characters.`);
      }
      const asked = { kind: 'sms' as const, name: connectionNamed(effect.config), calls: numbers.length };
      return governedConnection(ctx, given, asked, async (connection) => {
        const template = templateOf(connection, 'send');
        const from = connection.config.from ?? null;
        const host = new URL(connection.address).hostname;
        await reserveCalls(ctx, given, connection, numbers.length);
        const sent = [];
        for (const [at, to] of numbers.entries()) {
          const call = fillCall(template, { from, to, message });
          if (!call.ok)
            throw new EffectFailed('BAD_CONFIG', call.problems.map((problem) => problem.message).join(' '));
          try {
            const headers = { 'idempotency-key': `${effect.idempotencyKey}/${at}` };
            const answer = await meteredCall(ctx, given, connection, { ...call.value, headers, signal });
            sent.push({ to, ...answerOf(answer, { host, money: true }) });
          } catch (error) {
            throw at === 0
              ? error
              : partlySent(
                  error,
                  sent.map((one) => one.to),
                );
          }
        }
        return { sent };
      });
    },
  };
}

function partlySent(error: unknown, sent: readonly string[]): unknown {
  if (!(error instanceof EffectFailed)) return error;
  const failed = `${error.message} Already sent to ${sent.join(', ')}.`;
  return new EffectFailed(error.code, failed, { retryable: error.retryable, outcomeUnknown: true });
}

function numbersIn(text: string): readonly string[] {
  const all = [...new Set(text.split(',').map((one) => one.trim()))].filter(Boolean);
  const wrong = all.find((one) => !NUMBER.test(one));
  if (wrong !== undefined) {
    const reason = `“${wrong.slice(0, 60)}” is not a phone number. Use +41 79 123 45 67, separated by commas.`;
    throw new EffectFailed('BAD_CONFIG', reason);
  }
  if (all.length === 0 || all.length > maxRecipients) {
    const reason = `A text message needs 1 to ${maxRecipients} recipients; this one has ${all.length}.`;
    throw new EffectFailed('BAD_CONFIG', reason);
  }
  return all;
}

import { withheldSentence } from '@attain/domain/access/permissions';
import { EffectFailed } from '../runs/engine/effect-failed.ts';
import type { Activity } from '../runs/engine/perform-effect.ts';
import { rightsOfRun } from '../runs/engine/rights-of-run.ts';
import { notifyPeople } from '../runs/notify-people.ts';
import { addressed, MAX_RECIPIENTS } from '../slices/workflow-runs/notices/send-notices.ts';
import { textOf } from './config-values.ts';

const maxTitle = 200;
const maxMessage = 4_000;
const withheldTitle = 'A workflow sent you a message';
const withheldMessage =
  'Its text is hidden because it may contain records you can’t read. Ask the person who started the run.';

/**
 * Sends people of the workspace a notice, which stays until it is read. Those who may not read what the run reads get a notice
 * without its text (WF-61).
 */
export function notification(): Activity {
  return {
    inside: async (tx, { run, effect }) => {
      const { config } = effect;
      const to = textOf(config, 'to');
      const title = textOf(config, 'title');
      const message = typeof config.message === 'string' ? config.message : '';
      if (title.length > maxTitle || message.length > maxMessage) {
        throw new EffectFailed(
          'TOO_LONG',
          `A notification can have at most ${maxTitle} characters of title and ${maxMessage} of text.`,
        );
      }
      const { people, unknown } = await addressed(tx, to);
      if (unknown.length > 0) {
        const names = unknown.slice(0, 10).map((one) => `“${one.slice(0, 60)}”`);
        throw new EffectFailed(
          'NOBODY',
          `No user name or role ${names.join(', ')} in this workspace. Enter them in “To” like this: finance, ann.`,
        );
      }
      if (people.length === 0) throw new EffectFailed('NOBODY', `No one has the role “${to}”.`);
      if (people.length > MAX_RECIPIENTS) {
        const reason = `“${to.slice(0, 100)}” has ${people.length} people; a notification can reach at most ${MAX_RECIPIENTS}.`;
        throw new EffectFailed('TOO_MANY', reason);
      }
      const severity = typeof config.severity === 'string' ? config.severity : 'info';
      const notice = { severity, runId: run.id, effectKey: effect.idempotencyKey };
      const needs = await rightsOfRun(tx, run);
      const mayRead = people.filter(
        ({ userId, roles }) => userId === run.startedBy || withheldSentence(roles, needs) === null,
      );
      const others = people.filter((one) => !mayRead.includes(one));
      const ids = (some: typeof people) => some.map(({ userId }) => userId);
      await notifyPeople(tx, ids(mayRead), { ...notice, title, message });
      await notifyPeople(tx, ids(others), { ...notice, title: withheldTitle, message: withheldMessage });
      const names = (some: typeof people) => some.map(({ username }) => username);
      return {
        notified: people.length,
        people: names(people),
        title,
        ...(others.length === 0 ? {} : { withheldFrom: names(others) }),
      };
    },
  };
}

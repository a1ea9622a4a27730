import { EffectFailed } from '../runs/engine/effect-failed.ts';
import type { Performer } from '../runs/engine/perform-effect.ts';
import { addressed, MOST_RECIPIENTS, tellPeople } from '../slices/workflow-runs/notices/tell-people.ts';
import { textOf } from './config-values.ts';

const mostTitle = 200;
const mostMessage = 4_000;

/** Tells people of the workspace: a stored notice for each, which stays until it is read. */
export function notification(): Performer {
  return {
    inside: async (tx, { run, effect }) => {
      const { config } = effect;
      const to = textOf(config, 'to');
      const title = textOf(config, 'title');
      const message = typeof config.message === 'string' ? config.message : '';
      if (title.length > mostTitle || message.length > mostMessage) {
        throw new EffectFailed(
          'TOO_LONG',
          `A notice has at most ${mostTitle} characters of title and ${mostMessage} of text.`,
        );
      }
      const { people, unknown } = await addressed(tx, to);
      if (unknown.length > 0) {
        const names = unknown.slice(0, 10).map((one) => `“${one.slice(0, 60)}”`);
        throw new EffectFailed(
          'NOBODY',
          `Nobody in this workspace has the user name or role ${names.join(', ')}; write them as in “To”: finance, ann.`,
        );
      }
      if (people.length === 0) throw new EffectFailed('NOBODY', `Nobody holds the role “${to}”.`);
      if (people.length > MOST_RECIPIENTS) {
        const say = `“${to.slice(0, 100)}” are ${people.length} people; a notice reaches at most ${MOST_RECIPIENTS}.`;
        throw new EffectFailed('TOO_MANY', say);
      }
      const severity = typeof config.severity === 'string' ? config.severity : 'info';
      const told = { title, message, severity, runId: run.id, effectKey: effect.idempotencyKey };
      await tellPeople(tx, people, told);
      return { told: people.length, people: people.map(({ username }) => username), title };
    },
  };
}

import type { JsonValue } from '@attain/domain/workflows/json-value';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Activity } from '../../runs/engine/perform-effect.ts';
import { namedValues, textOf } from '../config-values.ts';
import { openCodeThread } from './open-code-thread.ts';

/** Runs JavaScript of the workflow's author, sealed off in a thread (WF-115). */
export function code(): Activity {
  const thread = openCodeThread();
  return {
    outside: async ({ run, effect, signal }) => {
      const { config, input } = effect;
      const given = JSON.stringify({ input, values: namedValues(config.values) });
      const program = { tenantId: run.tenantId, code: textOf(config, 'code'), given, signal };
      const { output, error, log } = await thread.run(program);
      if (error === null) return JSON.parse(output ?? 'null') as JsonValue;
      throw new EffectFailed(error.code, error.message, log.length > 0 ? { details: { log: [...log] } } : {});
    },
  };
}

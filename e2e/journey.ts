import { afterEach, beforeEach } from 'vitest';

/**
 * The tests of the `describe` this is called in are steps of one journey: once a step has failed, later ones would
 * only time out, so they are skipped and name the failed step.
 */
export function stepsOfOneJourney(): void {
  let broken: string | undefined;
  beforeEach((step) => {
    if (broken !== undefined) step.skip(`the journey broke at "${broken}"`);
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') broken ??= task.name;
  });
}

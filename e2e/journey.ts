import { afterEach, beforeEach } from 'vitest';

/**
 * The tests of the `describe` this is called in are steps of one journey: once a step has failed, the ones after it would
 * only wait for what never comes, so they are skipped and say where the journey broke.
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

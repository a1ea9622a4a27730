import type { RunStep } from '@attain/contract/workflow-runs';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import { volumeOf } from '@attain/domain/workflows/steps/volume';

/** The most characters of a value that the page of a run shows, and how many of a larger one. */
const maxShown = 20_000;
const beginning = 2_000;

/** A step as the page of its run shows it: of a value that is too large the beginning, and how large it is. */
export function shownStep(step: RunStep): RunStep {
  const [input, output, sent] = [shown(step.input), shown(step.output), shown(step.sent)];
  if (input.cut === null && output.cut === null && sent.cut === null) return step;
  return {
    ...step,
    input: input.value,
    output: output.value,
    sent: sent.value,
    cut: { input: input.cut, output: output.cut, sent: sent.cut },
  };
}

/** A step without the values the user may not read. */
export function withoutValues(step: RunStep): RunStep {
  return { ...step, input: null, output: null, sent: null, cut: null };
}

/** Input and output of a run for its page; large values are truncated. */
export function shownValues({
  input,
  output,
}: {
  readonly input: JsonValue;
  readonly output: JsonValue | null;
}) {
  const [given, gave] = [shown(input), shown(output)];
  const cut = given.cut === null && gave.cut === null ? null : { input: given.cut, output: gave.cut };
  return { input: given.value, output: gave.value, cut };
}

function shown(value: RunStep['input']): { readonly value: RunStep['input']; readonly cut: number | null } {
  if (volumeOf(value, maxShown) <= maxShown) return { value, cut: null };
  const text = JSON.stringify(value);
  if (text.length <= maxShown) return { value, cut: null };
  return { value: text.slice(0, beginning).toWellFormed(), cut: text.length };
}

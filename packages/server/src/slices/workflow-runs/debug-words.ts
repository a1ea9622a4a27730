import type { JournalEntry, StepRef } from '@attain/domain/workflows/journal';
import { isObject, type JsonValue, ownField } from '@attain/domain/workflows/json-value';
import { sizeInPlace } from '../../runs/engine/journal/values-apart.ts';

/** So many names of fields are told; of more, how many more there are. */
const maxNames = 8;

/**
 * What helps to find a fault beside the line of a journal: what shape of value came and went, by which ports, and what a
 * performer said it took. Values themselves are never in it. Null where there is no more to say than the line itself does.
 */
export function debugWords(title: (step: StepRef) => string, entry: JournalEntry): string | null {
  switch (entry.kind) {
    case 'started': {
      const names = Object.keys(entry.variables);
      const variables = names.length > 0 ? `; variables: ${listed(names)}` : '';
      return `It was given ${shapeOf(entry.input)}${variables}.`;
    }
    case 'computed':
      return entry.steps
        .map((step) => {
          if ('turn' in step)
            return `${title(step)} begins turn ${step.turn + 1} of ${step.turns} with ${shapeOf(step.item)}.`;
          return 'error' in step
            ? `${title(step)}: ${step.error.code}${left(step.ports)}.`
            : `${title(step)} gave ${shapeOf(step.output)}${left(step.ports)}.`;
        })
        .join(' ');
    case 'requested': {
      const names = Object.keys(entry.config);
      return `${title(entry.step)} was asked ${names.length > 0 ? `with ${listed(names)}` : 'with no settings'}.`;
    }
    case 'attempt-failed':
      return `${title(entry.step)}: ${entry.error.code} at attempt ${entry.attempt}.`;
    case 'opened':
      return entry.wait.for === 'task'
        ? `${title(entry.step)} asks for ${entry.wait.task.form.length} fields${entry.wait.task.decisions.length > 0 ? `, answers: ${listed(entry.wait.task.decisions)}` : ''}.`
        : null;
    case 'result': {
      const { result } = entry;
      if ('error' in result) return `${title(entry.step)}: ${result.error.code}${left(result.ports)}.`;
      const took = tookWords(result.output);
      return `${title(entry.step)} gave ${shapeOf(result.output)}${left(result.ports)}${took ? `; ${took}` : ''}.`;
    }
    default:
      return null;
  }
}

/** What performers say of their own work: model and tokens, status of an answer, rows, bytes. */
function tookWords(output: JsonValue): string {
  if (!isObject(output)) return '';
  const [model, usage] = [ownField(output, 'model'), ownField(output, 'usage')];
  const [status, rows, bytes] = [
    ownField(output, 'status'),
    ownField(output, 'rows'),
    ownField(output, 'bytes'),
  ];
  const parts = [
    typeof model === 'string' ? `model ${model}` : null,
    isObject(usage)
      ? `tokens ${ownField(usage, 'promptTokens')} + ${ownField(usage, 'completionTokens')}`
      : null,
    typeof status === 'number' ? `status ${status}` : null,
    Array.isArray(rows) ? `${rows.length} rows` : null,
    typeof bytes === 'number' ? `${bytes} bytes` : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function shapeOf(value: JsonValue): string {
  const size = sizeInPlace(value);
  if (size !== null) return `a value of ${size} characters`;
  if (value === null) return 'nothing';
  if (typeof value === 'string') return `a text of ${value.length} characters`;
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'boolean') return 'yes or no';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  const names = Object.keys(value);
  return names.length === 0 ? 'an empty object' : `an object of ${listed(names)}`;
}

function left(ports: readonly string[]): string {
  return ports.length > 0 ? `, left by ${ports.join(' and ')}` : '';
}

function listed(names: readonly string[]): string {
  const more = names.length - maxNames;
  return names.slice(0, maxNames).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

import type { JournalEntry, StepRef } from '@attain/domain/workflows/journal';
import { isObject, type JsonValue, ownField } from '@attain/domain/workflows/json-value';
import { sizeInPlace } from '../../runs/engine/journal/values-apart.ts';

/** Maximum number of field names in a line; of more, only the count. */
const maxNames = 8;

/**
 * Details for debugging besides the line of a journal: the shape of input and output, ports, and usage reported by an
 * activity. Values are never included. Null if there is nothing to add.
 */
export function debugWords(title: (step: StepRef) => string, entry: JournalEntry): string | null {
  switch (entry.kind) {
    case 'started': {
      const names = Object.keys(entry.variables);
      const variables = names.length > 0 ? `; variables: ${listed(names)}` : '';
      return `Input: ${shapeOf(entry.input)}${variables}.`;
    }
    case 'computed':
      return entry.steps
        .map((step) => {
          if ('turn' in step)
            return `${title(step)} starts iteration ${step.turn + 1} of ${step.turns} with ${shapeOf(step.item)}.`;
          return 'error' in step
            ? `${title(step)}: ${step.error.code}${left(step.ports)}.`
            : `${title(step)} returned ${shapeOf(step.output)}${left(step.ports)}.`;
        })
        .join(' ');
    case 'requested': {
      const names = Object.keys(entry.config);
      return `${title(entry.step)} was called ${names.length > 0 ? `with ${listed(names)}` : 'with no settings'}.`;
    }
    case 'attempt-failed':
      return `${title(entry.step)}: ${entry.error.code} in attempt ${entry.attempt}.`;
    case 'opened':
      return entry.wait.for === 'task'
        ? `${title(entry.step)} asks for ${entry.wait.task.form.length} fields${entry.wait.task.decisions.length > 0 ? `, answers: ${listed(entry.wait.task.decisions)}` : ''}.`
        : null;
    case 'result': {
      const { result } = entry;
      if ('error' in result) return `${title(entry.step)}: ${result.error.code}${left(result.ports)}.`;
      const took = tookWords(result.output);
      return `${title(entry.step)} returned ${shapeOf(result.output)}${left(result.ports)}${took ? `; ${took}` : ''}.`;
    }
    default:
      return null;
  }
}

/** Usage that activities report: model and tokens, response status, rows, bytes. */
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
  if (typeof value === 'boolean') return 'a yes/no value';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  const names = Object.keys(value);
  return names.length === 0 ? 'an empty object' : `an object with ${listed(names)}`;
}

function left(ports: readonly string[]): string {
  return ports.length > 0 ? `, continued by ${ports.join(' and ')}` : '';
}

function listed(names: readonly string[]): string {
  const more = names.length - maxNames;
  return names.slice(0, maxNames).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

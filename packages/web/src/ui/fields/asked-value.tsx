import { messages } from '../messages.ts';
import { Checkbox } from './checkbox.tsx';
import { CodeArea } from './code-area.tsx';
import { Field } from './field.tsx';
import { FreeTextInput } from './free-text-input.tsx';
import { Input } from './input.tsx';
import { Select } from './select.tsx';
import { Textarea } from './textarea.tsx';

/** A value to enter: `number` is a decimal as text, `figure` a JSON number. */
export interface AskedValue {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly required: boolean;
  readonly options: readonly string[];
  readonly hint?: string;
}

/** Parses the typed texts by name, skipping blank ones; returns the field and reason of the first failure. */
export function readValues(
  fields: readonly AskedValue[],
  typed: Readonly<Record<string, string>>,
):
  | { readonly ok: true; readonly values: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string } {
  const values: Record<string, unknown> = {};
  for (const { name, label, type, required } of fields) {
    const text = (typed[name] ?? '').trim();
    if (type === 'boolean') values[name] = text === 'true';
    else if (text === '') {
      if (required) return { ok: false, message: messages.asked.missing(label) };
    } else if (type === 'list') values[name] = text.split('\n').map((line) => line.trim());
    else if (type === 'object' || type === 'any') {
      try {
        values[name] = JSON.parse(text) as unknown;
      } catch {
        return { ok: false, message: messages.asked.badJson(label) };
      }
    } else if (type === 'figure') {
      if (!Number.isFinite(Number(text))) return { ok: false, message: messages.asked.badNumber(label) };
      values[name] = Number(text);
    } else values[name] = text;
  }
  return { ok: true, values };
}

export type AskedFieldProps = { field: AskedValue; text: string; onText: (text: string) => void };

/** The input for a value, by its type. */
export function AskedField({ field, text, onText }: AskedFieldProps) {
  const { label, type, required, options, hint: said } = field;
  if (type === 'boolean') {
    return (
      <Checkbox
        label={label}
        checked={text === 'true'}
        onChange={({ target }) => onText(String(target.checked))}
      />
    );
  }
  const json = type === 'object' || type === 'any';
  const hint = type === 'list' ? messages.asked.listHint : json ? messages.asked.jsonHint : said;
  return (
    <Field label={label} required={required} hint={hint}>
      {type === 'choice' ? (
        <Select
          value={text}
          onValueChange={onText}
          options={options.map((value) => ({ value, label: value }))}
        />
      ) : json ? (
        <CodeArea value={text} onChange={({ target }) => onText(target.value)} />
      ) : type === 'list' ? (
        <Textarea value={text} onChange={({ target }) => onText(target.value)} />
      ) : type === 'text' ? (
        <FreeTextInput value={text} onChange={({ target }) => onText(target.value)} />
      ) : (
        <Input
          type={type === 'date' ? 'date' : 'text'}
          figure={type === 'number' || type === 'figure'}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Field>
  );
}

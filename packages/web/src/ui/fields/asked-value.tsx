import { Checkbox } from './checkbox.tsx';
import { CodeArea } from './code-area.tsx';
import { Field } from './field.tsx';
import { FreeTextInput } from './free-text-input.tsx';
import { Input } from './input.tsx';
import { Select } from './select.tsx';
import { Textarea } from './textarea.tsx';

/** A value that is asked for: `number` is a decimal as text, `figure` a number as JSON writes it. */
export interface AskedValue {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly required: boolean;
  readonly options: readonly string[];
  readonly hint?: string;
}

/** The typed texts as values by name, those left empty without one; of what cannot be read, the field and why. */
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
      if (required) return { ok: false, message: `${label} is needed.` };
    } else if (type === 'list') values[name] = text.split('\n').map((line) => line.trim());
    else if (type === 'object' || type === 'any') {
      try {
        values[name] = JSON.parse(text) as unknown;
      } catch {
        return { ok: false, message: `${label}: write it as JSON.` };
      }
    } else if (type === 'figure') {
      if (!Number.isFinite(Number(text))) return { ok: false, message: `${label}: write a number.` };
      values[name] = Number(text);
    } else values[name] = text;
  }
  return { ok: true, values };
}

export type AskedFieldProps = { field: AskedValue; text: string; onText: (text: string) => void };

/** The field one value is typed into, by its type. */
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
  const hint = type === 'list' ? 'One a line.' : json ? 'As JSON.' : said;
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

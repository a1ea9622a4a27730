import { isObject, type JsonObject, type JsonValue, ownField } from '@attain/domain/workflows/json-value';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { FreeTextInput } from '../../../ui/fields/free-text-input.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { CodeArea } from '../panel/code-area.tsx';

/** One field of a run's input. */
export interface InputFieldSpec {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly required: boolean;
  readonly options: readonly string[];
}

/** The fields a run has to be started with, as its beginning states them. */
export function inputFields(stated: JsonValue | undefined): readonly InputFieldSpec[] {
  return (Array.isArray(stated) ? stated.filter(isObject) : []).map((one) => {
    const options = ownField(one, 'options');
    const name = String(ownField(one, 'name') ?? '');
    return {
      name,
      label: String(ownField(one, 'label') || name),
      type: String(ownField(one, 'type') ?? 'text'),
      required: ownField(one, 'required') === true,
      options: Array.isArray(options) ? options.map(String) : [],
    };
  });
}

/** The typed texts as the input of a run; of what cannot be read, the field and why. */
export function inputValues(
  fields: readonly InputFieldSpec[],
  typed: Readonly<Record<string, string>>,
): { readonly ok: true; readonly values: JsonObject } | { readonly ok: false; readonly say: string } {
  const values: Record<string, JsonValue> = {};
  for (const { name, label, type, required } of fields) {
    const text = (typed[name] ?? '').trim();
    if (type === 'boolean') values[name] = text === 'true';
    else if (text === '') {
      if (required) return { ok: false, say: `${label} is needed.` };
    } else if (type === 'list') values[name] = text.split('\n').map((line) => line.trim());
    else if (type === 'object' || type === 'any') {
      try {
        values[name] = JSON.parse(text) as JsonValue;
      } catch {
        return { ok: false, say: `${label}: write it as JSON.` };
      }
    } else values[name] = text;
  }
  return { ok: true, values };
}

export type InputFieldProps = { field: InputFieldSpec; text: string; onText: (text: string) => void };

/** One field of a run's input, by its type. */
export function InputField({ field, text, onText }: InputFieldProps) {
  const { label, type, required, options } = field;
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
  const hint = type === 'list' ? 'One a line.' : json ? 'As JSON.' : undefined;
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
          figure={type === 'number'}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Field>
  );
}

import type { Shape } from '@attain/domain/base/json-shape';
import type { Problem } from '@attain/domain/base/result';
import { isObject, type JsonValue } from '@attain/domain/workflows/json-value';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { CodeArea } from '../../../ui/fields/code-area.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { RecordsField } from './records-field.tsx';
import { RegisteredField } from './registered-field.tsx';
import { textFault } from './text-fault.ts';

export type ConfigFieldProps = {
  shape: Shape;
  value: JsonValue | undefined;
  required: boolean;
  /** Where it stands, as problems name it. */
  path: string;
  problems: readonly Problem[];
  disabled: boolean;
  /** Undefined: it is left out. */
  onChange: (value: JsonValue | undefined) => void;
};

/** Formats whose values are texts of our own; every other format names something registered in the workspace. */
const written = new Set(['template', 'expression', 'sql']);

/** One field of a configuration, drawn by what its schema says it is. */
export function ConfigField(props: ConfigFieldProps) {
  const { shape, value, required, path, problems, disabled, onChange } = props;
  const label = shape.title ?? path.split('.').at(-1) ?? path;
  if (shape.type === 'array') return <ListField {...props} label={label} />;
  if (shape.type === 'boolean') {
    return (
      <Checkbox
        label={label}
        hint={shape.description}
        checked={value === true}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  }
  const own = problems.find((problem) => problem.path === path)?.message;
  const error = value === undefined && !required ? own : (textFault(shape, value) ?? own);
  // a fault that says what belongs there says what the hint says
  const isDescribed = shape.description !== undefined && error?.includes(shape.description);
  return (
    <Field label={label} hint={isDescribed ? undefined : shape.description} required={required} error={error}>
      <Control {...props} label={label} />
    </Field>
  );
}

function Control({ shape, value, disabled, onChange }: ConfigFieldProps & { label: string }) {
  if (shape.enum) {
    return (
      <Select
        value={typeof value === 'string' ? value : ''}
        disabled={disabled}
        onValueChange={onChange}
        options={shape.enum.map((word) => ({ value: word, label: spoken(word) }))}
      />
    );
  }
  if (shape.type === 'integer' || shape.type === 'number') {
    return (
      <Input
        figure
        inputMode="numeric"
        disabled={disabled}
        value={value === undefined || value === null ? '' : String(value)}
        onChange={({ target }) => onChange(numberOf(target.value))}
      />
    );
  }
  const text = typeof value === 'string' ? value : '';
  const take = (typed: string) => onChange(typed === '' && shape.default === undefined ? undefined : typed);
  if (shape.format === 'template' || shape.format === 'sql') {
    return (
      <CodeArea
        rows={shape.format === 'sql' ? 4 : 2}
        value={text}
        disabled={disabled}
        onChange={({ target }) => take(target.value)}
      />
    );
  }
  if (shape.format !== undefined && !written.has(shape.format)) {
    return <RegisteredField of={shape.format} value={text} disabled={disabled} onChange={take} />;
  }
  return (
    <Input
      className={shape.format === 'expression' || shape.pattern ? 'font-mono text-12!' : undefined}
      spellCheck={shape.format === undefined && !shape.pattern}
      value={text}
      disabled={disabled}
      onChange={({ target }) => take(target.value)}
    />
  );
}

function ListField(props: ConfigFieldProps & { label: string }) {
  const { shape, value, disabled, onChange, label, path, problems, required } = props;
  const rows = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  if (shape.items?.type === 'object') {
    const error = problems.find((problem) => problem.path === path)?.message;
    return (
      <RecordsField
        label={label}
        hint={shape.description}
        error={error}
        required={required}
        disabled={disabled}
        max={shape.maxItems ?? 50}
        items={shape.items}
        rows={rows.map((row) => (isObject(row) ? row : {}))}
        path={path}
        field={({ key, ...given }) => (
          <ConfigField key={key} {...given} problems={problems} disabled={disabled} />
        )}
        onChange={onChange}
      />
    );
  }
  const error = problems.find((problem) => problem.path.startsWith(path))?.message;
  return (
    <Field
      label={label}
      hint={`${shape.description ?? ''} One a line.`.trim()}
      required={required}
      error={error}
    >
      <Textarea
        rows={2}
        disabled={disabled}
        value={rows.join('\n')}
        onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
      />
    </Field>
  );
}

/** A typed number; what is none stays as it was typed, and the schema says what is wrong with it. */
function numberOf(typed: string): JsonValue | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** A word of a schema as people read it; a tab has no shape of its own. */
function spoken(word: string): string {
  if (word === '\t') return 'Tab';
  return word;
}

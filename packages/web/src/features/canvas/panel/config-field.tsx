import type { Shape } from '@attain/domain/base/json-shape';
import type { Problem } from '@attain/domain/base/result';
import { isObject, type JsonValue } from '@attain/domain/workflows/json-value';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { CodeArea } from '../../../ui/fields/code-area.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { messages } from '../messages.ts';
import { ExpressionField } from './expression-field.tsx';
import { answerData, KnownDataContext } from './known-data-context.ts';
import { RecordsField } from './records-field.tsx';
import { RegisteredField } from './registered-field.tsx';
import { textFault } from './text-fault.ts';

export type ConfigFieldProps = {
  shape: Shape;
  value: JsonValue | undefined;
  required: boolean;
  /** The path, as used in problems. */
  path: string;
  problems: readonly Problem[];
  disabled: boolean;
  /** Undefined removes the value. */
  onChange: (value: JsonValue | undefined) => void;
};

/** formats with free text; every other format names a registered object of the workspace */
const written = new Set(['template', 'expression', 'answer', 'sql', 'javascript']);

/** One field of a configuration, rendered by its schema. */
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
  // skip the hint if the error repeats it
  const isDescribed = shape.description !== undefined && error?.includes(shape.description);
  return (
    <Field
      label={label}
      hint={isDescribed ? undefined : shape.description}
      required={required || (shape.enum !== undefined && shape.default !== undefined)}
      error={error}
    >
      <Control {...props} label={label} />
    </Field>
  );
}

function Control({ shape, value, disabled, onChange, label }: ConfigFieldProps & { label: string }) {
  if (shape.enum) {
    return (
      <Select
        value={typeof value === 'string' ? value : String(shape.default ?? '')}
        disabled={disabled}
        onValueChange={onChange}
        options={shape.enum.map((word) => ({ value: word, label: optionLabel(word) }))}
      />
    );
  }
  if (shape.type === 'integer' || shape.type === 'number') {
    return (
      <Input
        figure
        inputMode="numeric"
        placeholder={standardOf(shape)}
        disabled={disabled}
        value={value === undefined || value === null ? '' : String(value)}
        onChange={({ target }) => onChange(numberOf(target.value))}
      />
    );
  }
  const text = typeof value === 'string' ? value : '';
  const take = (typed: string) => onChange(typed === '' && shape.default === undefined ? undefined : typed);
  if (shape.format === 'expression' || shape.format === 'template') {
    return (
      <ExpressionField label={label} format={shape.format} value={text} disabled={disabled} onChange={take} />
    );
  }
  if (shape.format === 'answer') {
    return (
      <KnownDataContext value={answerData}>
        <ExpressionField label={label} format="expression" value={text} disabled={disabled} onChange={take} />
      </KnownDataContext>
    );
  }
  if (shape.format === 'sql' || shape.format === 'javascript') {
    const rows = shape.format === 'sql' ? 4 : 12;
    return (
      <CodeArea rows={rows} value={text} disabled={disabled} onChange={({ target }) => take(target.value)} />
    );
  }
  if (shape.format !== undefined && !written.has(shape.format)) {
    return <RegisteredField of={shape.format} value={text} disabled={disabled} onChange={take} />;
  }
  return (
    <Input
      className={shape.pattern ? 'font-mono text-12!' : undefined}
      spellCheck={shape.format === undefined && !shape.pattern}
      placeholder={standardOf(shape)}
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
      hint={messages.panel.listHint(shape.description ?? '')}
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

/** A typed number; other text is kept so that validation reports it. */
function numberOf(typed: string): JsonValue | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** What counts while a field is blank, if it is worth showing. */
function standardOf({ default: standard }: Shape): string | undefined {
  return standard === undefined || standard === '' || typeof standard === 'object'
    ? undefined
    : String(standard);
}

/** The label of an enum value: `page-number` is “Page number”, `json` is “JSON”. */
function optionLabel(word: string): string {
  if (word === '\t') return 'Tab';
  if (!/^[a-z]/.test(word)) return word;
  if (acronyms.has(word)) return word.toUpperCase();
  return `${word.charAt(0).toUpperCase()}${word.slice(1).replaceAll(/[-_]/g, ' ')}`;
}

const acronyms = new Set(['json', 'csv']);

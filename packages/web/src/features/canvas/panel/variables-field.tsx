import type { JsonValue } from '@attain/domain/workflows/json-value';
import { NAME_PATTERN } from '@attain/domain/workflows/nodes/fields';
import type { WorkflowVariable } from '@attain/domain/workflows/workflow';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { pickWorkflow, useCanvas, useCanvasState } from '../editing/canvas-context.ts';

/** The values expressions read as `vars.<name>`, each with its default as JSON. */
export function VariablesField() {
  const { acts, editable } = useCanvas();
  const { variables } = useCanvasState(pickWorkflow);
  const [fresh, setFresh] = useState('');
  const fault =
    fresh === ''
      ? undefined
      : !new RegExp(NAME_PATTERN).test(fresh)
        ? 'A small letter first, then letters, digits or _.'
        : variables.some(({ name }) => name === fresh)
          ? 'There is already a variable of this name.'
          : undefined;
  const replace = (name: string, now: WorkflowVariable | null) =>
    acts.setVariables(variables.flatMap((one) => (one.name === name ? (now ?? []) : one)));
  return (
    <section aria-label="Variables" className="flex flex-col gap-2">
      <h3 className="text-12 font-medium">Variables</h3>
      {variables.map((variable) => (
        <div key={variable.name} className="flex items-end gap-1">
          <div className="min-w-0 flex-1">
            <DefaultField
              variable={variable}
              disabled={!editable}
              onChange={(standard) => replace(variable.name, { ...variable, default: standard })}
            />
          </div>
          <IconButton
            label={`Remove variable ${variable.name}`}
            icon={<Trash2 aria-hidden />}
            disabled={!editable}
            onClick={() => replace(variable.name, null)}
          />
        </div>
      ))}
      <Field label="New variable" error={fault}>
        <Input
          value={fresh}
          maxLength={40}
          spellCheck={false}
          disabled={!editable}
          className="font-mono text-12!"
          onChange={({ target }) => setFresh(target.value)}
        />
      </Field>
      <Button
        size="sm"
        icon={<Plus aria-hidden />}
        disabled={!editable || fresh === '' || fault !== undefined}
        onClick={() => {
          acts.setVariables([...variables, { name: fresh, description: '', default: null }]);
          setFresh('');
        }}
      >
        Add variable
      </Button>
    </section>
  );
}

type DefaultFieldProps = {
  variable: WorkflowVariable;
  disabled: boolean;
  onChange: (standard: JsonValue) => void;
};

/** A default as JSON; what does not parse stays on the screen and is not taken. */
function DefaultField({ variable, disabled, onChange }: DefaultFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const take = (text: string) => {
    setTyped(text);
    try {
      onChange(JSON.parse(text) as JsonValue);
      setError(undefined);
    } catch {
      setError('Write it as JSON: 5, "text", true, null.');
    }
  };
  return (
    <Field label={`vars.${variable.name}`} required error={error}>
      <Input
        className="font-mono text-12!"
        spellCheck={false}
        value={typed ?? JSON.stringify(variable.default)}
        disabled={disabled}
        onChange={({ target }) => take(target.value)}
      />
    </Field>
  );
}

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
import { messages } from '../messages.ts';

/** The variables that expressions read as `vars.<name>`, with JSON defaults. */
export function VariablesField() {
  const { acts, editable } = useCanvas();
  const { variables } = useCanvasState(pickWorkflow);
  const [fresh, setFresh] = useState('');
  const fault =
    fresh === ''
      ? undefined
      : !new RegExp(NAME_PATTERN).test(fresh)
        ? messages.panel.variablePattern
        : variables.some(({ name }) => name === fresh)
          ? messages.panel.variableExists
          : undefined;
  const replace = (name: string, now: WorkflowVariable | null) =>
    acts.setVariables(variables.flatMap((one) => (one.name === name ? (now ?? []) : one)));
  return (
    <section aria-label={messages.panel.variables} className="flex flex-col gap-2">
      <h3 className="text-12 font-medium">{messages.panel.variables}</h3>
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
            label={messages.panel.removeVariable(variable.name)}
            icon={<Trash2 aria-hidden />}
            disabled={!editable}
            onClick={() => replace(variable.name, null)}
          />
        </div>
      ))}
      <Field label={messages.panel.newVariable} error={fault}>
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
        {messages.panel.addVariable}
      </Button>
    </section>
  );
}

type DefaultFieldProps = {
  variable: WorkflowVariable;
  disabled: boolean;
  onChange: (standard: JsonValue) => void;
};

/** A default as JSON; invalid input stays on screen and is not applied. */
function DefaultField({ variable, disabled, onChange }: DefaultFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const take = (text: string) => {
    setTyped(text);
    try {
      onChange(JSON.parse(text) as JsonValue);
      setError(undefined);
    } catch {
      setError(messages.panel.variableJson);
    }
  };
  return (
    <Field label={messages.panel.variableName(variable.name)} required error={error}>
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

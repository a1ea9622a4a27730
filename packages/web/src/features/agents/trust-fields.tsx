import { type RiskLevel, riskLevels } from '@attain/domain/agents/agent';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { NumberInput } from './default-value-field.tsx';
import { errorOf } from './field-errors.ts';
import type { FormPart } from './identity-fields.tsx';

/** How far the agent is trusted, and which version this is. */
export function TrustFields({ form, onChange, readOnly, problems }: FormPart) {
  return (
    <Card title="Trust and version">
      <div className="grid gap-x-4 gap-y-3 @lg:grid-cols-3">
        <Field
          label="Trust threshold"
          required
          hint="From 0 to 1"
          error={errorOf(problems, 'trustThreshold')}
        >
          <NumberInput
            value={Number.isNaN(form.trustThreshold) ? null : form.trustThreshold}
            min={0}
            max={1}
            step={0.01}
            readOnly={readOnly}
            onChange={(value) => onChange({ trustThreshold: value ?? Number.NaN })}
          />
        </Field>
        <Field label="Version" required error={errorOf(problems, 'version')}>
          <Input
            className="font-mono text-12!"
            value={form.version}
            maxLength={50}
            spellCheck={false}
            readOnly={readOnly}
            onChange={({ target }) => onChange({ version: target.value })}
          />
        </Field>
        <Field label="Risk level" required>
          <Select
            disabled={readOnly}
            value={form.riskLevel}
            onValueChange={(value) => onChange({ riskLevel: value as RiskLevel })}
            options={riskLevels.map((value) => ({ value, label: value }))}
          />
        </Field>
      </div>
    </Card>
  );
}

const flags = [
  { field: 'isTemplate', label: 'Template', hint: 'Meant as a pattern for others' },
  {
    field: 'isCustomizable',
    label: 'Customizable',
    hint: 'A run may be given other values than the defaults',
  },
  { field: 'isActive', label: 'Active', hint: 'It stands in the gallery and may run' },
] as const;

/** The three flags of an agent. */
export function FlagFields({ form, onChange, readOnly }: Omit<FormPart, 'problems'>) {
  return (
    <Card title="Flags">
      <div className="grid gap-3 @lg:grid-cols-3">
        {flags.map(({ field, label, hint }) => (
          <Checkbox
            key={field}
            label={label}
            hint={hint}
            checked={form[field]}
            disabled={readOnly}
            onChange={({ target }) => onChange({ [field]: target.checked })}
          />
        ))}
      </div>
    </Card>
  );
}

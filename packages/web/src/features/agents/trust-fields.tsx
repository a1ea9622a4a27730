import { type RiskLevel, riskLevels } from '@attain/domain/agents/agent';
import { sentenceCase } from '../../base/format-number.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { NumberInput } from './default-value-field.tsx';
import { errorOf } from './field-errors.ts';
import type { FormPart } from './identity-fields.tsx';
import { messages } from './messages.ts';

export function TrustFields({ form, onChange, readOnly, problems }: FormPart) {
  return (
    <Card title={messages.trust.title}>
      <div className="grid gap-x-4 gap-y-3 @lg:grid-cols-3">
        <Field
          label={messages.trust.threshold}
          required
          hint={messages.trust.thresholdHint}
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
        <Field label={messages.trust.version} required error={errorOf(problems, 'version')}>
          <Input
            className="font-mono text-12!"
            value={form.version}
            maxLength={50}
            spellCheck={false}
            readOnly={readOnly}
            onChange={({ target }) => onChange({ version: target.value })}
          />
        </Field>
        <Field label={messages.trust.risk} required>
          <Select
            disabled={readOnly}
            value={form.riskLevel}
            onValueChange={(value) => onChange({ riskLevel: value as RiskLevel })}
            options={riskLevels.map((value) => ({ value, label: sentenceCase(value) }))}
          />
        </Field>
      </div>
    </Card>
  );
}

const flags = [
  { field: 'isTemplate', label: messages.flags.template, hint: messages.flags.templateHint },
  {
    field: 'isCustomizable',
    label: messages.flags.customizable,
    hint: messages.flags.customizableHint,
  },
  { field: 'isActive', label: messages.flags.active, hint: messages.flags.activeHint },
] as const;

export function FlagFields({ form, onChange, readOnly }: Omit<FormPart, 'problems'>) {
  return (
    <Card title={messages.flags.title}>
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

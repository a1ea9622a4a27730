import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { FreeTextInput } from '../../ui/fields/free-text-input.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { Specimen } from './specimen.tsx';

/** Every kind of field. */
export function FieldSpecimens() {
  return (
    <Specimen title="Fields">
      <div className="grid gap-4 lg:grid-cols-3">
        <Card title="Text">
          <TextFields />
        </Card>
        <Card title="Choices">
          <ChoiceFields />
        </Card>
        <Card title="Files">
          <FileDrop
            label="Deals file"
            hint="CSV or Excel, up to 200 MB"
            endings={['.csv', '.tsv', '.xlsx', '.xls']}
            maxBytes={200_000_000}
            onFiles={(taken, rejected) => {
              for (const file of taken) toast({ title: 'File taken', text: file.name, meaning: 'ok' });
              for (const one of rejected) toast({ title: 'File refused', text: one.message, meaning: 'bad' });
            }}
          />
        </Card>
      </div>
    </Specimen>
  );
}

function TextFields() {
  return (
    <div className="flex flex-col gap-3">
      <Field label="Plan name" required hint="Payees see it on their statement.">
        <FreeTextInput defaultValue="FY26 Enterprise AE" />
      </Field>
      <Field label="Weight" required error="The weights add up to 92%. Raise them to 100%.">
        <Input figure defaultValue="57" trail={<span className="pe-1">%</span>} />
      </Field>
      <Field label="Note">
        <Textarea placeholder="Why this change" />
      </Field>
      <Field label="Version" required>
        <Input readOnly className="font-mono" value="v1.4.0-draft" />
      </Field>
    </div>
  );
}

function ChoiceFields() {
  const [currency, setCurrency] = useState('USD');
  const [rule, setRule] = useState<'marginal' | 'retro'>('marginal');
  const [live, setLive] = useState(true);
  return (
    <div className="flex flex-col gap-3">
      <Field label="Currency" required>
        <Select
          value={currency}
          onValueChange={setCurrency}
          options={[
            {
              heading: 'Used here',
              options: [
                { value: 'USD', label: 'US dollar' },
                { value: 'EUR', label: 'Euro' },
              ],
            },
            { heading: 'Others', options: [{ value: 'JPY', label: 'Yen', hint: 'No decimals' }] },
          ]}
        />
      </Field>
      <RadioGroup
        label="Tiers"
        value={rule}
        onValueChange={setRule}
        choices={[
          { value: 'marginal', label: 'Marginal', hint: 'Each rate pays its own band.' },
          { value: 'retro', label: 'Retroactive', hint: 'The reached rate pays from the first dollar.' },
        ]}
      />
      <Checkbox label="Cap the payout" defaultChecked hint="Above it nothing is earned." />
      <Checkbox label="Some of the payees" indeterminate />
      <Switch label="Show estimates" checked={live} onChange={(event) => setLive(event.target.checked)} />
      <Switch label="Not allowed" disabled />
    </div>
  );
}

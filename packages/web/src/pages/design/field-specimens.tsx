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
import { messages } from './messages.ts';
import { Specimen } from './specimen.tsx';

/** Every kind of field. */
export function FieldSpecimens() {
  return (
    <Specimen title={messages.field.fields}>
      <div className="grid gap-4 lg:grid-cols-3">
        <Card title={messages.field.text}>
          <TextFields />
        </Card>
        <Card title={messages.field.choices}>
          <ChoiceFields />
        </Card>
        <Card title={messages.field.files}>
          <FileDrop
            label={messages.field.dealsFile}
            hint={messages.field.cSVOrExcelUp}
            endings={['.csv', '.tsv', '.xlsx', '.xls']}
            maxBytes={200_000_000}
            onFiles={(taken, rejected) => {
              for (const file of taken)
                toast({ title: messages.field.fileAccepted, text: file.name, meaning: 'ok' });
              for (const one of rejected)
                toast({ title: messages.field.fileRejected, text: one.message, meaning: 'bad' });
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
      <Field label={messages.field.planName} required hint={messages.field.payeesSeeItOn}>
        <FreeTextInput defaultValue="FY26 Enterprise AE" />
      </Field>
      <Field label={messages.field.weight} required error={messages.field.theWeightsAddUp}>
        <Input figure defaultValue="57" trail={<span className="pe-1">%</span>} />
      </Field>
      <Field label={messages.field.note}>
        <Textarea placeholder={messages.field.whyThisChange} />
      </Field>
      <Field label={messages.field.version} required>
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
      <Field label={messages.field.currency} required>
        <Select
          value={currency}
          onValueChange={setCurrency}
          options={[
            {
              heading: messages.field.usedHere,
              options: [
                { value: 'USD', label: messages.field.uSDollar },
                { value: 'EUR', label: messages.field.euro },
              ],
            },
            {
              heading: messages.field.others,
              options: [{ value: 'JPY', label: messages.field.yen, hint: messages.field.noDecimals }],
            },
          ]}
        />
      </Field>
      <RadioGroup
        label={messages.field.tiers}
        value={rule}
        onValueChange={setRule}
        choices={[
          { value: 'marginal', label: messages.field.marginal, hint: messages.field.eachRatePaysIts },
          { value: 'retro', label: messages.field.retroactive, hint: messages.field.theReachedRatePays },
        ]}
      />
      <Checkbox label={messages.field.capThePayout} defaultChecked hint={messages.field.capHint} />
      <Checkbox label={messages.field.someOfThePayees} indeterminate />
      <Switch
        label={messages.field.showEstimates}
        checked={live}
        onChange={(event) => setLive(event.target.checked)}
      />
      <Switch label={messages.field.notAllowed} disabled />
    </div>
  );
}

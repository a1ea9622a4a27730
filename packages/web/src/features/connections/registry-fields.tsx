import { riskLevels } from '@attain/domain/agents/agent';
import {
  accessLevels,
  backupPolicies,
  databaseOperations,
  dataClassifications,
} from '@attain/domain/connections/database-rules';
import { useId } from 'react';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import type { ConnectionDraft, DraftRules } from './connection-draft.ts';
import { environmentWords } from './connection-words.ts';
import { messages } from './messages.ts';

const words = messages.registry;

type RegistryFieldsProps = {
  draft: ConnectionDraft;
  wrongAt: (path: string) => string | undefined;
  onChange: (change: Partial<ConnectionDraft>) => void;
};

/** How a connection is registered: whether it is used, how sensitive it is, and what steps may do in a database. */
export function RegistryFields({ draft, wrongAt, onChange }: RegistryFieldsProps) {
  const { database } = draft;
  return (
    <section aria-label={words.title} className="flex flex-col gap-4">
      <h3 className="text-13 font-semibold">{words.title}</h3>
      <Switch
        label={words.active}
        hint={words.activeHint}
        checked={draft.isActive}
        onChange={() => onChange({ isActive: !draft.isActive })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={words.risk} required hint={words.riskHint}>
          <Select
            value={draft.riskLevel}
            onValueChange={(value) =>
              onChange({ riskLevel: riskLevels.find((one) => one === value) ?? draft.riskLevel })
            }
            options={riskLevels.map((value) => ({ value, label: words.risks[value] }))}
          />
        </Field>
        <Field label={words.classification} required hint={words.classificationHint}>
          <Select
            value={draft.dataClassification}
            onValueChange={(value) =>
              onChange({
                dataClassification:
                  dataClassifications.find((one) => one === value) ?? draft.dataClassification,
              })
            }
            options={dataClassifications.map((value) => ({ value, label: words.classifications[value] }))}
          />
        </Field>
      </div>
      {database ? (
        <DatabaseFields
          rules={database}
          environment={draft.environment}
          wrongAt={wrongAt}
          onChange={(part) => onChange({ database: { ...database, ...part } })}
        />
      ) : null}
    </section>
  );
}

type DatabaseFieldsProps = {
  rules: DraftRules;
  environment: ConnectionDraft['environment'];
  wrongAt: (path: string) => string | undefined;
  onChange: (part: Partial<DraftRules>) => void;
};

function DatabaseFields({ rules, environment, wrongAt, onChange }: DatabaseFieldsProps) {
  const hintId = useId();
  const { accessLevel, allowedOperations, backupPolicy } = rules;
  const wrong = wrongAt('database.allowedOperations');
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={words.access} required error={wrongAt('database.accessLevel')}>
          <Select
            value={accessLevel}
            onValueChange={(value) =>
              onChange(
                value === 'read'
                  ? { accessLevel: 'read', allowedOperations: ['SELECT'] }
                  : { accessLevel: 'read-write' },
              )
            }
            options={accessLevels.map((value) => ({ value, label: words.accessLevels[value] }))}
          />
        </Field>
        <Field
          label={words.backups}
          required
          hint={words.backupsHint}
          error={wrongAt('database.backupPolicy')}
        >
          <Select
            value={backupPolicy}
            onValueChange={(value) =>
              onChange({ backupPolicy: backupPolicies.find((one) => one === value) ?? backupPolicy })
            }
            options={backupPolicies.map((value) => ({ value, label: words.backupPolicies[value] }))}
          />
        </Field>
      </div>
      <Switch
        label={words.limited(environmentWords[environment])}
        hint={words.limitedHint}
        checked={rules.environment !== null}
        onChange={() => onChange({ environment: rules.environment === null ? environment : null })}
      />
      <fieldset aria-describedby={hintId}>
        <legend className="mb-1 text-12 font-medium">{words.operations}</legend>
        <p id={hintId} className="text-12 text-fg-3">
          {accessLevel === 'read' ? words.readOnly : words.operationsHint}
        </p>
        <div className="flex flex-wrap gap-x-4">
          {databaseOperations.map((operation) => (
            <Checkbox
              key={operation}
              label={operation}
              checked={allowedOperations.includes(operation)}
              disabled={accessLevel === 'read'}
              onChange={({ target }) =>
                onChange({
                  allowedOperations: databaseOperations.filter((one) =>
                    one === operation ? target.checked : allowedOperations.includes(one),
                  ),
                })
              }
            />
          ))}
        </div>
        {wrong ? (
          <p role="alert" className="text-12 text-bad-text">
            {wrong}
          </p>
        ) : null}
      </fieldset>
    </>
  );
}

import { type Role, roles } from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import { connectionKinds, kindsOfConnection } from '@attain/domain/connections/connection-kinds';
import {
  approvedActions,
  callFields,
  conditionFields,
  dataRegions,
  governedActions,
  type PolicyCondition,
  type PolicyRule,
  policyEffects,
} from '@attain/domain/policies/policy';
import { actionWords, regionWords } from '@attain/domain/policies/policy-words';
import { Plus, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { messages } from './messages.ts';

const words = messages.dialog;

type RuleProps = { rule: PolicyRule; onChange: (rule: PolicyRule) => void };

/** The form of a common rule: what is done, when, and for whom not. */
export function RuleFields({ rule, onChange }: RuleProps) {
  const { effect, actions, exceptRoles } = rule;
  const change = (part: Partial<PolicyRule>) => onChange({ ...rule, ...part });
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={words.effect} required>
          <Select
            value={effect}
            onValueChange={(value) => change(effectChange(rule, value))}
            options={policyEffects.map((value) => ({ value, label: messages.effects[value] }))}
          />
        </Field>
        {effect === 'limit' ? <LimitFields rule={rule} onChange={onChange} /> : null}
      </div>
      <fieldset>
        <legend className="mb-1 text-12 font-medium">{words.when}</legend>
        <div className="flex flex-wrap gap-x-4">
          {governedActions.map((action) => (
            <Checkbox
              key={action}
              label={actionWords[action]}
              checked={actions.includes(action)}
              disabled={effect === 'limit' || (effect === 'approve' && !approvedActions.includes(action))}
              onChange={({ target }) =>
                change({
                  actions: governedActions.filter((one) =>
                    one === action ? target.checked : actions.includes(one),
                  ),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <Conditions rule={rule} onChange={onChange} />
      <fieldset>
        <legend className="mb-1 text-12 font-medium">{words.except}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-4">
          {roles.map((role: Role) => (
            <Checkbox
              key={role}
              label={roleNames[role]}
              checked={exceptRoles.includes(role)}
              onChange={({ target }) =>
                change({
                  exceptRoles: roles.filter((one) =>
                    one === role ? target.checked : exceptRoles.includes(one),
                  ),
                })
              }
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

/** Limits concern calls and approvals runs; nothing is excepted from them by default. */
function effectChange(rule: PolicyRule, value: string): Partial<PolicyRule> {
  const effect = policyEffects.find((one) => one === value) ?? rule.effect;
  if (effect === 'limit') return { effect, actions: ['call'], exceptRoles: [] };
  if (effect === 'approve') return { effect, actions: [...approvedActions], exceptRoles: [] };
  return { effect };
}

function LimitFields({ rule, onChange }: RuleProps) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field label={words.limit} required>
        <Input
          inputMode="numeric"
          value={rule.limit === 0 ? '' : String(rule.limit)}
          maxLength={4}
          onChange={({ target }) => onChange({ ...rule, limit: Number(target.value.replace(/\D/g, '')) })}
        />
      </Field>
      <Field label={words.window} required>
        <Select
          value={String(rule.windowSeconds)}
          onValueChange={(value) => onChange({ ...rule, windowSeconds: Number(value) })}
          options={Object.entries(words.windows).map(([value, label]) => ({ value, label }))}
        />
      </Field>
    </div>
  );
}

const levels = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
];

const choices: Readonly<Record<PolicyCondition['field'], readonly { value: string; label: string }[]>> = {
  risk: levels,
  money: [{ value: 'yes', label: 'Yes' }],
  trigger: [
    { value: 'manual', label: 'A person' },
    { value: 'api', label: 'The API' },
    { value: 'schedule', label: 'A schedule' },
    { value: 'webhook', label: 'A webhook' },
    { value: 'event', label: 'An event' },
    { value: 'sub-workflow', label: 'Another workflow' },
  ],
  label: dataRegions.map((region) => ({
    value: `personal:${region}`,
    label: `Personal data, ${regionWords[region]}`,
  })),
  region: dataRegions.map((region) => ({ value: region, label: regionWords[region] ?? region })),
  kind: connectionKinds.map((kind) => ({ value: kind, label: kindsOfConnection[kind].label })),
  classification: [
    { value: 'public', label: 'Public' },
    { value: 'internal', label: 'Internal' },
    { value: 'confidential', label: 'Confidential' },
    { value: 'restricted', label: 'Restricted' },
  ],
  exposure: levels,
};

function Conditions({ rule, onChange }: RuleProps) {
  const { conditions, actions } = rule;
  const set = (next: readonly PolicyCondition[]) => onChange({ ...rule, conditions: next });
  const onlyCalls = actions.length === 1 && actions[0] === 'call';
  const fields = conditionFields.filter((field) => onlyCalls || !callFields.includes(field));
  const replace = (at: number, next: PolicyCondition) =>
    set(conditions.map((one, place) => (place === at ? next : one)));
  return (
    <fieldset className="flex flex-col items-start gap-2">
      <legend className="mb-1 text-12 font-medium">{words.conditions}</legend>
      <p className="text-12 text-fg-3">{words.conditionsHint}</p>
      {conditions.map((condition, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id, and keep their order
          key={at}
          className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-2 sm:grid-cols-[minmax(0,2fr)_6rem_minmax(0,2fr)_auto]"
        >
          <Select
            aria-label={words.field(at + 1)}
            value={condition.field}
            onValueChange={(value) => {
              const field = conditionFields.find((one) => one === value) ?? condition.field;
              replace(at, { field, is: condition.is, value: choices[field][0]?.value ?? '' });
            }}
            options={[...new Set([...fields, condition.field])].map((value) => ({
              value,
              label: messages.fields[value],
            }))}
          />
          <Select
            aria-label={words.operator(at + 1)}
            value={condition.is ? 'is' : 'is-not'}
            onValueChange={(value) => replace(at, { ...condition, is: value === 'is' })}
            options={[
              { value: 'is', label: words.is },
              { value: 'is-not', label: words.isNot },
            ]}
          />
          <Select
            aria-label={words.value(at + 1)}
            value={condition.value}
            onValueChange={(value) => replace(at, { ...condition, value })}
            options={choices[condition.field]}
          />
          <IconButton
            label={words.removeCondition(at + 1)}
            icon={<X aria-hidden />}
            onClick={() => set(conditions.filter((_, place) => place !== at))}
          />
        </div>
      ))}
      <Button
        size="sm"
        icon={<Plus aria-hidden />}
        onClick={() => set([...conditions, { field: 'risk', is: true, value: 'high' }])}
      >
        {words.addCondition}
      </Button>
    </fieldset>
  );
}

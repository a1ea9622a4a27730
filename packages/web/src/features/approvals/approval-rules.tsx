import { roles } from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import { approvalRule } from '@attain/domain/approvals/approval-kinds';
import { defaultDueDays, longestDueDays, maxRequired } from '@attain/domain/approvals/required-approvals';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { approvalRulesQuery } from '../../api/requests/approval-queries.ts';
import type { ApprovalRequirements } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ImportLimitFields, readLimits, typedLimits } from './import-limit-fields.tsx';
import { kindNames, messages } from './messages.ts';

type Rule = ApprovalRequirements['rules'][number];
type Kind = ApprovalRequirements['kinds'][number];

const texts = messages.rules;
const counts = Array.from({ length: maxRequired }, (_, at) => at + 1);

/** How many people approve each kind of request; editable for users who manage people. */
export function ApprovalRules() {
  const query = useQuery(approvalRulesQuery());
  return (
    <Loaded query={query} failure={texts.loadFailed}>
      {(stored) => <RulesForm key={JSON.stringify([stored.rules, stored.importLimits])} stored={stored} />}
    </Loaded>
  );
}

/** Every kind begins with a rule for any amount. Rules of before lose what never changed anything. */
function complete({ kinds, rules }: ApprovalRequirements): readonly Rule[] {
  const missing = kinds.filter(({ kind }) => !rules.some((one) => one.kind === kind && isBase(one)));
  return [
    ...missing.map(({ kind }) => ({ kind, fromAmount: '0', required: 1, roles: [], ...notEscalated })),
    ...rules.map((rule) => ({
      ...rule,
      dueDays: Math.min(rule.dueDays, longestDueDays(rule.kind)),
      escalateTo: furtherOf(rule.roles, rule.escalateTo),
    })),
  ];
}

/** The role that overdue requests go to, as far as these roles leave one. */
const furtherOf = (some: Rule['roles'], role: Rule['escalateTo']) =>
  role === null || some.length === 0 || some.includes(role) ? null : role;

const notEscalated = { dueDays: defaultDueDays, escalateTo: null };

const isBase = ({ fromAmount }: Rule) => Number(fromAmount) === 0;

function RulesForm({ stored }: { stored: ApprovalRequirements }) {
  const mayEdit = useMay('manage:people');
  const [rules, setRules] = useState(() => complete(stored));
  const [limits, setLimits] = useState(() => typedLimits(stored.importLimits));
  const importLimits = readLimits(limits);
  const save = useAct({
    act: client.approvals.saveRequirements,
    changes: [keys.approvals, keys.audit],
    failure: null,
    onDone: () => toast({ title: texts.saved, text: texts.savedText, meaning: 'ok' }),
  });
  const change = (rule: Rule, next: Partial<Rule> | null) =>
    setRules(rules.flatMap((one) => (one !== rule ? [one] : next === null ? [] : [{ ...rule, ...next }])));
  const issues = save.error instanceof HttpError ? save.error.issues : [];
  const problemOf = (rule: Rule, field: keyof Rule) =>
    issues.find(({ path }) => path === `rules.${rules.indexOf(rule)}.${field}`)?.message;
  const limitProblem = (field: keyof typeof limits) =>
    field === 'rows' && importLimits === null
      ? texts.importRowsWrong
      : issues.find(({ path }) => path === `importLimits.${field}`)?.message;
  const known =
    (limitProblem('rows') ?? limitProblem('amount')) !== undefined ||
    rules.some(
      (rule) =>
        problemOf(rule, 'required') ??
        problemOf(rule, 'fromAmount') ??
        problemOf(rule, 'roles') ??
        problemOf(rule, 'escalateTo') ??
        problemOf(rule, 'dueDays'),
    );
  return (
    <Card
      title={texts.title}
      footer={
        mayEdit ? (
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant="primary"
              busy={save.isPending}
              onClick={() => {
                if (importLimits === null) return;
                const sent = rules.map((rule) => ({ ...rule, roles: [...rule.roles] }));
                save.mutate({ rules: sent, importLimits });
              }}
            >
              {texts.save}
            </Button>
            {save.isError && !known ? (
              <p role="alert" className="text-bad-text">
                {describeError(save.error)}
              </p>
            ) : null}
          </div>
        ) : undefined
      }
    >
      <p className="mb-3 text-fg-2">{texts.hint}</p>
      <ul className="flex flex-col divide-y">
        {stored.kinds.map((kind) => (
          <KindRules
            key={kind.kind}
            kind={kind}
            currency={stored.currency}
            rules={rules.filter((one) => one.kind === kind.kind)}
            mayEdit={mayEdit}
            problemOf={problemOf}
            onChange={change}
            onAdd={() =>
              setRules([
                ...rules,
                { kind: kind.kind, fromAmount: '', required: 2, roles: [], ...notEscalated },
              ])
            }
          />
        ))}
      </ul>
      <ImportLimitFields
        typed={limits}
        stored={stored.importLimits}
        currency={stored.currency}
        mayEdit={mayEdit}
        problemOf={limitProblem}
        onChange={setLimits}
      />
    </Card>
  );
}

type KindRulesProps = {
  kind: Kind;
  currency: string;
  rules: readonly Rule[];
  mayEdit: boolean;
  problemOf: (rule: Rule, field: keyof Rule) => string | undefined;
  onChange: (rule: Rule, next: Partial<Rule> | null) => void;
  onAdd: () => void;
};

const everyone = 'everyone';
const namesOf = (some: Rule['roles']) => some.map((role) => roleNames[role]).join(', ');

/** Everyone who may, each single role, and what is stored if that is neither. */
function roleChoices({ roles: able }: Kind, { roles: chosen }: Rule) {
  const single = able.map((role) => ({ value: role as string, label: texts.only(roleNames[role]) }));
  const several = chosen.length > 1 ? [{ value: chosen.join('+'), label: texts.only(namesOf(chosen)) }] : [];
  return [{ value: everyone, label: texts.everyone }, ...single, ...several];
}

function KindRules({ kind, currency, rules, mayEdit, problemOf, onChange, onAdd }: KindRulesProps) {
  const name = kindNames[kind.kind];
  const last = rules.at(-1);
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <h3 className="font-medium">{name}</h3>
        <p className="text-12 text-fg-3">{texts.deciders(kind.deciders)}</p>
      </div>
      <div className="flex flex-col items-start gap-2">
        {rules.map((rule, at) =>
          mayEdit ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no id, and its amount is being typed
            <div key={at} className="flex flex-wrap items-start gap-2">
              {rule === rules[0] ? null : (
                <div className="w-40">
                  <Field
                    hideLabel
                    required
                    label={texts.fromAmountOf(name)}
                    error={problemOf(rule, 'fromAmount')}
                  >
                    <Input
                      inputMode="decimal"
                      placeholder={texts.fromAmount(currency)}
                      value={rule.fromAmount}
                      onChange={({ target }) => onChange(rule, { fromAmount: target.value.trim() })}
                    />
                  </Field>
                </div>
              )}
              <div className="w-48">
                <Field
                  hideLabel
                  required
                  label={texts.requiredOf(name, at)}
                  error={problemOf(rule, 'required')}
                >
                  <Select
                    value={String(rule.required)}
                    onValueChange={(value) => onChange(rule, { required: Number(value) })}
                    options={counts.map((count) => ({ value: String(count), label: texts.approvals(count) }))}
                  />
                </Field>
              </div>
              <div className="w-56">
                <Field hideLabel required label={texts.rolesOf(name, at)} error={problemOf(rule, 'roles')}>
                  <Select
                    value={rule.roles.join('+') || everyone}
                    onValueChange={(value) => {
                      const named =
                        value === everyone ? [] : roles.filter((one) => value.split('+').includes(one));
                      onChange(rule, { roles: named, escalateTo: furtherOf(named, rule.escalateTo) });
                    }}
                    options={roleChoices(kind, rule)}
                  />
                </Field>
              </div>
              <Escalation kind={kind} rule={rule} at={at} problemOf={problemOf} onChange={onChange} />
              {rule === rules[0] ? null : (
                <IconButton
                  label={texts.remove}
                  icon={<X aria-hidden />}
                  onClick={() => onChange(rule, null)}
                />
              )}
            </div>
          ) : (
            <p key={rule.fromAmount}>
              {isBase(rule)
                ? texts.approvals(rule.required)
                : texts.from(formatMoney(rule.fromAmount, { currency }), texts.approvals(rule.required))}
              {rule.roles.length === 0 ? null : ` · ${namesOf(rule.roles)}`} ·{' '}
              {texts.due(effectiveDays(rule))}
              {rule.escalateTo === null ? null : ` · ${texts.further(roleNames[rule.escalateTo])}`}
            </p>
          ),
        )}
        {mayEdit && kind.hasAmount && last ? (
          <Button size="sm" variant="ghost" icon={<Plus aria-hidden />} onClick={onAdd}>
            {texts.add}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

type EscalationProps = Pick<KindRulesProps, 'kind' | 'problemOf' | 'onChange'> & { rule: Rule; at: number };

/** Halfway to its end, a request is overdue in any case. */
const effectiveDays = ({ kind, dueDays }: Pick<Rule, 'kind' | 'dueDays'>) =>
  Math.min(dueDays, approvalRule(kind).daysOpen / 2);

/** When requests are overdue, and which role they then go to as well. */
function Escalation({ kind, rule, at, problemOf, onChange }: EscalationProps) {
  const name = kindNames[kind.kind];
  const maxDays = approvalRule(kind.kind).daysOpen / 2;
  const days = maxDays < 1 ? [rule.dueDays] : Array.from({ length: maxDays }, (_, before) => before + 1);
  const further = kind.roles.filter((role) => !rule.roles.includes(role));
  return (
    <>
      <div className="w-44">
        <Field hideLabel required label={texts.dueOf(name, at)} error={problemOf(rule, 'dueDays')}>
          <Select
            value={String(rule.dueDays)}
            onValueChange={(value) => onChange(rule, { dueDays: Number(value) })}
            options={days.map((count) => ({
              value: String(count),
              label: texts.due(effectiveDays({ kind: kind.kind, dueDays: count })),
            }))}
          />
        </Field>
      </div>
      {rule.roles.length === 0 || further.length === 0 ? null : (
        <div className="w-56">
          <Field hideLabel required label={texts.furtherOf(name, at)} error={problemOf(rule, 'escalateTo')}>
            <Select
              value={rule.escalateTo ?? everyone}
              onValueChange={(value) =>
                onChange(rule, { escalateTo: kind.roles.find((one) => one === value) ?? null })
              }
              options={[
                { value: everyone, label: texts.noFurther },
                ...further.map((role) => ({ value: role as string, label: texts.further(roleNames[role]) })),
              ]}
            />
          </Field>
        </div>
      )}
    </>
  );
}

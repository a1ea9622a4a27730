import { type Role, roles } from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customRolesQuery } from '../../api/requests/people-queries.ts';
import type { CustomGrant, RoleGrant } from '../../api/shapes.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { messages, roleHints } from './messages.ts';

export type RoleFieldsProps = {
  value: readonly RoleGrant[];
  onChange: (value: readonly RoleGrant[]) => void;
  error?: string | undefined;
  /** False hides the administrator role, which only an administrator can grant. */
  mayGrantAll: boolean;
};

/** A person’s roles, each with optional first and last days. */
export function RoleFields({ value, onChange, error, mayGrantAll }: RoleFieldsProps) {
  const set = (role: Role, grant: RoleGrant | null) =>
    onChange([...value.filter((one) => one.role !== role), ...(grant === null ? [] : [grant])]);
  const offered = roles.filter(
    (role) => role !== 'administrator' || mayGrantAll || value.some((one) => one.role === role),
  );
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-12 font-medium">{messages.columns.roles}</legend>
      {error ? (
        <p role="alert" className="text-12 text-bad-text">
          {error}
        </p>
      ) : null}
      {offered.map((role) => (
        <OneRole
          key={role}
          name={roleNames[role]}
          hint={roleHints[role]}
          grant={value.find((one) => one.role === role) ?? null}
          onChange={(days) => set(role, days === null ? null : { role, ...days })}
        />
      ))}
    </fieldset>
  );
}

/** A person’s custom roles, each with optional first and last days; nothing where the workspace has none. */
export function CustomRoleFields({
  value,
  onChange,
}: {
  value: readonly CustomGrant[];
  onChange: (value: readonly CustomGrant[]) => void;
}) {
  const offered = useQuery(customRolesQuery()).data?.rows ?? [];
  if (offered.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-12 font-medium">{messages.customRoles.legend}</legend>
      {offered.map(({ id, name, description }) => (
        <OneRole
          key={id}
          name={name}
          hint={description}
          grant={value.find((one) => one.id === id) ?? null}
          onChange={(days) =>
            onChange([...value.filter((one) => one.id !== id), ...(days === null ? [] : [{ id, ...days }])])
          }
        />
      ))}
    </fieldset>
  );
}

type Days = Pick<RoleGrant, 'from' | 'to'>;
type OneRoleProps = {
  name: string;
  hint: string;
  grant: Days | null;
  onChange: (days: Days | null) => void;
};

function OneRole({ name, hint, grant, onChange }: OneRoleProps) {
  const [open, setOpen] = useState(false);
  const dated = grant !== null && (open || grant.from !== null || grant.to !== null);
  return (
    <div>
      <div className="flex items-start justify-between gap-2">
        <Checkbox
          label={name}
          hint={hint}
          checked={grant !== null}
          onChange={({ target }) => onChange(target.checked ? { from: null, to: null } : null)}
        />
        {grant !== null && !dated ? (
          <Button
            size="sm"
            variant="ghost"
            aria-label={messages.roleFields.setDatesOf(name)}
            onClick={() => setOpen(true)}
          >
            {messages.roleFields.setDates}
          </Button>
        ) : null}
      </div>
      {dated && grant ? (
        <div className="ms-6 mt-1 grid gap-2 sm:grid-cols-2">
          <Field label={messages.roleFields.from} hint={messages.roleFields.datesHint}>
            <DateInput
              value={grant.from ?? ''}
              onChange={({ target }) => onChange({ from: target.value || null, to: grant.to })}
            />
          </Field>
          <Field label={messages.roleFields.to}>
            <DateInput
              value={grant.to ?? ''}
              onChange={({ target }) => onChange({ from: grant.from, to: target.value || null })}
            />
          </Field>
        </div>
      ) : null}
    </div>
  );
}

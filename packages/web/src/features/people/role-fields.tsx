import { type Role, roles } from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import { useState } from 'react';
import type { RoleGrant } from '../../api/shapes.ts';
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
          role={role}
          grant={value.find((one) => one.role === role) ?? null}
          onChange={(grant) => set(role, grant)}
        />
      ))}
    </fieldset>
  );
}

type OneRoleProps = { role: Role; grant: RoleGrant | null; onChange: (grant: RoleGrant | null) => void };

function OneRole({ role, grant, onChange }: OneRoleProps) {
  const [open, setOpen] = useState(false);
  const dated = grant !== null && (open || grant.from !== null || grant.to !== null);
  return (
    <div>
      <div className="flex items-start justify-between gap-2">
        <Checkbox
          label={roleNames[role]}
          hint={roleHints[role]}
          checked={grant !== null}
          onChange={({ target }) => onChange(target.checked ? { role, from: null, to: null } : null)}
        />
        {grant !== null && !dated ? (
          <Button
            size="sm"
            variant="ghost"
            aria-label={messages.roleFields.setDatesOf(roleNames[role])}
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
              onChange={({ target }) => onChange({ ...grant, from: target.value || null })}
            />
          </Field>
          <Field label={messages.roleFields.to}>
            <DateInput
              value={grant.to ?? ''}
              onChange={({ target }) => onChange({ ...grant, to: target.value || null })}
            />
          </Field>
        </div>
      ) : null}
    </div>
  );
}

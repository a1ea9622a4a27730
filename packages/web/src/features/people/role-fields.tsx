import { cellText, mayBeLimited, type Role, roles } from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/me.ts';
import { ParticipantField } from '../../api/requests/participant-field.tsx';
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

/** A person’s roles, each with optional days and a team. */
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
          mayLimit={mayBeLimited([role])}
          onChange={(limits) => set(role, limits && { role, ...limits })}
        />
      ))}
    </fieldset>
  );
}

/** A person’s custom roles, each with optional days and a team; nothing where the workspace has none. */
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
      {offered.map(({ id, name, description, cells }) => (
        <OneRole
          key={id}
          name={name}
          hint={description}
          grant={value.find((one) => one.id === id) ?? null}
          mayLimit={mayBeLimited(cells.map(cellText))}
          onChange={(limits) =>
            onChange([
              ...value.filter((one) => one.id !== id),
              ...(limits === null ? [] : [{ id, ...limits }]),
            ])
          }
        />
      ))}
    </fieldset>
  );
}

type Limits = Omit<RoleGrant, 'role'>;
type OneRoleProps = {
  name: string;
  hint: string;
  grant: Limits | null;
  /** It can be given for one team. */
  mayLimit: boolean;
  onChange: (limits: Limits | null) => void;
};

function OneRole({ name, hint, grant, mayLimit, onChange }: OneRoleProps) {
  const [open, setOpen] = useState(false);
  const isLimited =
    grant !== null && (grant.from !== null || grant.to !== null || grant.teamOf !== undefined);
  const texts = messages.roleFields;
  return (
    <div>
      <div className="flex items-start justify-between gap-2">
        <Checkbox
          label={name}
          hint={hint}
          checked={grant !== null}
          onChange={({ target }) => onChange(target.checked ? { from: null, to: null } : null)}
        />
        {grant !== null && !open && !isLimited ? (
          <Button
            size="sm"
            variant="ghost"
            aria-label={mayLimit ? texts.setLimitsOf(name) : texts.setDatesOf(name)}
            onClick={() => setOpen(true)}
          >
            {mayLimit ? texts.setLimits : texts.setDates}
          </Button>
        ) : null}
      </div>
      {grant !== null && (open || isLimited) ? (
        <LimitFields value={grant} mayLimit={mayLimit} onChange={onChange} />
      ) : null}
    </div>
  );
}

type LimitFieldsProps = { value: Limits; mayLimit: boolean; onChange: (limits: Limits) => void };

function LimitFields({ value, mayLimit, onChange }: LimitFieldsProps) {
  const texts = messages.roleFields;
  const mayRead = useMay('read:participants');
  return (
    <div className="ms-6 mt-1 grid gap-2 sm:grid-cols-2">
      <Field label={texts.from} hint={texts.datesHint}>
        <DateInput
          value={value.from ?? ''}
          onChange={({ target }) => onChange({ ...value, from: target.value || null })}
        />
      </Field>
      <Field label={texts.to}>
        <DateInput
          value={value.to ?? ''}
          onChange={({ target }) => onChange({ ...value, to: target.value || null })}
        />
      </Field>
      {mayLimit && mayRead ? (
        <div className="sm:col-span-2">
          <ParticipantField
            label={texts.team}
            hint={texts.teamHint}
            optional
            name={value.teamName}
            value={value.teamOf ?? ''}
            onValueChange={(id) => onChange({ ...value, teamOf: id || undefined, teamName: undefined })}
          />
        </div>
      ) : null}
    </div>
  );
}

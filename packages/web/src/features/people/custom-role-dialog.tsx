import { offeredScopes } from '@attain/domain/access/custom-roles';
import {
  type Cell,
  cellsOf,
  type Permission,
  permissions,
  permissionWords,
  roles,
} from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import type { CustomRole } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const texts = messages.customRoles;
const blank = 'blank';

type CustomRoleDialogProps = {
  role?: CustomRole | null;
  /** The role that a new one begins as. */
  copyOf?: Pick<CustomRole, 'name' | 'cells'> | undefined;
  onClose: () => void;
};

/** Makes a custom role, or changes one. */
export function CustomRoleDialog({ role = null, copyOf, onClose }: CustomRoleDialogProps) {
  const [name, setName] = useState(role?.name ?? (copyOf ? texts.copyOf(copyOf.name) : ''));
  const [description, setDescription] = useState(role?.description ?? '');
  const [cells, setCells] = useState<readonly Cell[]>((role ?? copyOf)?.cells ?? []);
  const save = useAct({
    act: (input: { name: string; description: string; cells: Cell[] }, options) =>
      role === null
        ? client.roles.create(input, options)
        : client.roles.change({ ...input, id: role.id }, options),
    changes: [keys.people, keys.me, keys.audit],
    failure: null,
    onDone: (saved) => {
      toast({ title: texts.saved, text: saved.name, meaning: 'ok' });
      onClose();
    },
  });
  const issues = save.error instanceof HttpError ? save.error.issues : [];
  return (
    <ActDialog
      title={role === null ? texts.createTitle : texts.editTitle(role.name)}
      description={texts.formHint}
      act={save}
      label={texts.save}
      disabled={name.trim() === '' || cells.length === 0}
      onAct={() => save.mutate({ name: name.trim(), description: description.trim(), cells: [...cells] })}
      onClose={onClose}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={texts.name} required error={issues.find(({ path }) => path === 'name')?.message}>
          <Input value={name} maxLength={60} onChange={({ target }) => setName(target.value)} />
        </Field>
        {role === null && copyOf === undefined ? <StartFrom onCells={setCells} /> : null}
      </div>
      <Field label={texts.text}>
        <Input value={description} maxLength={200} onChange={({ target }) => setDescription(target.value)} />
      </Field>
      <CellFields value={cells} onChange={setCells} />
    </ActDialog>
  );
}

/** Fills in the permissions of a built-in role. */
function StartFrom({ onCells }: { onCells: (cells: readonly Cell[]) => void }) {
  const [chosen, setChosen] = useState<string>(blank);
  const choose = (value: string) => {
    setChosen(value);
    const role = roles.find((one) => one === value);
    onCells(role === undefined ? [] : cellsOf([role]));
  };
  return (
    <Field label={texts.startFrom} required>
      <Select
        value={chosen}
        onValueChange={choose}
        options={[
          { value: blank, label: texts.blank },
          ...roles
            .filter((role) => role !== 'administrator')
            .map((role) => ({ value: role, label: roleNames[role] })),
        ]}
      />
    </Field>
  );
}

type CellFieldsProps = { value: readonly Cell[]; onChange: (value: readonly Cell[]) => void };

function CellFields({ value, onChange }: CellFieldsProps) {
  const set = (permission: Permission, scope: Cell['scope'] | null) =>
    onChange([
      ...value.filter((one) => one.permission !== permission),
      ...(scope === null ? [] : [{ permission, scope }]),
    ]);
  return (
    <fieldset>
      <legend className="mb-1 text-12 font-medium">{texts.permissions}</legend>
      <ul className="flex flex-col">
        {permissions.map((permission) => {
          const words = texts.capital(permissionWords[permission]);
          const scopes = offeredScopes(permission);
          const cell = value.find((one) => one.permission === permission);
          return (
            <li key={permission} className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
              <Checkbox
                label={words}
                checked={cell !== undefined}
                onChange={({ target }) => set(permission, target.checked ? (scopes[0] ?? 'tenant') : null)}
              />
              {cell !== undefined && scopes.length > 1 ? (
                <div className="w-44">
                  <Select
                    controlSize="sm"
                    aria-label={texts.reach(words)}
                    value={cell.scope}
                    onValueChange={(scope) =>
                      set(permission, scopes.find((one) => one === scope) ?? cell.scope)
                    }
                    options={scopes.map((scope) => ({ value: scope, label: texts.scopes[scope] }))}
                  />
                </div>
              ) : null}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

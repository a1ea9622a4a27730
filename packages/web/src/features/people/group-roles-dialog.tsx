import { roles } from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import { X } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import type { SignInSettings } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const texts = messages.signIn;

type Row = SignInSettings['groups'][number] & { readonly key: number };

/** Which roles the groups of the directory give. */
export function GroupRolesDialog({ settings, onClose }: { settings: SignInSettings; onClose: () => void }) {
  const [rows, setRows] = useState<readonly Row[]>(() =>
    (settings.groups.length > 0 ? settings.groups : [{ group: '', roles: [] }]).map((one, key) => ({
      ...one,
      key,
    })),
  );
  const save = useAct({
    act: client.signIn.saveGroups,
    changes: [keys.people, keys.audit],
    failure: null,
    onDone: () => {
      toast({ title: texts.groupsSaved, meaning: 'ok' });
      onClose();
    },
  });
  const issues = save.error instanceof HttpError ? save.error.issues : [];
  const change = (key: number, next: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...next } : row)));
  const send = () => {
    const groups = rows.map(({ group, roles }) => ({ group, roles }));
    save.mutate({ groups });
  };
  return (
    <ActDialog
      title={texts.groupsTitle}
      description={texts.groupsText}
      act={save}
      label={texts.saveGroups}
      onAct={send}
      onClose={onClose}
    >
      {rows.map((row, at) => (
        <div key={row.key} className="flex flex-col gap-2 border-b pb-4">
          <div className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <Field
                label={texts.group}
                required
                error={issues.find(({ path }) => path.startsWith(`groups.${at}`))?.message}
              >
                <Input
                  maxLength={200}
                  value={row.group}
                  onChange={({ target }) => change(row.key, { group: target.value })}
                />
              </Field>
            </div>
            <IconButton
              label={texts.removeGroup(row.group)}
              icon={<X aria-hidden />}
              onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
            />
          </div>
          <fieldset className="grid gap-x-4 sm:grid-cols-2" aria-label={texts.rolesOf(row.group)}>
            {roles.map((role) => (
              <Checkbox
                key={role}
                label={roleNames[role]}
                checked={row.roles.includes(role)}
                onChange={({ target }) =>
                  change(row.key, {
                    roles: roles.filter((one) => (one === role ? target.checked : row.roles.includes(one))),
                  })
                }
              />
            ))}
          </fieldset>
        </div>
      ))}
      <div>
        <Button
          onClick={() =>
            setRows([...rows, { group: '', roles: [], key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 }])
          }
        >
          {texts.addGroup}
        </Button>
      </div>
    </ActDialog>
  );
}

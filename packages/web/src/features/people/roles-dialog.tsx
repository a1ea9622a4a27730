import { conflictRules, maxExceptionDays } from '@attain/domain/access/duty-conflicts';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { useMe } from '../../api/me.ts';
import type { CustomGrant, Person, RoleGrant } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages, rolesText } from './messages.ts';
import { CustomRoleFields, RoleFields } from './role-fields.tsx';

/** Changes a member's roles. Where they conflict, it asks another administrator for an exception. */
export function RolesDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const [roles, setRoles] = useState<readonly RoleGrant[]>(person.roles);
  const [custom, setCustom] = useState<readonly CustomGrant[]>(person.customRoles);
  const [exception, setException] = useState<Exception | null>(null);
  const mayGrantAll = useMe().data?.roles.includes('administrator') ?? false;
  const save = useAct({
    act: client.people.setRoles,
    changes: [keys.people, keys.audit, keys.tasks, keys.approvals],
    failure: null,
    onDone: (saved) => {
      toast(
        saved.approvalId === null
          ? {
              title: messages.setRoles.done,
              text: messages.about(saved.displayName, rolesText(saved)),
              meaning: 'ok',
            }
          : {
              title: messages.setRoles.waits,
              text: messages.setRoles.waitsText(saved.displayName),
              meaning: 'info',
            },
      );
      onClose();
    },
  });
  const issues = save.error instanceof HttpError ? save.error.issues : [];
  const conflicts = issues.some(({ rule }) => conflictRules.includes(rule));
  // other roles may not conflict
  const change = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value);
      setException(null);
      save.reset();
    };
  };
  const isIncomplete = exception !== null && (exception.until === '' || !exception.reason.trim());
  return (
    <ActDialog
      title={messages.setRoles.title(person.displayName)}
      description={messages.setRoles.description}
      act={save}
      label={exception === null ? messages.setRoles.save : messages.exception.ask}
      disabled={roles.length + custom.length === 0 || isIncomplete}
      onAct={() =>
        save.mutate({
          id: person.id,
          roles: roles.map(({ role, from, to, teamOf }) => ({ role, from, to, teamOf })),
          customRoles: custom.map(({ id, from, to, teamOf }) => ({ id, from, to, teamOf })),
          ...(exception === null ? {} : { exception }),
        })
      }
      wayOut={
        exception === null && conflicts ? (
          <div>
            <Button onClick={() => setException({ until: '', reason: '' })}>{messages.exception.open}</Button>
          </div>
        ) : null
      }
      onClose={onClose}
    >
      <RoleFields value={roles} onChange={change(setRoles)} mayGrantAll={mayGrantAll} />
      <CustomRoleFields value={custom} onChange={change(setCustom)} />
      {exception === null ? null : <ExceptionFields value={exception} onChange={setException} />}
    </ActDialog>
  );
}

type Exception = { until: string; reason: string };

function ExceptionFields({ value, onChange }: { value: Exception; onChange: (value: Exception) => void }) {
  return (
    <fieldset className="flex flex-col gap-3 border-t pt-4">
      <legend className="sr-only">{messages.exception.open}</legend>
      <p className="text-fg-2">{messages.exception.description}</p>
      <Field label={messages.exception.until} hint={messages.exception.untilHint(maxExceptionDays)} required>
        <DateInput
          value={value.until}
          onChange={({ target }) => onChange({ ...value, until: target.value })}
        />
      </Field>
      <Field label={messages.exception.reason} required>
        <Textarea
          rows={2}
          maxLength={1000}
          value={value.reason}
          onChange={({ target }) => onChange({ ...value, reason: target.value })}
        />
      </Field>
    </fieldset>
  );
}

import { type Role, roles } from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { ParticipantField } from '../../api/requests/participant-field.tsx';
import { useAct } from '../../api/use-act.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { messages } from './messages.ts';

/** Chooses the role, and perhaps the participant, as which an administrator looks at the workspace. */
export function ViewAsDialog({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<Role>('sales-rep');
  const [participantId, setParticipantId] = useState('');
  const begin = useAct({
    act: client.auth.beginView,
    changes: [],
    failure: null,
    // everything on screen was read with other rights
    onDone: () => location.assign('/'),
  });
  return (
    <ActDialog
      act={begin}
      title={messages.viewAs.title}
      description={messages.viewAs.description}
      label={messages.viewAs.begin}
      icon={<Eye aria-hidden />}
      onAct={() => begin.mutate({ role, participantId: participantId || null })}
      onClose={onClose}
    >
      <Field label={messages.filters.role} required>
        <Select
          value={role}
          onValueChange={(value) => setRole(value as Role)}
          options={roles.map((value) => ({ value, label: roleNames[value] }))}
        />
      </Field>
      <ParticipantField
        label={messages.columns.paidAs}
        optional
        hint={messages.viewAs.participantHint}
        value={participantId}
        onValueChange={setParticipantId}
      />
    </ActDialog>
  );
}

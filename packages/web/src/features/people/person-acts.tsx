import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { ParticipantField } from '../../api/requests/participant-field.tsx';
import { personQuery } from '../../api/requests/people-queries.ts';
import type { Person } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { toast } from '../../ui/overlays/toast-queue.ts';
import type { ShownLink } from './link-dialog.tsx';
import { messages } from './messages.ts';
import { RolesDialog } from './roles-dialog.tsx';

/** What can be asked for about a person. */
export type PersonAct = 'roles' | 'participant' | 'disable' | 'remove' | 'reset' | 'second-factor' | 'revoke';

export type PersonActProps = {
  person: Person;
  onClose: () => void;
  /** The person is no longer in the list. */
  onGone: () => void;
  onLink: (link: ShownLink) => void;
};

const changes = [keys.people, keys.audit, keys.tasks, keys.approvals];

/** The dialog of one act. */
export function PersonActDialog({ act, ...props }: PersonActProps & { act: PersonAct }) {
  const Shown = dialogs[act];
  return <Shown {...props} />;
}

function ParticipantDialog({ person, onClose }: PersonActProps) {
  const [chosen, setChosen] = useState(person.participantId ?? '');
  const save = useAct({
    act: client.people.setParticipant,
    changes,
    failure: null,
    onDone: (saved) => {
      const what = saved.participantName ?? saved.participantId ?? messages.setParticipant.none;
      toast({
        title: messages.setParticipant.done,
        text: messages.about(saved.displayName, what),
        meaning: 'ok',
      });
      onClose();
    },
  });
  return (
    <ActDialog
      title={messages.setParticipant.title(person.displayName)}
      description={messages.form.participantHint}
      act={save}
      label={chosen === '' ? messages.setParticipant.remove : messages.setParticipant.act}
      disabled={chosen === (person.participantId ?? '')}
      onAct={() => save.mutate({ id: person.id, participantId: chosen || null })}
      onClose={onClose}
    >
      <ParticipantField
        label={messages.columns.paidAs}
        optional
        name={person.participantName ?? undefined}
        value={chosen}
        onValueChange={setChosen}
      />
    </ActDialog>
  );
}

function DisableDialog({ person, onClose }: PersonActProps) {
  const details = useQuery(personQuery(person.id));
  const disable = useAct({
    act: client.people.disable,
    changes,
    failure: null,
    onDone: ({ displayName }) => {
      toast({ title: messages.disable.done, text: displayName, meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      danger
      title={messages.disable.title(person.displayName)}
      act={disable}
      label={messages.disable.act}
      disabled={details.isPending}
      onAct={() => disable.mutate({ id: person.id })}
      onClose={onClose}
    >
      <p>{messages.disable.text}</p>
      {details.data && details.data.openTasks.length > 0 ? (
        <div>
          <p>{messages.disable.tasks(details.data.openTaskCount)}</p>
          <ul className="list-disc ps-5">
            {details.data.openTasks.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </ActDialog>
  );
}

function RemoveDialog({ person, onClose, onGone }: PersonActProps) {
  const remove = useAct({
    act: client.people.remove,
    changes,
    failure: null,
    onDone: () => {
      toast({ title: messages.remove.done, text: person.displayName, meaning: 'ok' });
      onGone();
    },
  });
  return (
    <ActDialog
      danger
      title={messages.remove.title(person.displayName)}
      act={remove}
      label={messages.remove.confirm}
      onAct={() => remove.mutate({ id: person.id })}
      onClose={onClose}
    >
      <p>{messages.remove.text}</p>
    </ActDialog>
  );
}

function ResetDialog({ person, onClose, onLink }: PersonActProps) {
  const reset = useAct({
    act: client.people.resetPassword,
    changes,
    failure: null,
    onDone: (link) => onLink({ title: messages.reset.done(person.displayName), ...link }),
  });
  return (
    <ActDialog
      title={messages.reset.title(person.displayName)}
      act={reset}
      label={messages.reset.confirm}
      onAct={() => reset.mutate({ id: person.id })}
      onClose={onClose}
    >
      <p>{messages.reset.text}</p>
    </ActDialog>
  );
}

function SecondFactorResetDialog({ person, onClose }: PersonActProps) {
  const reset = useAct({
    act: client.people.resetSecondFactor,
    changes,
    failure: null,
    onDone: ({ displayName }) => {
      toast({ title: messages.secondFactor.done, text: displayName, meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      danger
      title={messages.secondFactor.title(person.displayName)}
      act={reset}
      label={messages.secondFactor.confirm}
      onAct={() => reset.mutate({ id: person.id })}
      onClose={onClose}
    >
      <p>{messages.secondFactor.text}</p>
    </ActDialog>
  );
}

function RevokeDialog({ person, onClose, onGone }: PersonActProps) {
  const revoke = useAct({
    act: client.people.revoke,
    changes,
    failure: null,
    onDone: () => {
      toast({ title: messages.revoke.done, text: person.displayName, meaning: 'ok' });
      onGone();
    },
  });
  return (
    <ActDialog
      danger
      title={messages.revoke.title(person.displayName)}
      act={revoke}
      label={messages.revoke.act}
      onAct={() => revoke.mutate({ id: person.id })}
      onClose={onClose}
    >
      <p>{messages.revoke.text}</p>
    </ActDialog>
  );
}

const dialogs = {
  roles: RolesDialog,
  participant: ParticipantDialog,
  disable: DisableDialog,
  remove: RemoveDialog,
  reset: ResetDialog,
  'second-factor': SecondFactorResetDialog,
  revoke: RevokeDialog,
} as const;

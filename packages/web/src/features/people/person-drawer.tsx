import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay, useMe } from '../../api/me.ts';
import type { Person } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import type { ShownLink } from './link-dialog.tsx';
import { liveExceptions } from './live-exceptions.ts';
import { customText, expiryText, messages, roleText } from './messages.ts';
import { StateBadge } from './people-table.tsx';
import { PersonAccess } from './person-access.tsx';
import { type PersonAct, PersonActDialog } from './person-acts.tsx';
import { ServiceTokens } from './service-tokens.tsx';

export type PersonDrawerProps = { person: Person; onLink: (link: ShownLink) => void; onClose: () => void };

/** One person: what they may do, and what can be changed about it. */
export function PersonDrawer({ person, onLink, onClose }: PersonDrawerProps) {
  const [act, setAct] = useState<PersonAct>();
  const isService = person.kind === 'service';
  const { state, displayName, username, roles, participantName, participantId, lastSeenAt } = person;
  return (
    <>
      <Drawer
        open
        onOpenChange={(open) => !open && onClose()}
        title={displayName}
        description={username}
        beside={<StateBadge person={person} />}
      >
        <div className="flex flex-col gap-5">
          <KeyValueList
            rows={[
              {
                key: messages.columns.roles,
                value: (
                  <ul>
                    {roles.map((grant) => (
                      <li key={grant.role}>{roleText(grant)}</li>
                    ))}
                    {person.customRoles.map((grant) => (
                      <li key={grant.id}>{customText(grant)}</li>
                    ))}
                  </ul>
                ),
              },
              isService
                ? { key: messages.columns.kind, value: messages.kinds.service }
                : { key: messages.columns.paidAs, value: participantName ?? participantId ?? '—' },
              ...(state === 'invited' || isService
                ? []
                : [
                    {
                      key: messages.secondFactor.label,
                      value:
                        person.secondFactorSince === null
                          ? messages.secondFactor.off
                          : messages.secondFactor.since(formatDay(person.secondFactorSince.slice(0, 10))),
                    },
                  ]),
              state === 'invited'
                ? { key: messages.columns.invitation, value: expiryText(person.expiresAt) }
                : {
                    key: messages.columns.lastSeen,
                    value: lastSeenAt ? formatMoment(lastSeenAt) : messages.never,
                  },
            ]}
          />
          {person.approvalId === null ? null : (
            <p className="flex flex-wrap items-center gap-2">
              <Badge meaning="warn">{messages.waiting}</Badge>
              <Link {...paths.approval(person.approvalId)} className="text-primary-text hover:underline">
                {messages.openRequest}
              </Link>
            </p>
          )}
          <Exceptions person={person} />
          {state === 'invited' || isService ? null : <PersonAccess personId={person.id} />}
          {isService ? <ServiceTokens account={person} /> : null}
          <Acts person={person} onAct={setAct} onLink={onLink} />
        </div>
      </Drawer>
      {act ? (
        <PersonActDialog
          act={act}
          person={person}
          onClose={() => setAct(undefined)}
          onGone={onClose}
          onLink={onLink}
        />
      ) : null}
    </>
  );
}

/** Conflicting roles that a second administrator accepted, while they hold. */
function Exceptions({ person }: { person: Person }) {
  const live = liveExceptions(person);
  if (live.length === 0) return null;
  return (
    <section aria-label={messages.exception.title}>
      <h3 className="text-12 font-medium text-fg-2">{messages.exception.title}</h3>
      <ul className="flex flex-col divide-y">
        {live.map((one) => (
          <li key={`${one.approvalId} ${one.names.join()}`} className="py-2">
            <p className="font-medium">{messages.exception.what(one)}</p>
            <p className="text-12 wrap-anywhere text-fg-3">{one.reason}</p>
            <p className="flex flex-wrap gap-x-2 text-12 text-fg-2">
              {messages.exception.by(one.approvedBy)}
              <Link {...paths.approval(one.approvalId)} className="text-primary-text hover:underline">
                {messages.exception.request}
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ActsProps = { person: Person; onAct: (act: PersonAct) => void; onLink: (link: ShownLink) => void };

/** What the signed-in person may do here; nothing about themselves. */
function Acts({ person, onAct, onLink }: ActsProps) {
  const mayManage = useMay('manage:people');
  const me = useMe().data?.user.id;
  const resend = useAct({
    act: client.people.resend,
    changes: [keys.people, keys.audit, keys.approvals],
    failure: messages.resend.failure,
    onDone: (link) => onLink({ title: messages.form.done(person.displayName), ...link }),
  });
  const reactivate = useAct({
    act: client.people.reactivate,
    changes: [keys.people, keys.audit],
    failure: messages.reactivate.failure,
    onDone: ({ displayName }) => toast({ title: messages.reactivate.done, text: displayName, meaning: 'ok' }),
  });
  if (!mayManage) return null;
  if (person.id === me) return <p className="text-fg-2">{messages.ownAccess}</p>;
  if (person.state === 'invited')
    return (
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={resend.isPending} onClick={() => resend.mutate({ id: person.id })}>
          {messages.resend.act}
        </Button>
        <Button variant="danger" onClick={() => onAct('revoke')}>
          {messages.revoke.act}
        </Button>
      </div>
    );
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => onAct('roles')}>{messages.setRoles.act}</Button>
      {person.kind === 'service' ? null : (
        <Button onClick={() => onAct('participant')}>{messages.setParticipant.act}</Button>
      )}
      {person.secondFactorSince === null ? null : (
        <Button onClick={() => onAct('second-factor')}>{messages.secondFactor.act}</Button>
      )}
      {person.state === 'active' ? (
        <>
          {person.kind === 'service' ? null : (
            <Button onClick={() => onAct('reset')}>{messages.reset.act}</Button>
          )}
          <Button onClick={() => onAct('disable')}>{messages.disable.act}</Button>
        </>
      ) : (
        <Button busy={reactivate.isPending} onClick={() => reactivate.mutate({ id: person.id })}>
          {messages.reactivate.act}
        </Button>
      )}
      <Button variant="danger" onClick={() => onAct('remove')}>
        {messages.remove.act}
      </Button>
    </div>
  );
}

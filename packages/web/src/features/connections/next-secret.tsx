import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Connection } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { secretWords } from './connection-words.ts';
import { messages } from './messages.ts';

const texts = messages.next;
const changes = [keys.connections, keys.approvals, keys.audit];

/** The staged secret: store, test, use or discard it. */
export function NextSecret({ connection }: { connection: Connection }) {
  const mayEdit = useMay('edit:connections');
  const [storing, setStoring] = useState(false);
  const { id, next, environment, authMethod } = connection;
  if (authMethod === 'none' || (next === null && !mayEdit)) return null;
  return (
    <section aria-label={texts.title} className="flex flex-col items-start gap-2 border-t pt-4">
      <h3 className="font-semibold">{texts.title}</h3>
      <p className="text-12 text-fg-2">
        {next === null ? texts.about : texts.stored(formatMoment(next.storedAt))}{' '}
        {next !== null && environment === 'prod'
          ? next.approvalId === null
            ? texts.expired
            : texts.waits
          : null}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {next === null ? null : <Acts id={id} environment={environment} />}
        {next?.approvalId ? (
          <Link className="text-primary-text underline" {...paths.approval(next.approvalId)}>
            {texts.open}
          </Link>
        ) : null}
        {mayEdit ? <Button onClick={() => setStoring(true)}>{texts.store}</Button> : null}
      </div>
      {storing ? <StoreSecret connection={connection} onClose={() => setStoring(false)} /> : null}
    </section>
  );
}

function Acts({ id, environment }: Pick<Connection, 'id' | 'environment'>) {
  const mayEdit = useMay('edit:connections');
  const mayTest = useMay('test:connections');
  const test = useAct({ act: client.connections.test, changes, failure: messages.test.failure });
  const use = useAct({ act: client.connections.switchSecret, changes, failure: texts.failure });
  const discard = useAct({ act: client.connections.discardSecret, changes, failure: texts.failure });
  return (
    <>
      {mayTest ? (
        <Button busy={test.isPending} onClick={() => test.mutate({ id, secret: 'next' })}>
          {texts.test}
        </Button>
      ) : null}
      {mayEdit && environment !== 'prod' ? (
        <Button variant="primary" busy={use.isPending} onClick={() => use.mutate({ id })}>
          {texts.use}
        </Button>
      ) : null}
      {mayEdit ? (
        <Button busy={discard.isPending} onClick={() => discard.mutate({ id })}>
          {texts.discard}
        </Button>
      ) : null}
      <p role="status" className="w-full text-12">
        {test.data
          ? `${test.data.works ? messages.test.works : messages.test.fails} ${test.data.message}`
          : null}
      </p>
    </>
  );
}

function StoreSecret({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { id, name, environment, authMethod } = connection;
  const [secret, setSecret] = useState('');
  const [day, setDay] = useState('');
  const store = useAct({
    act: client.connections.stageSecret,
    changes,
    failure: null,
    onDone: onClose,
  });
  return (
    <ActDialog
      act={store}
      title={texts.dialog(name)}
      description={environment === 'prod' ? texts.production : texts.about}
      label={texts.store}
      disabled={secret === ''}
      onAct={() => store.mutate({ id, secret, secretExpiresOn: day === '' ? null : day })}
      onClose={onClose}
    >
      <Field label={authMethod === 'none' ? texts.title : secretWords[authMethod]} required>
        <Input
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          value={secret}
          onChange={({ target }) => setSecret(target.value)}
        />
      </Field>
      <Field label={messages.secret.expiresOn} hint={messages.secret.expiresHint}>
        <DateInput value={day} onChange={({ target }) => setDay(target.value)} />
      </Field>
    </ActDialog>
  );
}

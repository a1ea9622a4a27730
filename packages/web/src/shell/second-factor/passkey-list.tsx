import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';
import { hasPasskeys, makePasskey } from './passkey-prompts.ts';

const texts = messages.passkeys;

/** The user's passkeys, with the form for one more. */
export function PasskeyList({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const query = useQuery({
    queryKey: [...keys.sessions, 'passkeys'],
    queryFn: ({ signal }) => client.secondFactor.passkeys.list(undefined, { signal }),
  });
  const remove = useAct({
    act: client.secondFactor.passkeys.remove,
    changes: [keys.sessions, keys.me, keys.audit],
    failure: texts.removeFailure,
    onDone: () => toast({ id: 'passkeys', title: texts.removed, meaning: 'ok' }),
  });
  return (
    <section aria-label={texts.title} className="flex flex-col gap-3">
      <h3 className="font-medium">{texts.title}</h3>
      <Loaded query={query} failure={texts.failure}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="text-fg-2">{texts.none}</p>
          ) : (
            <ul className="flex flex-col divide-y">
              {rows.map(({ id, name, createdAt, lastUsedAt }) => (
                <li key={id} className="flex items-center gap-3 py-2">
                  <div className="min-w-0 flex-1">
                    <p className="font-medium break-words">{name}</p>
                    <p className="text-12 text-fg-3">
                      {texts.added(formatMoment(createdAt))}
                      {lastUsedAt ? ` · ${texts.used(formatMoment(lastUsedAt))}` : ''}
                    </p>
                  </div>
                  <IconButton
                    label={texts.remove(name)}
                    icon={<Trash2 aria-hidden />}
                    busy={remove.isPending && remove.variables?.id === id}
                    onClick={() => remove.mutate({ id })}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddPasskey onCodes={onCodes} />
    </section>
  );
}

/** The form for a new passkey. */
export function AddPasskey({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [name, setName] = useState('');
  const add = useAct({
    act: makePasskey,
    changes: [keys.sessions, keys.me, keys.audit],
    failure: null,
    onDone: ({ recoveryCodes }) => {
      setName('');
      toast({ id: 'passkeys', title: texts.done, meaning: 'ok' });
      if (recoveryCodes) onCodes(recoveryCodes);
    },
  });
  if (!hasPasskeys()) return <p className="text-12 text-fg-3">{texts.noBrowser}</p>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(name.trim() || texts.defaultName);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-start gap-3">
      <div className="w-full">
        <Field
          label={texts.name}
          hint={texts.nameHint}
          error={add.error ? describeError(add.error) : undefined}
        >
          <Input
            maxLength={60}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
      </div>
      <Button type="submit" busy={add.isPending}>
        {texts.add}
      </Button>
    </form>
  );
}

import { type Permission, permissionWords } from '@attain/domain/access/permissions';
import { type FormEvent, useState } from 'react';
import { formatMoment } from '../../base/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import type { client } from '../client.ts';
import { describeError } from '../http-error.ts';
import { keys } from '../keys.ts';
import type { CallContext } from '../send.ts';
import { useAct } from '../use-act.ts';
import { messages } from './messages.ts';

type TokenRow = Awaited<ReturnType<typeof client.apiTokens.list>>['rows'][number] & {
  readonly createdBy?: string;
};

type CallOptions = { context: CallContext };

type TokenListProps = {
  rows: readonly TokenRow[];
  mayRevoke: boolean;
  onRevoke: (id: string, options: CallOptions) => Promise<unknown>;
};

/** API tokens by name, with the button that revokes each. */
export function TokenList({ rows, ...acts }: TokenListProps) {
  if (rows.length === 0) return <p className="text-fg-2">{messages.none}</p>;
  return (
    <ul className="-my-2 flex flex-col divide-y">
      {rows.map((token) => (
        <TokenItem key={token.id} token={token} {...acts} />
      ))}
    </ul>
  );
}

type TokenItemProps = Omit<TokenListProps, 'rows'> & { token: TokenRow };

function TokenItem({ token, mayRevoke, onRevoke }: TokenItemProps) {
  const { id, name, expiresAt, lastUsedAt, scopes, createdBy } = token;
  const revoke = useAct({
    act: onRevoke,
    changes: [keys.sessions, keys.people, keys.audit],
    failure: messages.revokeFailed,
    onDone: () => toast({ title: messages.revoked, text: name, meaning: 'ok' }),
  });
  const used = lastUsedAt === null ? messages.neverUsed : messages.used(formatMoment(lastUsedAt));
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-12 text-fg-2">{scopes.map((scope) => permissionWords[scope]).join(', ')}</p>
        <p className="text-12 text-fg-3">
          {messages.expires(formatMoment(expiresAt))} · {used}
          {createdBy === undefined ? null : ` · ${messages.createdBy(createdBy)}`}
        </p>
      </div>
      {mayRevoke ? (
        <Button
          size="sm"
          aria-label={messages.revokeOf(name)}
          busy={revoke.isPending}
          onClick={() => revoke.mutate(id)}
        >
          {messages.revoke}
        </Button>
      ) : null}
    </li>
  );
}

const offeredDays = [30, 90, 365] as const;

type CreateTokenProps = {
  offered: readonly Permission[];
  onCreate: (
    wanted: NewToken,
    options: CallOptions,
  ) => Promise<{ readonly id: string; readonly token: string }>;
};

type NewToken = { name: string; days: number; scopes: Permission[] };

/** The form that creates a token and shows it once. */
export function CreateToken({ offered, onCreate }: CreateTokenProps) {
  const [name, setName] = useState('');
  const [days, setDays] = useState<number>(offeredDays[0]);
  const [scopes, setScopes] = useState<readonly Permission[]>([]);
  const [tried, setTried] = useState(false);
  const create = useAct({
    act: onCreate,
    changes: [keys.sessions, keys.people, keys.audit],
    failure: null,
    onDone: () => {
      setName('');
      setScopes([]);
      setTried(false);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() && scopes.length > 0) create.mutate({ name, days, scopes: [...scopes] });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 border-t pt-4">
      {create.data ? (
        <div className="flex items-end gap-2" role="status">
          <div className="min-w-0 flex-1">
            <Field label={messages.token} required hint={messages.tokenHint}>
              <Input
                key={create.data.id}
                readOnly
                autoFocus
                value={create.data.token}
                className="font-mono text-12!"
                onFocus={({ target }) => target.select()}
              />
            </Field>
          </div>
          <CopyButton text={create.data.token} label={messages.copy} className="mb-6" />
        </div>
      ) : null}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={messages.name}
          required
          error={tried && !name.trim() ? messages.nameMissing : undefined}
        >
          <Input value={name} autoComplete="off" onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label={messages.days} required>
          <Select
            value={String(days)}
            onValueChange={(value) => setDays(Number(value))}
            options={offeredDays.map((one) => ({ value: String(one), label: messages.inDays(one) }))}
          />
        </Field>
      </div>
      <ScopeFields offered={offered} value={scopes} onChange={setScopes} />
      {tried && scopes.length === 0 ? (
        <p role="alert" className="text-12 text-bad-text">
          {messages.scopesMissing}
        </p>
      ) : null}
      {create.isError ? (
        <p role="alert" className="text-bad-text">
          {describeError(create.error)}
        </p>
      ) : null}
      <div>
        <Button type="submit" variant="primary" busy={create.isPending}>
          {messages.create}
        </Button>
      </div>
    </form>
  );
}

type ScopeFieldsProps = {
  offered: readonly Permission[];
  value: readonly Permission[];
  onChange: (value: readonly Permission[]) => void;
};

function ScopeFields({ offered, value, onChange }: ScopeFieldsProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-12 font-medium">{messages.scopes}</legend>
      <div className="grid max-h-52 gap-x-4 overflow-y-auto rounded-lg border px-3 py-1 sm:grid-cols-2">
        {offered.map((one) => (
          <Checkbox
            key={one}
            label={messages.may(permissionWords[one])}
            checked={value.includes(one)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, one] : value.filter((other) => other !== one))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

import { type Permission, permissionWords } from '@attain/domain/access/permissions';
import { askablePermissions } from '@attain/domain/access/temporary-access';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/http-error.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMe } from '../../api/me.ts';
import { changedByAccess, ownAccessQuery } from '../../api/requests/access-queries.ts';
import type { AccessGrant } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages as frameMessages } from '../frame-messages.ts';
import { messages } from './messages.ts';

const texts = messages.jit;

/** Just-in-time access: the reader's own, and the form that asks for more. */
export function JitDialog({ onClose }: { onClose: () => void }) {
  const access = useQuery(ownAccessQuery());
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={frameMessages.titles.jit}
      description={texts.description}
      footer={
        <CloseSheet>
          <Button>{texts.close}</Button>
        </CloseSheet>
      }
    >
      <div className="flex flex-col gap-5">
        <Loaded query={access} failure={texts.loadFailed}>
          {({ rows }) => <OwnAccess rows={rows.slice(0, 5)} />}
        </Loaded>
        <RequestForm />
      </div>
    </Dialog>
  );
}

function OwnAccess({ rows }: { rows: readonly AccessGrant[] }) {
  if (rows.length === 0) return null;
  return (
    <ul aria-label={texts.own} className="-my-2 flex flex-col divide-y">
      {rows.map((grant) => (
        <AccessItem key={grant.id} grant={grant} />
      ))}
    </ul>
  );
}

function AccessItem({ grant }: { grant: AccessGrant }) {
  const { id, permission, state, reason } = grant;
  const words = texts.capital(permissionWords[permission]);
  const end = useAct({
    act: client.accessGrants.end,
    changes: changedByAccess,
    failure: texts.endFailed,
    onDone: () => toast({ title: texts.ended, text: words, meaning: 'ok' }),
  });
  const { label, meaning } = texts.states[state];
  const isOpen = state === 'waiting' || state === 'active';
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {words} <Badge meaning={meaning}>{label}</Badge>
        </p>
        <p className="text-12 wrap-anywhere text-fg-2">{reason}</p>
        <p className="text-12 text-fg-3">{texts.when(grant)}</p>
      </div>
      {isOpen ? (
        <Button
          size="sm"
          aria-label={texts.endOf(state, words)}
          busy={end.isPending}
          onClick={() => end.mutate({ id })}
        >
          {state === 'waiting' ? texts.withdraw : texts.end}
        </Button>
      ) : null}
    </li>
  );
}

const offeredHours = [1, 2, 4, 8, 24] as const;

function RequestForm() {
  const me = useMe().data;
  const held = me?.permissions ?? [];
  const offered = askablePermissions(
    (permission) => held.find((one) => one.permission === permission)?.scope ?? null,
  );
  const [permission, setPermission] = useState<Permission | ''>('');
  const [search, setSearch] = useState('');
  const [hours, setHours] = useState<number>(2);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const request = useAct({
    act: client.accessGrants.request,
    changes: changedByAccess,
    failure: null,
    onDone: () => {
      setPermission('');
      setReason('');
      setTried(false);
      toast({ title: texts.requested, text: texts.requestedText, meaning: 'ok' });
    },
  });
  if (me && offered.length === 0) return <p className="text-fg-2">{texts.hasAll}</p>;
  const options = offered
    .map((one) => ({ value: one, label: texts.capital(permissionWords[one]) }))
    .filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (permission !== '' && reason.trim()) request.mutate({ permission, hours, reason: reason.trim() });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 not-first:border-t not-first:pt-4">
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <Field
          label={texts.permission}
          required
          error={tried && permission === '' ? texts.permissionMissing : undefined}
        >
          <Combobox
            options={options}
            value={permission}
            onValueChange={(value) => setPermission(offered.find((one) => one === value) ?? '')}
            chosenLabel={permission === '' ? '' : texts.capital(permissionWords[permission])}
            onSearch={setSearch}
          />
        </Field>
        <Field label={texts.duration} required>
          <Select
            value={String(hours)}
            onValueChange={(value) => setHours(Number(value))}
            options={offeredHours.map((one) => ({ value: String(one), label: texts.hours(one) }))}
          />
        </Field>
      </div>
      <Field
        label={texts.reason}
        hint={texts.reasonHint}
        required
        error={tried && !reason.trim() ? texts.reasonMissing : undefined}
      >
        <Textarea
          rows={2}
          maxLength={1000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      {request.isError ? (
        <p role="alert" className="text-bad-text">
          {describeError(request.error)}
        </p>
      ) : null}
      <div>
        <Button type="submit" variant="primary" busy={request.isPending}>
          {texts.request}
        </Button>
      </div>
    </form>
  );
}

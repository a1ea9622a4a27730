import { type ReactNode, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { useMe } from '../../api/me.ts';
import type { Price } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { localDay } from '../../base/format-date.ts';
import { currencyOptions } from '../../base/format-money.ts';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const words = messages.prices;
const changes = [keys.costs, keys.audit];

/** Adds a price from a day. */
export function PriceDialog({
  connections,
  onClose,
}: {
  connections: readonly { id: string; name: string }[];
  onClose: () => void;
}) {
  const [draft, setDraft] = useState({
    connection: connections[0]?.id ?? '',
    model: '',
    currency: useMe().data?.tenant.currency ?? 'USD',
    promptPerMillion: '',
    completionPerMillion: '',
    perRequest: '',
    validFrom: localDay(new Date()),
    validTo: '',
  });
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const save = useAct({
    act: (input: typeof draft, options) =>
      client.prices.create(
        {
          ...input,
          promptPerMillion: input.promptPerMillion.trim() || '0',
          completionPerMillion: input.completionPerMillion.trim() || '0',
          perRequest: input.perRequest.trim() || '0',
          validTo: input.validTo || null,
        },
        options,
      ),
    changes,
    failure: null,
    onDone: ({ connection }) => {
      toast({ title: words.added, text: connection, meaning: 'ok' });
      onClose();
    },
  });
  const text = (field: keyof typeof draft, label: string) => (
    <Field label={label} error={issueAt(save.error, `/${field}`)}>
      <Input value={draft[field]} onChange={({ target }) => change({ [field]: target.value })} />
    </Field>
  );
  return (
    <ActDialog
      title={words.addTitle}
      help={words.addHelp}
      act={words.save}
      disabled={draft.validFrom === ''}
      save={save}
      onAct={() => save.mutate(draft)}
      onClose={onClose}
    >
      <Field label={words.connection} required error={issueAt(save.error, '/connection')}>
        <Select
          value={draft.connection}
          onValueChange={(connection) => change({ connection })}
          options={connections.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      {text('model', words.model)}
      {text('promptPerMillion', words.prompt)}
      {text('completionPerMillion', words.completion)}
      {text('perRequest', words.request)}
      <CurrencyField value={draft.currency} onChange={(currency) => change({ currency })} />
      <Field label={words.from} required>
        <DateInput value={draft.validFrom} onChange={({ target }) => change({ validFrom: target.value })} />
      </Field>
      <Field label={words.to} error={issueAt(save.error, '/validTo')}>
        <DateInput value={draft.validTo} onChange={({ target }) => change({ validTo: target.value })} />
      </Field>
    </ActDialog>
  );
}

/** Sets the last day of a price. */
export function EndPriceDialog({ price, onClose }: { price: Price; onClose: () => void }) {
  const [validTo, setValidTo] = useState(price.validTo ?? localDay(new Date()));
  const save = useAct({
    act: (input: { id: string; validTo: string }, options) => client.prices.end(input, options),
    changes,
    failure: null,
    onDone: () => {
      toast({ title: words.ended, text: price.connection, meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      title={words.endTitle}
      help={words.endHelp}
      act={words.end}
      disabled={validTo === ''}
      save={save}
      onAct={() => save.mutate({ id: price.id, validTo })}
      onClose={onClose}
    >
      <Field label={words.lastDay} required error={issueAt(save.error, '/validTo')}>
        <DateInput value={validTo} onChange={({ target }) => setValidTo(target.value)} />
      </Field>
    </ActDialog>
  );
}

/** Adds a monthly cost. */
export function EntryDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState({
    name: '',
    amount: '',
    currency: useMe().data?.tenant.currency ?? 'USD',
    fromDay: localDay(new Date()),
    toDay: '',
  });
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const save = useAct({
    act: (input: typeof draft, options) =>
      client.costEntries.create({ ...input, toDay: input.toDay || null }, options),
    changes,
    failure: null,
    onDone: ({ name }) => {
      toast({ title: messages.entries.added, text: name, meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      title={messages.entries.addTitle}
      help={messages.entries.addHelp}
      act={words.save}
      disabled={draft.name.trim() === '' || draft.amount.trim() === '' || draft.fromDay === ''}
      save={save}
      onAct={() => save.mutate(draft)}
      onClose={onClose}
    >
      <Field label={messages.entries.name} required error={issueAt(save.error, '/name')}>
        <Input value={draft.name} maxLength={100} onChange={({ target }) => change({ name: target.value })} />
      </Field>
      <Field label={messages.entries.amount} required error={issueAt(save.error, '/amount')}>
        <Input
          inputMode="decimal"
          value={draft.amount}
          onChange={({ target }) => change({ amount: target.value })}
        />
      </Field>
      <CurrencyField value={draft.currency} onChange={(currency) => change({ currency })} />
      <Field label={messages.entries.from} required>
        <DateInput value={draft.fromDay} onChange={({ target }) => change({ fromDay: target.value })} />
      </Field>
      <Field label={messages.entries.to} error={issueAt(save.error, '/validTo')}>
        <DateInput value={draft.toDay} onChange={({ target }) => change({ toDay: target.value })} />
      </Field>
    </ActDialog>
  );
}

function CurrencyField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field label={words.currency} required>
      <Select value={value} onValueChange={onChange} options={currencyOptions([value])} />
    </Field>
  );
}

function issueAt(error: unknown, path: string): string | undefined {
  if (!(error instanceof HttpError)) return undefined;
  return error.issues.find((issue) => issue.path === path)?.message;
}

type ActDialogProps = {
  title: string;
  help: string;
  act: string;
  disabled: boolean;
  save: { isPending: boolean; isError: boolean; error: unknown };
  onAct: () => void;
  onClose: () => void;
  children: ReactNode;
};

function ActDialog({ title, help, act, disabled, save, onAct, onClose, children }: ActDialogProps) {
  const issues = save.error instanceof HttpError ? save.error.issues : [];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={help}
      footer={
        <ActFooter disabled={disabled} busy={save.isPending} onClick={onAct}>
          {act}
        </ActFooter>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">{children}</div>
      {save.isError && issues.length === 0 ? (
        <p role="alert" className="mt-3 text-bad-text">
          {describeError(save.error)}
        </p>
      ) : null}
    </Dialog>
  );
}

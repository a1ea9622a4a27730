import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { quotaHistoryQuery } from '../../api/queries.ts';
import type { QuotaRow } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatDecimal } from '../../base/format-number.ts';
import { Field } from '../../ui/fields/field.tsx';
import { FreeTextInput } from '../../ui/fields/free-text-input.tsx';
import { messages } from './messages.ts';

const texts = messages.change;

/** A quota, or a period without one: its amount is null. */
export type QuotaCell = Omit<QuotaRow, 'amount'> & { readonly amount: string | null };
export type QuotaChange = { readonly row: QuotaCell; readonly amount: string };

type ChangeQuotaProps = QuotaChange & {
  /** Amounts as shown. */
  before: string;
  after: string;
  /** Of the change before, which the next one often shares. */
  reason: string;
  onClose: () => void;
  onDone: (reason: string) => void;
};

/** Asks for the reason of a changed or added quota and saves it; says so if someone else changed it meanwhile. */
export function ChangeQuota({
  row,
  amount,
  before,
  after,
  reason: first,
  onClose,
  onDone,
}: ChangeQuotaProps) {
  const formId = useId();
  const [reason, setReason] = useState(first);
  const { participantId, componentId, unit, from, to, currency } = row;
  const key = { participantId, componentId, unit, from, to };
  const act = useAct({
    act: client.records.changeQuota,
    changes: [keys.quotas, keys.calculations, keys.audit],
    failure: null,
    onDone: () => onDone(reason.trim()),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act.mutate({ ...key, known: row.amount, amount, currency, reason: reason.trim() });
  };
  return (
    <ActDialog
      act={act}
      title={
        row.amount === null
          ? texts.addTitle(row.participantName, after)
          : texts.title(row.participantName, before, after)
      }
      description={messages.remove.description}
      label={row.amount === null ? texts.addLabel : texts.save}
      disabled={reason.trim().length < 3}
      formId={formId}
      onClose={onClose}
    >
      <form id={formId} onSubmit={submit}>
        <Field label={messages.remove.reason} required hint={messages.remove.hint}>
          <FreeTextInput value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </form>
      {row.amount === null ? null : <History quota={key} />}
    </ActDialog>
  );
}

/** Where the quota comes from, and who changed it since. */
function History({ quota }: { quota: Parameters<typeof quotaHistoryQuery>[0] }) {
  const history = useQuery(quotaHistoryQuery(quota)).data;
  if (history === undefined || (history.source === null && history.changes.length === 0)) return null;
  const { source, changes } = history;
  const amount = (text: string | null) => (text === null ? texts.none : formatDecimal(text));
  return (
    <section aria-label={texts.history} className="flex flex-col gap-1 text-12 text-fg-2">
      <h3 className="font-semibold">{texts.history}</h3>
      <ul className="flex max-h-40 flex-col gap-1 overflow-auto break-words">
        {changes.map((one) => (
          <li key={one.at}>
            {texts.changed(one.by, formatMoment(one.at), [amount(one.before), amount(one.after)])}
            {one.reason === null ? null : `: ${one.reason}`}
          </li>
        ))}
        {source === null ? null : <li>{texts.source(source.line, source.fileName)}</li>}
      </ul>
    </section>
  );
}

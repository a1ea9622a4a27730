import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import type { ImportDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatDecimal } from '../../base/format-number.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { messages } from './messages.ts';
import { readTotal } from './read-total.ts';

const texts = messages.controls;
const looks = { equal: 'ok', differs: 'bad', missing: 'warn' } as const;

/** The totals of the file against those of its source: entered, corrected, or confirmed with a reason. */
export function ControlCheck({ file, mayImport }: { file: ImportDetail; mayImport: boolean }) {
  const { controls, controlReason } = file;
  const sign = file.mapping?.decimal ?? '.';
  const [typed, setTyped] = useState(controls.map(({ stated }) => stated?.replace('.', sign) ?? ''));
  const [reason, setReason] = useState(controlReason?.text ?? '');
  const save = useAct({
    act: client.imports.stateTotals,
    changes: [keys.imports, keys.audit],
    failure: null,
  });
  const isOpen = mayImport && file.status === 'checked' && !file.awaitsApproval;
  const stated = typed.map((text) => readTotal(text, sign));
  const isChanged = controls.some((one, at) => !one.byFile && one.stated !== stated[at]);
  const differs = controls.some((one) => one.needsReason);
  const mayConfirm = differs && !isChanged;
  return (
    <Card title={texts.title}>
      <ul className="flex flex-col gap-3">
        {controls.map((one, at) => (
          <li key={one.label} className="grid items-start gap-x-6 gap-y-1 @md:grid-cols-[12rem_14rem_1fr]">
            <div>
              <p className="text-12 text-fg-2">{texts.found(one.label)}</p>
              <p className="figures text-14 font-semibold">{formatDecimal(one.found)}</p>
            </div>
            {isOpen && !one.byFile ? (
              <Field label={texts.stated(one.label)} required>
                <Input
                  figure
                  controlSize="sm"
                  value={typed[at] ?? ''}
                  onChange={({ target }) => setTyped(typed.with(at, target.value))}
                />
              </Field>
            ) : (
              <div>
                <p className="text-12 text-fg-2">
                  {one.byFile ? texts.statedByFile : texts.stated(one.label)}
                </p>
                <p className="figures text-14 font-semibold">
                  {one.stated === null ? '—' : formatDecimal(one.stated)}
                </p>
              </div>
            )}
            <p className="@md:pt-5">
              <Badge meaning={looks[one.state]}>
                {one.state === 'differs' && one.difference !== null
                  ? texts.differs(formatDecimal(one.difference))
                  : one.several
                    ? texts.several
                    : texts.states[one.state]}
              </Badge>
            </p>
          </li>
        ))}
      </ul>
      {isOpen && mayConfirm ? (
        <div className="mt-3 max-w-160">
          <Field label={texts.reason} required hint={texts.reasonHint}>
            <Textarea
              rows={2}
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
        </div>
      ) : null}
      {controlReason ? (
        <p className="mt-3">
          {texts.confirmed(controlReason.by, formatMoment(controlReason.at), controlReason.text)}
        </p>
      ) : null}
      {isOpen ? (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <Button
            size="sm"
            busy={save.isPending}
            disabled={mayConfirm ? reason.trim() === '' || reason === controlReason?.text : !isChanged}
            onClick={() => save.mutate({ id: file.id, stated, reason: mayConfirm ? reason : null })}
          >
            {mayConfirm ? texts.confirm : texts.compare}
          </Button>
          {save.error ? (
            <p role="alert" className="text-bad-text">
              {describeError(save.error)}
            </p>
          ) : null}
        </div>
      ) : null}
    </Card>
  );
}

import { kindsOfConnection } from '@attain/domain/connections/connection-kinds';
import { standardCalls } from '@attain/domain/connections/standard-calls';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import type { ConnectionDraft, DraftCall } from './connection-draft.ts';
import { messages } from './messages.ts';

type CallFieldsProps = {
  draft: ConnectionDraft;
  onChange: (calls: ConnectionDraft['calls']) => void;
};

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The calls of an application: the default request, or one rewritten for its provider. */
export function CallFields({ draft, onChange }: CallFieldsProps) {
  const { operations } = kindsOfConnection[draft.kind];
  if (operations.length === 0) return null;
  return (
    <section aria-label={messages.calls.title} className="flex flex-col gap-2">
      <h3 className="text-12 font-medium">{messages.calls.title}</h3>
      <p className="text-12 text-fg-3">{messages.calls.help}</p>
      {operations.map((operation) => (
        <OneCall
          key={operation}
          operation={operation}
          usual={standardCalls[draft.kind]?.[operation]}
          call={draft.calls[operation]}
          onChange={(call) => onChange({ ...draft.calls, [operation]: call })}
        />
      ))}
    </section>
  );
}

type OneCallProps = {
  operation: string;
  usual: DraftCall | undefined;
  call: DraftCall | undefined;
  onChange: (call: DraftCall) => void;
};

function OneCall({ operation, usual, call, onChange }: OneCallProps) {
  const now = call ?? { method: usual?.method ?? 'POST', path: '', body: '' };
  const rewritten = now.path.trim() !== '';
  const shown = rewritten ? now : usual;
  return (
    <details className="rounded-lg border">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-2 px-3 py-2 pointer-coarse:min-h-10">
        <span className="font-medium">{operation}</span>
        <code className="min-w-0 truncate text-12 text-fg-2">
          {shown ? `${shown.method} ${shown.path}` : messages.calls.unset}
        </code>
        <span className="ms-auto text-12 text-fg-3">
          {rewritten ? messages.calls.changed : messages.calls.default}
        </span>
      </summary>
      <div className="grid gap-3 border-t p-3 sm:grid-cols-[8rem_1fr]">
        <Field label={messages.calls.method} required>
          <Select
            value={now.method}
            onValueChange={(method) => onChange({ ...now, method })}
            options={methods.map((value) => ({ value, label: value }))}
          />
        </Field>
        <Field label={messages.calls.path}>
          <Input
            value={now.path}
            placeholder={usual?.path}
            className="font-mono text-12!"
            spellCheck={false}
            onChange={({ target }) => onChange({ ...now, path: target.value })}
          />
        </Field>
        <div className="sm:col-span-2">
          <Field label={messages.calls.body}>
            <Textarea
              value={now.body}
              placeholder={usual?.body}
              className="font-mono text-12!"
              spellCheck={false}
              onChange={({ target }) => onChange({ ...now, body: target.value })}
            />
          </Field>
        </div>
      </div>
    </details>
  );
}

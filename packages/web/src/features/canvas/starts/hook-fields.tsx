import type { TriggerWhen } from '@attain/contract/workflow-triggers';
import { HOOK_SCHEMES, type HookScheme } from '@attain/domain/workflows/hook-schemes';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { messages } from './messages.ts';

type Hook = Extract<TriggerWhen, { kind: 'webhook' }>;

type HookFieldsProps = {
  when: Hook;
  secret: string;
  onWhen: (when: Hook) => void;
  onSecret: (secret: string) => void;
};

const schemes = Object.entries(HOOK_SCHEMES).map(([value, { label }]) => ({ value, label }));
const methods = [
  { value: 'POST', label: 'POST' },
  { value: 'GET', label: 'GET' },
  { value: 'any', label: messages.anyMethod },
];
const contents = [
  { value: 'body', label: messages.contentBody },
  { value: 'request', label: messages.contentRequest },
];

/** The settings of a webhook: its sender, what it takes and how it answers. */
export function HookFields({ when, secret, onWhen, onSecret }: HookFieldsProps) {
  const { label, help, secret: maker } = HOOK_SCHEMES[when.scheme];
  return (
    <>
      <Field label={messages.scheme} required hint={help}>
        <Select
          options={schemes}
          value={when.scheme}
          onValueChange={(scheme) => onWhen({ ...when, scheme: scheme as HookScheme })}
        />
      </Field>
      {when.scheme === 'header' || when.scheme === 'hmac' ? (
        <Field label={messages.header} required hint={messages.headerHint}>
          <Input
            className="font-mono"
            value={when.header}
            maxLength={100}
            onChange={({ target }) => onWhen({ ...when, header: target.value })}
          />
        </Field>
      ) : null}
      {when.scheme === 'basic' ? (
        <Field label={messages.username} required>
          <Input
            value={when.username}
            maxLength={200}
            onChange={({ target }) => onWhen({ ...when, username: target.value })}
          />
        </Field>
      ) : null}
      {maker === 'sender' || maker === 'either' ? (
        <Field
          label={messages.ownSecret}
          required={maker === 'sender'}
          hint={maker === 'sender' ? messages.senderSecret(label) : messages.eitherSecret}
        >
          <Input
            type="password"
            autoComplete="off"
            className="font-mono"
            value={secret}
            maxLength={500}
            onChange={({ target }) => onSecret(target.value)}
          />
        </Field>
      ) : null}
      <Field label={messages.method} required>
        <Select
          options={methods}
          value={when.method}
          onValueChange={(method) => onWhen({ ...when, method: method as Hook['method'] })}
        />
      </Field>
      <Field label={messages.content} required hint={messages.contentHint}>
        <Select
          options={contents}
          value={when.content}
          onValueChange={(content) => onWhen({ ...when, content: content as Hook['content'] })}
        />
      </Field>
      {when.scheme === 'attain' ? null : (
        <Field label={messages.idempotencyHeader} hint={messages.idempotencyHint}>
          <Input
            className="font-mono"
            value={when.idempotencyHeader}
            maxLength={100}
            onChange={({ target }) => onWhen({ ...when, idempotencyHeader: target.value })}
          />
        </Field>
      )}
      <AnswerFields when={when} onWhen={onWhen} />
    </>
  );
}

function AnswerFields({ when, onWhen }: Pick<HookFieldsProps, 'when' | 'onWhen'>) {
  return (
    <>
      <Field
        label={messages.answer}
        required
        hint={when.synchronous ? messages.answerEndHint : messages.answerHint}
      >
        <Select
          options={[
            { value: 'at-once', label: messages.atOnce },
            { value: 'end', label: messages.atEnd },
          ]}
          value={when.synchronous ? 'end' : 'at-once'}
          onValueChange={(value) => onWhen({ ...when, synchronous: value === 'end' })}
        />
      </Field>
      {when.synchronous ? (
        <Field label={messages.maxWait} required>
          <Select
            options={[1, 2, 5, 10, 15, 20, 25].map((seconds) => ({
              value: String(seconds),
              label: `${seconds} s`,
            }))}
            value={String(when.waitSeconds)}
            onValueChange={(seconds) => onWhen({ ...when, waitSeconds: Number(seconds) })}
          />
        </Field>
      ) : null}
    </>
  );
}

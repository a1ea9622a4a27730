import type { Connection } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { type ConnectionDraft, hasMoved } from './connection-draft.ts';
import { secretWords } from './connection-words.ts';
import { messages } from './messages.ts';

type SecretFieldProps = {
  draft: ConnectionDraft;
  stored: Connection | undefined;
  error: string | undefined;
  expiryError: string | undefined;
  onChange: (change: { secret: string } | { secretExpiresOn: string }) => void;
};

/** Input of the secret, which is write-only. */
export function SecretField({ draft, stored, error, expiryError, onChange }: SecretFieldProps) {
  if (draft.authMethod === 'none') return null;
  const kept = stored?.secret ?? null;
  const again = kept !== null && stored !== undefined && hasMoved(draft, stored);
  const hint =
    kept === null
      ? messages.secret.new
      : again
        ? messages.secret.moved
        : messages.secret.kept(formatMoment(kept.lastSetAt));
  return (
    <>
      <Field
        label={secretWords[draft.authMethod]}
        required={kept === null || again}
        hint={hint}
        error={error}
      >
        <Input
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          placeholder={kept === null || again ? undefined : '••••••••'}
          value={draft.secret}
          onChange={({ target }) => onChange({ secret: target.value })}
        />
      </Field>
      <Field label={messages.secret.expiresOn} hint={messages.secret.expiresHint} error={expiryError}>
        <DateInput
          value={draft.secretExpiresOn}
          onChange={({ target }) => onChange({ secretExpiresOn: target.value })}
        />
      </Field>
    </>
  );
}

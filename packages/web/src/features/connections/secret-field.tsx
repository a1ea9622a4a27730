import type { Connection } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { type ConnectionDraft, hasMoved } from './connection-draft.ts';
import { secretWords } from './connection-words.ts';

type SecretFieldProps = {
  draft: ConnectionDraft;
  stored: Connection | undefined;
  error: string | undefined;
  onChange: (secret: string) => void;
};

/** Where a secret is typed: it is sealed when it is saved, and nobody reads it back, not here either. */
export function SecretField({ draft, stored, error, onChange }: SecretFieldProps) {
  if (draft.authMethod === 'none') return null;
  const kept = stored?.secret ?? null;
  const again = kept !== null && stored !== undefined && hasMoved(draft, stored);
  const hint =
    kept === null
      ? 'Sealed when it is saved; nobody can read it back'
      : again
        ? 'Where it goes has changed: give it again'
        : `Set ${formatMoment(kept.lastSetAt)}; leave it empty to keep it`;
  return (
    <Field label={secretWords[draft.authMethod]} required={kept === null || again} hint={hint} error={error}>
      <Input
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        placeholder={kept === null || again ? undefined : '••••••••'}
        value={draft.secret}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

import { kindsOfConnection } from '@attain/domain/connections/connection-kinds';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { type ConnectionDraft, isAsked, settingFields } from './connection-draft.ts';
import { settingWord } from './connection-words.ts';

type SettingFieldsProps = {
  draft: ConnectionDraft;
  wrongAt: (path: string) => string | undefined;
  onChange: (settings: ConnectionDraft['settings']) => void;
};

/** The settings of the connection type that its sign-in method needs. */
export function SettingFields({ draft, wrongAt, onChange }: SettingFieldsProps) {
  const { kind, settings } = draft;
  const needed = [
    ...kindsOfConnection[kind].config.required,
    'username',
    'header',
    'authorizeUrl',
    'tokenUrl',
    'clientId',
  ];
  return settingFields(kind)
    .filter(([name]) => isAsked(name, draft))
    .map(([name, shape]) => {
      const set = (value: string) => onChange({ ...settings, [name]: value });
      return (
        <Field
          key={name}
          label={shape.title ?? name}
          hint={shape.description}
          error={wrongAt(`config.${name}`)}
          required={needed.includes(name) || shape.enum !== undefined}
        >
          {shape.enum ? (
            <Select
              value={settings[name] ?? ''}
              onValueChange={set}
              options={shape.enum.map((value) => ({ value, label: settingWord(shape, value) }))}
            />
          ) : (
            <Input
              value={settings[name] ?? ''}
              maxLength={shape.maxLength}
              spellCheck={false}
              onChange={({ target }) => set(target.value)}
            />
          )}
        </Field>
      );
    });
}

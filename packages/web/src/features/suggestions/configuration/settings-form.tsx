import type { AssistantSettings } from '@attain/contract/configurations';
import { client } from '../../../api/client.ts';
import { describeError, HttpError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { useMay } from '../../../api/me.ts';
import { useAct } from '../../../api/use-act.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { analyzerName } from '../analyzer-names.ts';
import { edited, numbersOf, shippedEdits } from './edits.ts';
import { messages } from './messages.ts';
import { NewerVersion } from './newer-version.tsx';
import { useEdits } from './use-edits.ts';

type Range = AssistantSettings['ranges']['thresholds'][number];

/** Which analyzers run, with their thresholds, and how far Attain acts without a click. */
export function SettingsForm({ stored }: { stored: AssistantSettings }) {
  const mayEdit = useMay('edit:workspace');
  const { base, edits, isOld, take, setEdits } = useEdits(stored, edited);
  const save = useAct({
    act: client.configurations.saveSettings,
    changes: [keys.assistant, keys.audit],
    failure: null,
    onDone: (saved) => {
      take(saved);
      toast({ title: messages.saved, text: messages.savedText, meaning: 'ok' });
    },
  });
  const issues = save.error instanceof HttpError ? save.error.issues : [];
  const field = (group: 'thresholds' | 'acting', key: string) => ({
    value: edits[group][key] ?? '',
    disabled: !mayEdit,
    error: issues.find(({ path }) => path.replaceAll('/', '.').endsWith(`${group}.${key}`))?.message,
    onChange: (text: string) => setEdits({ ...edits, [group]: { ...edits[group], [key]: text } }),
  });
  const { thresholds, acting } = stored.ranges;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ version: base.version, ...numbersOf(edits, base) });
      }}
    >
      <Card title={messages.analyzers}>
        <p className="mb-3 text-12 text-fg-2">{messages.analyzersHint}</p>
        <ul className="flex flex-col divide-y">
          {stored.analysers.map(({ key, principle }) => (
            <li
              key={key}
              className="grid items-start gap-x-6 gap-y-2 py-2 @2xl:grid-cols-[minmax(0,1fr)_18rem]"
            >
              <Checkbox
                label={analyzerName(key)}
                hint={principle}
                checked={!edits.off.includes(key)}
                disabled={!mayEdit}
                onChange={({ target }) =>
                  setEdits({
                    ...edits,
                    off: target.checked ? edits.off.filter((one) => one !== key) : [...edits.off, key],
                  })
                }
              />
              <div className="flex flex-col gap-2">
                {thresholds
                  .filter(({ analyser }) => analyser === key)
                  .map((range) => (
                    <Threshold key={range.key} range={range} {...field('thresholds', range.key)} />
                  ))}
              </div>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={messages.guards}>
        <p className="mb-3 text-12 text-fg-2">{messages.guardsHint}</p>
        <div className="grid items-start gap-4 @lg:grid-cols-2 @3xl:grid-cols-3">
          {thresholds
            .filter(({ analyser }) => analyser === null)
            .map((range) => (
              <Threshold key={range.key} range={range} {...field('thresholds', range.key)} />
            ))}
        </div>
      </Card>
      <Card title={messages.acting}>
        <p className="mb-3 text-12 text-fg-2">{messages.actingHint}</p>
        <div className="grid items-start gap-4 @lg:grid-cols-2 @3xl:grid-cols-3">
          {acting.map(({ key, min, max, value }) => (
            <NumberField
              key={key}
              label={messages.limits[key] ?? key}
              hint={messages.range(min, max, value)}
              {...field('acting', key)}
            />
          ))}
        </div>
      </Card>
      {isOld ? (
        <NewerVersion
          text={messages.newer(stored.version, stored.savedBy ?? messages.shipped)}
          version={stored.version}
          onTake={() => take(stored)}
        />
      ) : null}
      <footer className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={save.isPending} disabled={!mayEdit || isOld}>
          {messages.save}
        </Button>
        <Button disabled={!mayEdit} onClick={() => setEdits(shippedEdits(stored))}>
          {messages.reset}
        </Button>
        <p className="text-12 text-fg-2">{mayEdit ? savedWords(stored) : messages.noAccess}</p>
        {save.isError ? (
          <p role="alert" className="text-12 text-bad-text">
            {messages.saveFailure}: {describeError(save.error)}
          </p>
        ) : null}
      </footer>
    </form>
  );
}

function savedWords({ version, savedBy, savedAt }: AssistantSettings): string {
  if (savedBy === null || savedAt === null) return messages.shipped;
  return messages.version(version, savedBy, formatMoment(savedAt));
}

type NumberProps = {
  value: string;
  disabled: boolean;
  error: string | undefined;
  onChange: (text: string) => void;
};

function Threshold({ range, ...rest }: NumberProps & { range: Range }) {
  const { key, min, max, value: shipped } = range;
  return (
    <NumberField label={messages.thresholds[key] ?? key} hint={messages.range(min, max, shipped)} {...rest} />
  );
}

function NumberField({
  label,
  hint,
  value,
  disabled,
  error,
  onChange,
}: NumberProps & { label: string; hint: string }) {
  return (
    <Field label={label} hint={hint} error={error} required>
      <Input
        figure
        maxLength={20}
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

import type { AssistantConfiguration } from '@attain/contract/configurations';
import {
  type Industry,
  industries,
  type LabelKey,
  type Persona,
  personas,
} from '@attain/domain/suggestions/configurations/configuration';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useMay } from '../../../api/me.ts';
import { useAct } from '../../../api/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { configurationsQuery } from '../queries.ts';
import { messages } from './messages.ts';
import { NewerVersion } from './newer-version.tsx';
import { useEdits } from './use-edits.ts';

const words = messages.words;
const labelKeys: readonly LabelKey[] = ['target', 'earnings', 'multiplier', 'limit'];
type Name = Persona | Industry;
type Stored = AssistantConfiguration & { version: number };

const isPersona = (name: Name): name is Persona => personas.some((one) => one === name);

/** The words of a persona or an industry in this workspace. */
export function WordsForm() {
  const [name, setName] = useState<Name>('Manager');
  const loaded = useQuery(configurationsQuery());
  return (
    <Card title={words.title}>
      <p className="mb-3 text-12 text-fg-2">{words.hint}</p>
      <div className="flex flex-col gap-4">
        <Field label={words.of} required>
          <Select
            value={name}
            onValueChange={(value) => {
              const chosen = [...personas, ...industries].find((one) => one === value);
              if (chosen) setName(chosen);
            }}
            options={[
              ...personas.map((value) => ({ value, label: `${words.personas}: ${value}` })),
              ...industries.map((value) => ({ value, label: `${words.industries}: ${value}` })),
            ]}
          />
        </Field>
        <Loaded query={loaded} failure={words.failure}>
          {({ personas: ofPersonas, industries: ofIndustries }) => {
            const stored = isPersona(name) ? ofPersonas.get(name) : ofIndustries.get(name);
            if (stored === undefined) return <p role="alert">{words.failure}</p>;
            return <WordsOf key={name} name={name} stored={stored} />;
          }}
        </Loaded>
      </div>
    </Card>
  );
}

function WordsOf({ name, stored }: { name: Name; stored: Stored }) {
  const mayEdit = useMay('edit:workspace');
  const { base, edits, isOld, take, setEdits } = useEdits(stored, wordsOf);
  const { labels, badges, focus, tone } = edits;
  const save = useAct({
    act: client.configurations.save,
    changes: [keys.assistant, keys.audit],
    failure: words.saveFailure,
    onDone: (saved) => {
      take(saved);
      toast({ title: words.saved, text: name, meaning: 'ok' });
    },
  });
  const ofPersona = isPersona(name);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({
          kind: ofPersona ? 'personas' : 'industries',
          name,
          version: base.version,
          // a blank word is that of the other list
          fieldLabels: Object.fromEntries(Object.entries(labels).filter(([, text]) => text.trim() !== '')),
          complianceBadges: linesOf(badges),
          explainabilityFocus: linesOf(focus),
          tone,
        });
      }}
    >
      <div className="grid items-start gap-4 @lg:grid-cols-2">
        {labelKeys.map((key) => (
          <Field key={key} label={words.labels[key]} required={ofPersona}>
            <Input
              maxLength={60}
              value={labels[key] ?? ''}
              disabled={!mayEdit}
              onChange={({ target }) => setEdits({ ...edits, labels: { ...labels, [key]: target.value } })}
            />
          </Field>
        ))}
        {ofPersona ? (
          <>
            <Field label={words.focus} hint={words.lines}>
              <Textarea
                value={focus}
                disabled={!mayEdit}
                onChange={({ target }) => setEdits({ ...edits, focus: target.value })}
              />
            </Field>
            <Field label={words.tone}>
              <Input
                maxLength={200}
                value={tone}
                disabled={!mayEdit}
                onChange={({ target }) => setEdits({ ...edits, tone: target.value })}
              />
            </Field>
          </>
        ) : (
          <Field label={words.badges} hint={words.lines}>
            <Textarea
              value={badges}
              disabled={!mayEdit}
              onChange={({ target }) => setEdits({ ...edits, badges: target.value })}
            />
          </Field>
        )}
      </div>
      {isOld ? (
        <NewerVersion
          text={messages.newerTerms(stored.version)}
          version={stored.version}
          onTake={() => take(stored)}
        />
      ) : null}
      <div>
        <Button type="submit" busy={save.isPending} disabled={!mayEdit || isOld}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

const wordsOf = ({ fieldLabels, complianceBadges, explainabilityFocus, tone }: Stored) => ({
  labels: fieldLabels,
  badges: complianceBadges.join('\n'),
  focus: explainabilityFocus.join('\n'),
  tone,
});

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

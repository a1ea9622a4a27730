import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { participantsQuery } from '../../api/queries.ts';
import type { ImportDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { useRows } from '../../api/use-rows.ts';
import { useDebounced } from '../../base/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { messages } from './messages.ts';

type Unknown = NonNullable<NonNullable<ImportDetail['summary']>['unknownPeople']>[number];
type Answer = { id: string; name: string };

const nobody = '\u0000nobody';

/** Names in the file that belong to no participant. Each is answered once, for all later files. */
export function WhoIsThis({ file, unknown }: { file: ImportDetail; unknown: readonly Unknown[] }) {
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({});
  const save = useAct({
    act: client.imports.namePeople,
    changes: [keys.imports, keys.audit],
    failure: null,
  });
  const given = unknown.flatMap(({ name }) => {
    const answer = answers[name];
    return answer === undefined ? [] : [{ name, participantId: answer.id === nobody ? null : answer.id }];
  });
  return (
    <Card title={messages.people.title}>
      <p className="mb-3 text-fg-2">{file.skipBadRows ? messages.people.skipped : messages.people.help}</p>
      <ul className="grid gap-x-8 gap-y-3 @3xl:grid-cols-2">
        {unknown.map((one) => (
          <li key={one.name}>
            <PersonChoice
              unknown={one}
              answer={answers[one.name]}
              onAnswer={(answer) => setAnswers((before) => ({ ...before, [one.name]: answer }))}
            />
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center justify-end gap-3">
        <p className="me-auto text-fg-2" role={save.isError ? 'alert' : undefined}>
          {save.isError ? (
            <span className="text-bad-text">{describeError(save.error)}</span>
          ) : (
            messages.people.answered(given.length, unknown.length)
          )}
        </p>
        <Button
          variant="primary"
          disabled={given.length === 0}
          busy={save.isPending}
          onClick={() => save.mutate({ id: file.id, answers: given })}
        >
          {messages.people.save}
        </Button>
      </div>
    </Card>
  );
}

type PersonChoiceProps = {
  unknown: Unknown;
  answer: Answer | undefined;
  onAnswer: (answer: Answer) => void;
};

function PersonChoice({ unknown, answer, onAnswer }: PersonChoiceProps) {
  const [text, setText] = useState('');
  const settled = useDebounced(text.trim());
  const list = useRows(participantsQuery(settled || undefined));
  const similar = settled === '' ? unknown.proposals : [];
  const others = list.rows.filter(({ id }) => !similar.some((one) => one.id === id));
  const asOption = ({ id, name }: Answer) => ({ value: id, label: name, hint: id });
  const noOne = { value: nobody, label: messages.people.nobody, hint: messages.people.nobodyHint };
  // behind what was searched or is similar, so that Enter does not choose it by accident
  const options =
    settled === ''
      ? [...similar.map(asOption), noOne, ...others.map(asOption)]
      : [...others.map(asOption), noOne];
  return (
    <Field label={unknown.name} required hint={messages.report.rowCount(unknown.rows)}>
      <Combobox
        controlSize="sm"
        placeholder={messages.people.choose}
        options={options}
        value={answer?.id ?? ''}
        chosenLabel={answer?.name ?? ''}
        onSearch={setText}
        onValueChange={(id) =>
          onAnswer({ id, name: options.find((option) => option.value === id)?.label ?? id })
        }
      />
    </Field>
  );
}

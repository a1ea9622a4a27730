import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/http-error.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { CodeArea } from '../../ui/fields/code-area.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import type { ContractStart } from './contract-dialog.tsx';
import { messages } from './messages.ts';

const maxBytes = 1_000_000;

/** Reads the schemas of a file; the chosen one begins a new contract. */
export function ImportDialog(props: { onTake: (start: ContractStart) => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const read = useAct({
    act: client.dataContracts.import,
    changes: [],
    failure: null,
    onDone: () => setChosen(0),
  });
  const found = read.data?.found ?? [];
  const schema = found[chosen];
  const take = (next: string) => {
    setText(next);
    read.mutate({ text: next });
  };
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && props.onClose()}
      title={messages.import.title}
      description={messages.import.help}
      footer={
        <ActFooter
          disabled={!schema || schema.problems.length > 0}
          busy={false}
          onClick={() => schema && props.onTake({ name: schema.name, schema: schema.schema })}
        >
          {messages.import.take}
        </ActFooter>
      }
    >
      <div className="flex flex-col items-stretch gap-4">
        <FileDrop
          label={messages.import.file}
          endings={['.json']}
          maxBytes={maxBytes}
          onFiles={([file]) => void file?.text().then(take)}
        />
        <Field label={messages.import.text}>
          <CodeArea rows={6} value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
        <div>
          <Button disabled={text.trim() === ''} busy={read.isPending} onClick={() => take(text)}>
            {messages.import.read}
          </Button>
        </div>
        {read.isError ? (
          <p role="alert" className="text-bad-text">
            {describeError(read.error)}
          </p>
        ) : null}
        {found.length > 0 ? (
          <Field label={messages.import.found}>
            <Select
              value={String(chosen)}
              onValueChange={(value) => setChosen(Number(value))}
              options={found.map(({ name }, at) => ({
                value: String(at),
                label: name || messages.import.unnamed,
              }))}
            />
          </Field>
        ) : null}
        <ProblemList problems={schema?.problems ?? []} title={messages.import.problems} />
      </div>
    </Dialog>
  );
}

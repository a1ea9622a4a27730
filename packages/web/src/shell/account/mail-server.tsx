import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { mailQuery } from '../../api/requests/workspace-queries.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const none = 'none';
const texts = messages.mail;

/** The connection that sends the workspace's mail, and how that goes. */
export function MailServer() {
  const query = useQuery(mailQuery());
  const [chosen, setChosen] = useState<string>();
  const save = useAct({
    act: client.mail.save,
    changes: [keys.workspace, keys.audit],
    failure: null,
    onDone: ({ connectionId }) => {
      setChosen(undefined);
      toast({
        id: 'mail-server',
        title: texts.saved,
        text: connectionId === null ? texts.savedOff : texts.savedOn,
        meaning: 'ok',
      });
    },
  });
  return (
    <Loaded query={query} failure={texts.failure}>
      {(stored) => {
        const value = chosen ?? stored.connectionId ?? none;
        const reason =
          stored.publicUrl === null
            ? texts.noAddress
            : stored.choices.length === 0
              ? texts.noConnection
              : undefined;
        const isNew = value !== (stored.connectionId ?? none) || stored.problem !== null;
        return (
          <div className="flex flex-col gap-2">
            <Field label={texts.label} required hint={reason ?? texts.hint}>
              <Select
                value={value}
                disabled={reason !== undefined && stored.connectionId === null}
                onValueChange={setChosen}
                options={[
                  { value: none, label: texts.none },
                  ...stored.choices.map(({ id, name, address }) => ({
                    value: id,
                    label: `${name} (${address})`,
                  })),
                ]}
              />
            </Field>
            {isNew ? (
              <div>
                <Button
                  size="sm"
                  busy={save.isPending}
                  onClick={() => save.mutate({ connectionId: value === none ? null : value })}
                >
                  {value === none ? texts.turnOff : texts.use}
                </Button>
              </div>
            ) : null}
            {save.isError || stored.problem ? (
              <p role="alert" className="text-12 text-bad-text">
                {save.isError ? describeError(save.error) : stored.problem}
              </p>
            ) : null}
            {stored.connectionId === null ? null : (
              <p className="text-12 text-fg-3">
                {texts.state(stored)}
                {stored.lastProblem ? (
                  <span className="block text-bad-text">
                    {texts.problem(stored.lastProblem.recipient, stored.lastProblem.reason)}
                  </span>
                ) : null}
              </p>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

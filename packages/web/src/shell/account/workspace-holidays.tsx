import { queryOptions, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useAct } from '../../api/use-act.ts';
import { formatDay } from '../../base/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { messages } from './messages.ts';

const texts = messages.holidays;
const holidaysQuery = () =>
  queryOptions({
    queryKey: [...keys.workspace, 'holidays'],
    queryFn: ({ signal }) => client.workspace.holidays(undefined, { signal }),
  });

// closes, pace and deadlines count working days
const changes = [['/api']];

/** Lines of new holidays, and what adds them. */
export function useNewHolidays() {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const act = useAct({
    act: client.workspace.addHolidays,
    changes,
    failure: null,
    onDone: () => setTyped(''),
  });
  /** Adds them and goes on; if they have problems, they are shown where they were typed. */
  const add = (onSuccess?: () => void) =>
    act.mutate({ text: typed }, { onError: () => field.current?.focus(), ...(onSuccess && { onSuccess }) });
  return {
    typed,
    setTyped,
    field,
    isAny: typed.trim() !== '',
    isPending: act.isPending,
    error: act.error,
    add,
  };
}

/** Days that are no working days: listed, removed one by one, added as lines. */
export function WorkspaceHolidays({ added }: { added: ReturnType<typeof useNewHolidays> }) {
  const query = useQuery(holidaysQuery());
  const remove = useAct({ act: client.workspace.removeHoliday, changes, failure: texts.removeFailure });
  const problems = added.error instanceof HttpError ? added.error.issues : [];
  return (
    <Loaded query={query} failure={texts.failure}>
      {({ rows }) => (
        <section aria-label={texts.title} className="flex flex-col gap-2">
          <div>
            <h3 className="text-12 font-medium">{texts.title}</h3>
            <p className="text-12 text-fg-3">{texts.hint}</p>
          </div>
          {rows.length === 0 ? (
            <p className="text-fg-2">{texts.none}</p>
          ) : (
            <details>
              <summary className="min-h-6 w-fit cursor-pointer rounded-sm">
                {texts.count(rows.length)}
              </summary>
              <ul className="flex flex-col divide-y">
                {rows.map(({ date, name }) => (
                  <li key={date} className="flex items-center gap-3">
                    <span className="figures w-24 shrink-0 text-fg-2">{formatDay(date)}</span>
                    <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
                    <IconButton
                      size="sm"
                      icon={<Trash2 aria-hidden />}
                      label={texts.remove(name, formatDay(date))}
                      disabled={remove.isPending}
                      onClick={() => remove.mutate({ date })}
                    />
                  </li>
                ))}
              </ul>
            </details>
          )}
          <Field label={texts.add} hint={texts.addHint}>
            <Textarea
              ref={added.field}
              rows={2}
              className="max-h-60"
              value={added.typed}
              onChange={({ target }) => added.setTyped(target.value)}
            />
          </Field>
          {problems.length > 0 ? (
            <ProblemList problems={problems} />
          ) : added.error ? (
            <p role="alert" className="text-bad-text">
              {describeError(added.error)}
            </p>
          ) : null}
          {added.isAny ? (
            <div>
              <Button size="sm" busy={added.isPending} onClick={() => added.add()}>
                {texts.addAct}
              </Button>
            </div>
          ) : null}
        </section>
      )}
    </Loaded>
  );
}

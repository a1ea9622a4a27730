import { describeError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { uploadLookup } from '../../api/requests/upload-import.ts';
import type { ImportDetail, Mapping } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { importEndings } from './import-words.ts';
import { messages } from './messages.ts';

type Join = NonNullable<Mapping['lookups']>[number];

export type SecondFilesProps = {
  file: ImportDetail;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
  /** The problem at a path such as `lookups[0].on`. */
  errorOf: (path: string) => string | undefined;
};

/** Files whose columns are added to the rows of the first, such as order headers to order lines. */
export function SecondFiles({ file, mapping, onChange, errorOf }: SecondFilesProps) {
  const add = useAct({
    act: uploadLookup,
    changes: [keys.imports, keys.audit],
    failure: null,
  });
  const joins = mapping.lookups ?? [];
  const put = (at: number, join: Join) =>
    onChange({ ...mapping, lookups: joins.map((one, index) => (index === at ? join : one)) });
  const awaited = file.lookups.filter(({ missing }) => missing);
  return (
    <Card title={messages.second.title}>
      <p className="mb-3 text-fg-2">{messages.second.help}</p>
      <ul className="flex flex-col gap-4 empty:hidden">
        {joins.map((join, at) => {
          const headers = file.lookups[at]?.headers ?? [];
          return (
            <li key={join.name} className="grid items-start gap-x-4 gap-y-2 @2xl:grid-cols-3">
              <JoinColumns
                join={join}
                headers={headers}
                before={columnsBefore(file, at)}
                onChange={(next) => put(at, next)}
                error={errorOf(`lookups[${at}].on`)}
              />
            </li>
          );
        })}
      </ul>
      {awaited.length > 0 ? (
        <p className="my-3 text-warn-text">
          {messages.second.awaited(awaited.map(({ fileName }) => fileName).join(', '))}
        </p>
      ) : null}
      {errorOf('lookups') ? (
        <p role="alert" className="my-3 text-bad-text">
          {errorOf('lookups')}
        </p>
      ) : null}
      <div className="mt-3">
        <FileDrop
          label={messages.second.add}
          endings={importEndings}
          disabled={add.isPending}
          onFiles={([taken]) => {
            if (taken) add.mutate({ importId: file.id, file: taken });
          }}
        />
        {add.isError ? (
          <p role="alert" className="mt-2 text-bad-text">
            {describeError(add.error)}
          </p>
        ) : null}
      </div>
    </Card>
  );
}

/** The columns of the first file and of the second files before this one. */
function columnsBefore({ preview, lookups }: ImportDetail, at: number): readonly string[] {
  const headers = preview?.headers ?? [];
  const behind = lookups.slice(at).reduce((sum, one) => sum + one.headers.length, 0);
  return headers.slice(0, headers.length - behind);
}

type JoinColumnsProps = {
  join: Join;
  headers: readonly string[];
  before: readonly string[];
  onChange: (join: Join) => void;
  error?: string;
};

function JoinColumns({ join, headers, before, onChange, error }: JoinColumnsProps) {
  const [pair] = join.on;
  const named = (names: readonly string[]) =>
    names.map((name, index) => ({ value: String(index), label: name || messages.mapping.column(index + 1) }));
  const choose = (change: Partial<Join['on'][number]>) =>
    onChange({
      ...join,
      on: [{ column: pair?.column ?? 0, key: pair?.key ?? 0, ...change }, ...join.on.slice(1)],
    });
  return (
    <>
      <Field label={messages.second.key(join.name)} required error={error}>
        <Select
          controlSize="sm"
          value={pair ? String(pair.key) : ''}
          onValueChange={(key) => choose({ key: Number(key) })}
          options={named(headers)}
        />
      </Field>
      <Field label={messages.second.equals} required>
        <Select
          controlSize="sm"
          value={pair ? String(pair.column) : ''}
          onValueChange={(column) => choose({ column: Number(column) })}
          options={named(before)}
        />
      </Field>
      <Field label={messages.second.without} required>
        <Select
          controlSize="sm"
          value={join.missing ?? 'error'}
          onValueChange={(missing) => onChange({ ...join, missing: missing as Join['missing'] })}
          options={[
            { value: 'error', label: messages.second.error },
            { value: 'skip', label: messages.second.skip },
            { value: 'blank', label: messages.second.blank },
          ]}
        />
      </Field>
    </>
  );
}

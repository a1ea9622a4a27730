import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ActDialog } from '../../../api/act-dialog.tsx';
import { client } from '../../../api/client.ts';
import { CronFields } from '../../../api/cron/cron-fields.tsx';
import { SchedulePreview } from '../../../api/cron/upcoming-instants.tsx';
import { keys } from '../../../api/keys.ts';
import { useMay } from '../../../api/me.ts';
import { importProfileQuery, importProfilesQuery } from '../../../api/queries.ts';
import type { Connector, Import } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { useRows } from '../../../api/use-rows.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { CodeArea } from '../../../ui/fields/code-area.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { kindWords } from '../import-words.ts';
import { useMayImport } from '../may-import.ts';
import { messages } from './messages.ts';

const texts = messages.form;

type Frequency = Connector['syncFrequency'];
type Source = Connector['source'];
type Kind = Exclude<Import['kind'], 'plan-components'>;
type Schedule = NonNullable<Connector['schedule']>;

/** The schedule that a choice begins with. */
const firstCron: Record<Exclude<Frequency, 'manual'>, string> = {
  hourly: '0 * * * *',
  daily: '0 6 * * *',
  weekly: '0 6 * * 1',
  monthly: '0 6 1 * *',
};
const anyProfile = 'any';
const newSource: Record<Source['type'], Source> = {
  database: { type: 'database', query: '' },
  application: { type: 'application', path: '', items: '', paging: 'none', pageParameter: 'page' },
  folder: { type: 'folder', pattern: '' },
};

type ConnectorFormProps = {
  /** Null: a new one. */
  connector: Connector | null;
  connections: readonly { id: string; name: string; type: Source['type'] }[];
  /** The workspace’s folder below the drop folder; null: there is none. */
  dropFolder: string | null;
  onSaved: (connector: Connector) => void;
  onClose: () => void;
};

/** The form that creates or changes a connector. */
export function ConnectorForm(props: ConnectorFormProps) {
  const { connector, connections, dropFolder, onSaved, onClose } = props;
  const formId = useId();
  const mayImport = useMayImport();
  const mayChoose = useMay('test:connections');
  const kinds = (Object.keys(kindWords) as Import['kind'][]).filter(
    (one): one is Kind => one !== 'plan-components' && mayImport(one),
  );
  const [name, setName] = useState(connector?.name ?? '');
  const [connectionId, setConnection] = useState(
    connections.some(({ id }) => id === connector?.connectionId) ? (connector?.connectionId ?? '') : '',
  );
  const [source, setSource] = useState<Source>(connector?.source ?? newSource.database);
  const [joins, setJoins] = useState(connector?.joins ?? []);
  const [kind, setKind] = useState<Kind>((connector?.kind as Kind | undefined) ?? kinds[0] ?? 'deals');
  const [profileId, setProfile] = useState(connector?.profileId ?? null);
  const [skipsErrors, setSkipsErrors] = useState(connector?.skipsErrors ?? false);
  const [frequency, setFrequency] = useState<Frequency>(connector?.syncFrequency ?? 'daily');
  const [schedule, setSchedule] = useState<Schedule>(
    connector?.schedule ?? {
      cron: firstCron.daily,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      missed: 'once',
    },
  );
  const [tried, setTried] = useState(false);
  const save = useAct({
    act: client.connectors.save,
    changes: [keys.imports, keys.audit],
    failure: null,
    onDone: (saved) => {
      toast({ title: texts.saved, text: saved.name, meaning: 'ok' });
      onSaved(saved);
    },
  });
  const { names, isRead } = useJoinNames(profileId);
  const joined = names.map((name) => ({
    name,
    source:
      joins.find((one) => one.name === name && one.source.type === source.type)?.source ??
      newSource[source.type],
  }));
  const isComplete =
    isRead &&
    name.trim() !== '' &&
    connectionId !== '' &&
    [source, ...joined.map((one) => one.source)].every((one) => textOf(one)?.trim() !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isComplete) return;
    save.mutate({
      ...(connector === null ? {} : { id: connector.id, revision: connector.revision }),
      ...{ name, connectionId, source, joins: joined, kind, profileId, skipsErrors },
      schedule: frequency === 'manual' ? null : schedule,
    });
  };
  const choose = (id: string) => {
    setConnection(id);
    const type = connections.find((one) => one.id === id)?.type;
    if (type !== undefined && type !== source.type) setSource(newSource[type]);
  };
  const missing = (text: string) => (tried && text.trim() === '' ? texts.required : undefined);
  return (
    <ActDialog
      act={save}
      size="lg"
      title={connector === null ? texts.add : texts.edit(connector.name)}
      description={texts.rights}
      label={texts.save}
      formId={formId}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <Field label={texts.name} required error={missing(name)}>
          <Input
            value={name}
            maxLength={60}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Field
          label={texts.connection}
          required
          hint={
            !mayChoose
              ? texts.sourceLocked
              : connections.length === 0
                ? texts.noConnection
                : source.type === 'folder'
                  ? texts.folderHint
                  : texts.connectionHint(dropFolder)
          }
          error={missing(connectionId)}
        >
          <Select
            value={connectionId}
            onValueChange={choose}
            placeholder={texts.choose}
            disabled={connections.length === 0 || !mayChoose}
            options={connections.map(({ id, name: label }) => ({ value: id, label }))}
          />
        </Field>
        <fieldset disabled={!mayChoose} className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
          <SourceFields {...{ source, dropFolder, missing }} onSource={setSource} />
        </fieldset>
        <Field label={texts.brings} required>
          <Select
            value={kind}
            onValueChange={(value) => {
              setKind(value as Kind);
              setProfile(null);
            }}
            options={kinds.map((value) => ({ value, label: kindWords[value].label }))}
          />
        </Field>
        <ProfileField kind={kind} profileId={profileId} onProfile={setProfile} />
        {joined.map((join) => (
          <fieldset
            key={join.name}
            disabled={!mayChoose}
            className="grid gap-4 rounded-lg border p-3 sm:col-span-2 sm:grid-cols-2"
          >
            <legend className="px-1 text-12 font-medium">{texts.rowsOf(join.name)}</legend>
            <SourceFields
              {...{ source: join.source, dropFolder, missing }}
              onSource={(next) =>
                setJoins(joined.map((one) => (one.name === join.name ? { ...one, source: next } : one)))
              }
            />
          </fieldset>
        ))}
        <Field label={texts.often} required>
          <Select
            value={frequency}
            onValueChange={(value) => {
              const next = value as Frequency;
              setFrequency(next);
              if (next !== 'manual') setSchedule({ ...schedule, cron: firstCron[next] });
            }}
            options={Object.entries(messages.frequency).map(([value, label]) => ({ value, label }))}
          />
        </Field>
        {frequency === 'manual' ? null : (
          <>
            <CronFields schedule={schedule} onChange={(part) => setSchedule({ ...schedule, ...part })} />
            <SchedulePreview cron={schedule.cron} timeZone={schedule.timeZone} />
          </>
        )}
        <div className="sm:col-span-2">
          <Checkbox
            label={texts.skipsErrors}
            checked={skipsErrors}
            onChange={({ target }) => setSkipsErrors(target.checked)}
          />
        </div>
        <p className="text-12 text-fg-2 sm:col-span-2">{texts.limits}</p>
      </form>
    </ActDialog>
  );
}

/** The second files that a profile joins, by name. */
function useJoinNames(profileId: string | null): {
  readonly names: readonly string[];
  /** Whether they are known. */
  readonly isRead: boolean;
} {
  const profile = useQuery({ ...importProfileQuery(profileId ?? ''), enabled: profileId !== null });
  if (profileId === null) return { names: [], isRead: true };
  const lookups = profile.data?.versions[0]?.mapping.lookups ?? [];
  return { names: lookups.map(({ name }) => name), isRead: profile.data !== undefined };
}

type SourceFieldsProps = Pick<ConnectorFormProps, 'dropFolder'> & {
  source: Source;
  onSource: (source: Source) => void;
  missing: (text: string) => string | undefined;
};

/** What has to be entered of a source; undefined: nothing. */
function textOf(source: Source): string | undefined {
  if (source.type === 'application') return undefined;
  return source.type === 'database' ? source.query : source.pattern;
}

function SourceFields({ source, dropFolder, onSource, missing }: SourceFieldsProps) {
  if (source.type === 'folder')
    return (
      <div className="sm:col-span-2">
        <Field
          label={texts.pattern}
          required
          hint={texts.patternHint(dropFolder)}
          error={missing(source.pattern)}
        >
          <Input
            className="font-mono"
            value={source.pattern}
            maxLength={100}
            onChange={({ target }) => onSource({ ...source, pattern: target.value })}
          />
        </Field>
      </div>
    );
  if (source.type === 'database')
    return (
      <div className="sm:col-span-2">
        <Field label={texts.query} required hint={texts.queryHint} error={missing(source.query)}>
          <CodeArea
            value={source.query}
            maxLength={20_000}
            onChange={({ target }) => onSource({ ...source, query: target.value })}
          />
        </Field>
      </div>
    );
  return (
    <>
      <Field label={texts.path} hint={texts.pathHint}>
        <Input
          className="font-mono"
          value={source.path}
          maxLength={2_000}
          onChange={({ target }) => onSource({ ...source, path: target.value })}
        />
      </Field>
      <Field label={texts.items} hint={texts.itemsHint}>
        <Input
          className="font-mono"
          value={source.items}
          maxLength={1_000}
          onChange={({ target }) => onSource({ ...source, items: target.value })}
        />
      </Field>
      <Field label={texts.pages} required>
        <Select
          value={source.paging}
          onValueChange={(value) => onSource({ ...source, paging: value as typeof source.paging })}
          options={Object.entries(texts.paging).map(([value, label]) => ({ value, label }))}
        />
      </Field>
      {source.paging === 'page-number' ? (
        <Field label={texts.parameter} required>
          <Input
            className="font-mono"
            value={source.pageParameter}
            maxLength={100}
            onChange={({ target }) => onSource({ ...source, pageParameter: target.value })}
          />
        </Field>
      ) : null}
    </>
  );
}

type ProfileFieldProps = { kind: Kind; profileId: string | null; onProfile: (id: string | null) => void };

function ProfileField({ kind, profileId, onProfile }: ProfileFieldProps) {
  const profiles = useRows(importProfilesQuery()).rows.filter((one) => one.kind === kind);
  const isKnown = profiles.some(({ id }) => id === profileId);
  return (
    <Field label={texts.profile} required hint={texts.profileHint}>
      <Select
        value={isKnown ? (profileId ?? anyProfile) : anyProfile}
        onValueChange={(value) => onProfile(value === anyProfile ? null : value)}
        options={[
          { value: anyProfile, label: messages.drawer.lastFile },
          ...profiles.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Field>
  );
}

import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import type { ImportDetail, Mapping } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { focusFault } from '../../ui/fields/focus-fault.ts';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ControlTotals } from './control-totals.tsx';
import { FieldSource } from './field-source.tsx';
import { useMayImport } from './may-import.ts';
import { messages } from './messages.ts';
import { MissingRows } from './missing-rows.tsx';
import { OwnFields } from './own-fields.tsx';
import { RowFilters } from './row-filters.tsx';
import { SampleTable } from './sample-table.tsx';
import { SecondFiles } from './second-files.tsx';

/** Kinds whose file can be all there is, so that missing rows are removed. */
const snapshotKinds: readonly ImportDetail['kind'][] = [
  'deals',
  'opportunities',
  'quotas',
  'receipts',
  'parallel-pay',
];

export type MappingFormProps = { file: ImportDetail; onChecking: () => void };

/** The second step: maps columns to fields and sets number and date formats. */
export function MappingForm({ file, onChecking }: MappingFormProps) {
  const { preview } = file;
  const mayImport = useMayImport();
  const [mapping, setMapping] = useState<Mapping>(file.mapping ?? startingMapping(file));
  const [profileName, setProfileName] = useState(file.profileName);
  const [applied, setApplied] = useState(file.mappingOf);
  const reset = () => {
    if (file.proposed) setMapping(file.proposed);
    setApplied(null);
  };
  const check = useAct({
    act: client.imports.check,
    changes: [keys.imports, keys.audit],
    failure: null,
    onDone: onChecking,
  });
  const form = useRef<HTMLDivElement>(null);
  // the button is below all fields, so scroll to the first faulty field
  useEffect(() => {
    if (check.error !== null) focusFault(form.current);
  }, [check.error]);
  const issues = check.error instanceof HttpError ? check.error.issues : [];
  const issueOf = (field: string) => issues.find((issue) => issue.path.endsWith(`fields.${field}`))?.message;
  const errorAt = (path: string) => issues.find((issue) => issue.path.endsWith(path))?.message;
  const labels = new Map(file.fields.map((field) => [field.field, field.label]));
  const put = (field: string, source: Mapping['fields'][string] | undefined) => {
    const { [field]: _, ...others } = mapping.fields;
    setMapping({ ...mapping, fields: source ? { ...others, [field]: source } : others });
  };
  return (
    <div ref={form} className="flex flex-col gap-4">
      {preview ? (
        <Card
          flush
          title={messages.mapping.firstRows}
          beside={<Badge>{[preview.format, preview.encoding].filter(Boolean).join(', ')}</Badge>}
        >
          {preview.warnings.map((warning) => (
            <p key={warning} className="px-4 pb-2 text-warn-text">
              {warning}
            </p>
          ))}
          <SampleTable preview={preview} mapping={mapping} labels={labels} />
        </Card>
      ) : null}
      {file.kind === 'plan-components' ? null : (
        <SecondFiles file={file} mapping={mapping} onChange={setMapping} errorOf={errorAt} />
      )}
      <Card title={messages.mapping.format}>
        <Writing mapping={mapping} sheets={preview?.sheets ?? []} onChange={setMapping} />
      </Card>
      <Card title={messages.mapping.title}>
        {applied ? (
          <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-fg-2">
            <span>
              {messages.mapping.from(applied.profile.name, applied.profile.version)}{' '}
              <Link className="text-primary-text underline" {...paths.import(applied.id)}>
                {applied.fileName}
              </Link>{' '}
              ({formatMoment(applied.committedAt)}).
            </span>
            {file.proposed ? (
              <Button size="sm" onClick={reset}>
                {messages.mapping.reset}
              </Button>
            ) : null}
          </p>
        ) : null}
        <div className="grid grid-cols-1 gap-x-8 gap-y-4 @3xl:grid-cols-2">
          {file.fields
            .filter(({ field }) => mayImport(file.kind, field))
            .map((field) => (
              <FieldSource
                key={field.field}
                field={field}
                headers={preview?.headers ?? []}
                source={mapping.fields[field.field]}
                onChange={(source) => put(field.field, source)}
                error={issueOf(field.field)}
              />
            ))}
        </div>
      </Card>
      {preview ? (
        <RowFilters preview={preview} mapping={mapping} onChange={setMapping} errorOf={errorAt} />
      ) : null}
      {snapshotKinds.includes(file.kind) ? (
        <MissingRows mapping={mapping} onChange={setMapping} errorOf={errorAt} />
      ) : null}
      <ControlTotals file={file} mapping={mapping} onChange={setMapping} errorOf={errorAt} />
      {file.kind === 'deals' && preview ? (
        <OwnFields headers={preview.headers} mapping={mapping} onChange={setMapping} errorOf={errorAt} />
      ) : null}
      <div className="flex flex-wrap items-end justify-end gap-3">
        {check.isError ? (
          <p role="alert" className="me-auto text-bad-text">
            {describeError(check.error)}
          </p>
        ) : null}
        <div className="w-full max-w-96 text-start">
          <Field
            label={messages.profiles.label}
            required
            hint={messages.profiles.help}
            error={errorAt('profileName')}
          >
            <Input
              controlSize="sm"
              maxLength={60}
              value={profileName}
              onChange={({ target }) => setProfileName(target.value)}
            />
          </Field>
        </div>
        <Button
          variant="primary"
          busy={check.isPending}
          disabled={profileName.trim() === ''}
          onClick={() => check.mutate({ id: file.id, mapping, profileName })}
        >
          {messages.mapping.check}
        </Button>
      </div>
    </div>
  );
}

type WritingProps = { mapping: Mapping; sheets: readonly string[]; onChange: (mapping: Mapping) => void };

function Writing({ mapping, sheets, onChange }: WritingProps) {
  return (
    <div className="grid items-start gap-x-4 gap-y-3 @md:grid-cols-2 @3xl:grid-cols-4">
      <Field label={messages.mapping.decimal} required>
        <Select
          controlSize="sm"
          value={mapping.decimal}
          onValueChange={(decimal) => onChange({ ...mapping, decimal: decimal as Mapping['decimal'] })}
          options={[
            { value: '.', label: messages.mapping.point },
            { value: ',', label: messages.mapping.comma },
          ]}
        />
      </Field>
      <Field label={messages.mapping.dates} required>
        <Select
          controlSize="sm"
          value={mapping.date}
          onValueChange={(date) => onChange({ ...mapping, date: date as Mapping['date'] })}
          options={[
            { value: 'iso', label: messages.mapping.yearFirst },
            { value: 'dmy', label: messages.mapping.dayFirst },
            { value: 'mdy', label: messages.mapping.monthFirst },
          ]}
        />
      </Field>
      {sheets.length > 1 ? (
        <Field label={messages.mapping.sheet} required>
          <Select
            controlSize="sm"
            value={mapping.sheet ?? sheets[0] ?? ''}
            onValueChange={(sheet) => onChange({ ...mapping, sheet })}
            options={sheets.map((sheet) => ({ value: sheet, label: sheet }))}
          />
        </Field>
      ) : null}
      <Checkbox
        label={messages.mapping.header}
        checked={mapping.header}
        onChange={(event) => onChange({ ...mapping, header: event.target.checked })}
      />
    </div>
  );
}

function startingMapping(file: ImportDetail): Mapping {
  const { preview } = file;
  return {
    header: preview?.hasHeader ?? true,
    delimiter: preview?.delimiter ?? undefined,
    decimal: '.',
    date: 'iso',
    fields: {},
  };
}

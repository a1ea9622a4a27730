import { createHash } from 'node:crypto';
import type { Mapping } from '@attain/contract/imports';
import type { Problem } from '@attain/domain/base/result';
import { foldCase } from '@attain/domain/plans/condition';
import { isOwnName, MAX_OWN_FIELDS } from '@attain/domain/plans/own-fields';
import { parseRowExpression } from './checking/row-expression.ts';
import { allKinds } from './kinds/all-kinds.ts';
import type { FileKind } from './kinds/kind.ts';
import { fieldOf, targetOf } from './merging/targets.ts';

/** Every problem of a mapping, before any row is read: unknown or missing fields, columns that do not exist. */
export function checkMapping(
  kind: FileKind,
  mapping: Mapping,
  headers: readonly string[],
): readonly Problem[] {
  const { fields } = allKinds[kind];
  const columnCount = headers.length;
  const problems: Problem[] = [];
  const message = (path: string, text: string) => problems.push({ rule: 'BASE-9', path, message: text });
  for (const name of Object.keys(mapping.fields)) {
    if (fields.some((field) => field.field === name)) continue;
    message(
      `fields.${name}`,
      `There is no field “${name}”. Choose one of ${fields.map((field) => field.field).join(', ')}.`,
    );
  }
  for (const field of fields) {
    const source = Object.hasOwn(mapping.fields, field.field) ? mapping.fields[field.field] : undefined;
    const path = `fields.${field.field}`;
    if (source === undefined) {
      if (field.required)
        message(path, `“${field.label}” has no column. Choose its column, or one value for all rows.`);
    } else if ('constant' in source) {
      if (field.required && source.constant.trim() === '')
        message(path, `“${field.label}” is blank for all rows. Enter a value, or choose a column.`);
    } else if ('expression' in source) {
      const parsed = parseRowExpression(source.expression, headers);
      if (!parsed.ok) message(path, `“${field.label}”: ${parsed.message}`);
    } else {
      for (const column of source.columns) {
        if (column >= columnCount)
          message(
            path,
            `“${field.label}” is mapped to column ${column + 1}, but the file has ${columnCount}. Choose another column.`,
          );
      }
    }
  }
  (mapping.filters ?? []).forEach((filter, i) => {
    if ('expression' in filter) {
      const parsed = parseRowExpression(filter.expression, headers);
      if (!parsed.ok) message(`filters[${i}].expression`, parsed.message);
    } else if (filter.column >= columnCount)
      message(
        `filters[${i}].column`,
        `The filter reads column ${filter.column + 1}, but the file has ${columnCount}. Choose another column.`,
      );
  });
  (mapping.controls ?? []).forEach(({ column, from }, i) => {
    if (Math.max(column ?? 0, typeof from === 'number' ? from : 0) >= columnCount)
      message(
        `controls[${i}]`,
        `The file has ${columnCount} columns. Choose another one for the control total.`,
      );
    else if (column === null && from === 'total-row')
      message(
        `controls[${i}]`,
        'A total row states sums. Enter the number of rows, or choose a column with it.',
      );
  });
  const snapshot = snapshotFault(kind, mapping);
  if (snapshot !== null) message('snapshot', snapshot);
  for (const [path, text] of ownFieldFaults(kind, mapping, columnCount)) message(path, text);
  for (const [needed, others] of alternatives(kind)) {
    if ([needed, ...others].some((name) => Object.hasOwn(mapping.fields, name))) continue;
    message(`fields.${needed}`, `Map “${needed}” or ${others.map((name) => `“${name}”`).join(' or ')}.`);
  }
  return problems;
}

/** Why a file of this kind can’t be the whole truth; null: it can, or isn’t meant to. */
function snapshotFault(kind: FileKind, { snapshot, fields }: Mapping): string | null {
  if (snapshot === undefined) return null;
  const target = kind === 'assignments' ? null : targetOf(kind);
  const day = target?.snapshotDay;
  if (target === null || day === undefined)
    return 'Missing rows of this import type can’t be removed. Choose to keep them.';
  const field = fieldOf(target, day);
  const isDated = Object.hasOwn(fields, field) || Object.hasOwn(fields, 'period');
  return snapshot.of === 'all' || isDated
    ? null
    : 'Map the date, so that the months of the file are known, or remove missing rows of any date.';
}

/**
 * A snapshot removes records of its profile, so a person chooses the profile: a file with the same headers would remove those of
 * another source. Corrected rows are never a snapshot.
 */
export function profileFaults(
  mapping: Mapping,
  file: { readonly profileName?: string; readonly addedColumns?: readonly number[] },
): readonly Problem[] {
  const fault = (path: string, message: string): Problem[] => [{ rule: 'BASE-9', path, message }];
  if (mapping.snapshot === undefined) return [];
  if (isCorrected(file))
    return fault(
      'snapshot',
      'This file has only rows that had errors, so records missing in it can’t be removed. Choose to keep them.',
    );
  if (file.profileName !== undefined) return [];
  return fault(
    'profileName',
    'This mapping removes records that the file no longer has. Choose the import profile they belong to.',
  );
}

/** True for a download of rows with errors: it is never all there is of its source. */
export function isCorrected({ addedColumns = [] }: { readonly addedColumns?: readonly number[] }): boolean {
  return addedColumns.length > 0;
}

/** Problems of the own fields of a mapping, with their paths. */
function ownFieldFaults(
  kind: FileKind,
  { ownFields = [] }: Mapping,
  columnCount: number,
): readonly (readonly [string, string])[] {
  if (ownFields.length === 0) return [];
  if (kind !== 'deals')
    return [['ownFields', 'Only deals can have own fields. Remove them from the mapping.']];
  if (ownFields.length > MAX_OWN_FIELDS)
    return [['ownFields', `A file can have at most ${MAX_OWN_FIELDS} own fields. Keep fewer columns.`]];
  const known = new Set(allKinds[kind].fields.flatMap(({ field, label }) => [field, label].map(foldCase)));
  const before = new Set<string>();
  return ownFields.flatMap(({ name, column }, i) => {
    const folded = foldCase(name);
    const twice = before.has(folded);
    before.add(folded);
    const at = (field: string, text: string) => [`ownFields[${i}].${field}`, text] as const;
    if (column >= columnCount)
      return [
        at(
          'column',
          `“${name}” is mapped to column ${column + 1}, but the file has ${columnCount}. Choose another column.`,
        ),
      ];
    if (!isOwnName(name))
      return [
        at('name', `“${name}” is not a valid name. Begin with a letter and use at most 60 characters.`),
      ];
    if (known.has(folded))
      return [at('name', `Deals already have a field “${name}”. Map it above, or choose another name.`)];
    return twice ? [at('name', `Two own fields are called “${name}”. Give each its own name.`)] : [];
  });
}

/** Fields of which at least one must be mapped. */
function alternatives(kind: FileKind): readonly (readonly [string, readonly string[]])[] {
  if (kind === 'deals') return [['participant', ['splits']]];
  if (kind === 'quotas') return [['period', ['from']]];
  return [];
}

/** The columns in the file itself, without those of second files. */
export function ownHeaders(preview: { headers: readonly string[]; ownColumns?: number }): readonly string[] {
  return preview.headers.slice(0, preview.ownColumns ?? preview.headers.length);
}

/** Identifies the shape of a source: same headers, same fingerprint; without headers, the number of columns. */
export function fingerprintOf(headers: readonly string[], hasHeader: boolean): string {
  const names = hasHeader
    ? headers.map((header) => header.trim().toLowerCase())
    : [`${headers.length} columns`];
  return createHash('sha256')
    .update(JSON.stringify([hasHeader, names]))
    .digest('hex');
}

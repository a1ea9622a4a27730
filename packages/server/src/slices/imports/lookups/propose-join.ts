import type { Mapping } from '@attain/contract/imports';
import { namesOf } from '../propose-mapping.ts';
import type { FilePreview } from '../reading/preview-source.ts';

type Join = NonNullable<Mapping['lookups']>[number];

/** Joins a second file by a column of the same name that is unique in it; without one, no columns are chosen. */
export function proposeJoin(first: FilePreview, second: FilePreview, name: string): Join {
  const names = namesOf(first);
  const keys = namesOf(second);
  const stem = name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/s$/, '');
  for (const [key, keyName] of keys.entries()) {
    const look = second.columns[key];
    if (keyName === '' || look === undefined || look.filled === 0 || look.distinct < look.filled) continue;
    const wanted = keyName === 'id' ? [`${stem}id`] : [keyName, ...(keyName === stem ? [`${stem}id`] : [])];
    const column = names.findIndex((one) => wanted.includes(one));
    if (column >= 0) return { name, on: [{ column, key }], missing: 'error' };
  }
  return { name, on: [], missing: 'error' };
}

import type { Mapping } from '@attain/contract/imports';
import type { Problem } from '@attain/domain/base/result';
import type { AppContext } from '../../../app-context.ts';
import { pathOf } from '../import-file.ts';
import type { StoredLookup } from '../imports-store.ts';
import type { LookupFile } from '../reading/joiner.ts';

/** The second files of an import as the reader takes them, joined as the mapping says. */
export function lookupFiles(
  ctx: AppContext,
  lookups: readonly StoredLookup[],
  mapping: Mapping,
): readonly LookupFile[] {
  return lookups.flatMap(({ id, fileName, header, delimiter, sheet }, at) => {
    const join = mapping.lookups?.[at];
    return join === undefined ? [] : [{ path: pathOf(ctx, id), fileName, header, delimiter, sheet, join }];
  });
}

/** What is wrong with the joins of a mapping for these second files. */
export function lookupFaults(mapping: Mapping, lookups: readonly StoredLookup[]): readonly Problem[] {
  const joins = mapping.lookups ?? [];
  const fault = (path: string, message: string): Problem => ({ rule: 'BASE-9', path, message });
  if (joins.length > lookups.length)
    return [
      fault('lookups', `Add the file “${joins[lookups.length]?.name}”, with which this one is joined.`),
    ];
  return lookups.flatMap(({ fileName, headers }, at) => {
    const join = joins[at];
    const path = `lookups[${at}].on`;
    if (join === undefined || join.on.length === 0)
      return [fault(path, `Choose the columns that join “${fileName}”.`)];
    return join.on.some(({ key }) => key >= headers.length)
      ? [fault(path, `“${fileName}” has ${headers.length} columns. Choose one of them.`)]
      : [];
  });
}

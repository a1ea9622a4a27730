import type { Mapping } from '@attain/contract/imports';
import { namesOf } from '../propose-mapping.ts';
import type { FilePreview } from '../reading/preview-source.ts';

type Join = NonNullable<Mapping['lookups']>[number];

/** Ids of people, as files of deals call them. */
const PERSON_ID =
  /^(?:(?:opportunity|deal|account)?owner|(?:assigned)?user|(?:sales)?(?:rep|person|agent|people)|seller|employee|participant|assignedto)id$/;
const MAIL = /e?mail(?:address)?$/;
const PERSON_NAME = /^(?:full|display|user|owner|rep|employee|agent|person)?name$/;
const CUSTOMER_NAME = /^(?:account|customer|company|client)?name$/;

/**
 * Joins a second file by a column of the same name that is unique in it, or one of people by the id of a person; without
 * one, no columns are chosen.
 */
export function proposeJoin(first: FilePreview, second: FilePreview, name: string): Join {
  const names = namesOf(first);
  const keys = namesOf(second);
  const stem = name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/s$/, '');
  for (const [key, keyName] of keys.entries()) {
    if (keyName === '' || !isUnique(second, key)) continue;
    const wanted = keyName === 'id' ? [`${stem}id`] : [keyName, ...(keyName === stem ? [`${stem}id`] : [])];
    const column = names.findIndex((one) => wanted.includes(one));
    if (column >= 0) return { name, on: [{ column, key }], missing: 'error' };
  }
  const key = keys.findIndex((one, at) => /id$/.test(one) && isUnique(second, at));
  const column = names.findIndex((one) => PERSON_ID.test(one));
  const isOfPeople = keys.some((one) => MAIL.test(one)) && keys.some((one) => PERSON_NAME.test(one));
  const on = key >= 0 && column >= 0 && isOfPeople ? [{ column, key }] : [];
  return { name, on, missing: 'error' };
}

/** Fields that held the id of a second file get its e-mail address or name instead: an id means nothing to a person. */
export function proposeJoined(
  fields: Mapping['fields'],
  joined: FilePreview,
  { join, columns }: { join: Join | undefined; columns: number },
): Mapping['fields'] {
  const names = namesOf(joined);
  const from = names.length - columns;
  const last = (test: RegExp) => names.findIndex((one, at) => at >= from && test.test(one));
  const isOf = (field: 'participant' | 'customer') => {
    const source = fields[field];
    if (source === undefined || !('columns' in source) || source.columns.length !== 1) return false;
    return join?.on.some(({ column }) => column === source.columns[0]) ?? false;
  };
  const person = last(MAIL) >= 0 ? last(MAIL) : last(PERSON_NAME);
  const customer = last(CUSTOMER_NAME);
  return {
    ...fields,
    ...(isOf('participant') && person >= 0 ? { participant: { columns: [person] } } : {}),
    ...(isOf('customer') && customer >= 0 ? { customer: { columns: [customer] } } : {}),
  };
}

function isUnique({ columns }: FilePreview, at: number): boolean {
  const look = columns[at];
  return look !== undefined && look.filled > 0 && look.distinct >= look.filled;
}

const MAX_LENGTH = 60;
const LIKE_UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The visible ID of a suggestion by its title: `cap-services`. Never shaped like a UUID, which addresses it too. */
export function visibleIdOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, '')
    .match(/[a-z0-9]+/g);
  const joined = (words ?? []).join('-').slice(0, MAX_LENGTH).replace(/-+$/, '');
  return joined === '' || LIKE_UUID.test(joined) ? 'suggestion' : joined;
}

/** The ID, or with the first free number behind it: `add-cap-mbo-2`. */
export function firstFreeId(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    const numbered = `${wanted}-${number}`;
    if (!taken.includes(numbered)) return numbered;
  }
}

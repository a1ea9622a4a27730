/** A participant as files may name one. */
export interface NamedPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
}

/** What a remembered name means; `participantId` null: nobody. */
export interface RememberedName {
  readonly name: string;
  readonly participantId: string | null;
}

/** A name without case, spaces and punctuation, first name first: "Schlecht, Darcel" and "Darcel  Schlecht" are one. */
export function foldName(name: string): string {
  const parts = name.normalize('NFKC').split(',');
  const ordered = parts.length === 2 ? `${parts[1]} ${parts[0]}` : name.normalize('NFKC');
  return ordered
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Finds participants by what a file calls them (QUOTA-20). */
export class PersonFinder {
  readonly #ids = new Set<string>();
  readonly #emails = new Map<string, string>();
  readonly #names = new Map<string, string | undefined>();
  readonly #remembered = new Map<string, string | null>();

  constructor(people: readonly NamedPerson[], remembered: readonly RememberedName[]) {
    const emails = new Map<string, string | undefined>();
    for (const { id, name, email } of people) {
      this.#ids.add(id);
      addUnique(this.#names, foldName(name), id);
      if (email !== null) addUnique(emails, email.trim().toLowerCase(), id);
    }
    for (const [email, id] of emails) if (id !== undefined) this.#emails.set(email, id);
    for (const { name, participantId } of remembered) this.#remembered.set(foldName(name), participantId);
  }

  /** The participant's id; null: remembered as nobody; undefined: unknown, or several have this name. */
  find(text: string): string | null | undefined {
    if (this.#ids.has(text)) return text;
    const byEmail = this.#emails.get(text.toLowerCase());
    if (byEmail !== undefined) return byEmail;
    const folded = foldName(text);
    if (folded === '') return undefined;
    const answer = this.#remembered.get(folded);
    return answer !== undefined ? answer : this.#names.get(folded);
  }
}

function addUnique(map: Map<string, string | undefined>, key: string, id: string): void {
  if (key !== '') map.set(key, map.has(key) ? undefined : id);
}

const PROPOSED = 3;
const ALIKE = 0.5;

/** The people with the most similar names, best first; at least half of the parts agree. */
export function proposePeople<P extends NamedPerson>(name: string, people: readonly P[]): P[] {
  const wanted = foldName(name).split(' ');
  return people
    .map((person) => ({ person, score: likeness(wanted, foldName(person.name).split(' ')) }))
    .filter(({ score }) => score >= ALIKE)
    .sort((a, b) => b.score - a.score || (a.person.id < b.person.id ? -1 : 1))
    .slice(0, PROPOSED)
    .map(({ person }) => person);
}

/** Share of parts that are the same; one that begins another or differs by a letter counts half. */
function likeness(wanted: readonly string[], parts: readonly string[]): number {
  let score = 0;
  for (const one of wanted) {
    if (parts.includes(one)) score += 1;
    else if (parts.some((part) => isClose(one, part))) score += 0.5;
  }
  return score / Math.max(wanted.length, parts.length);
}

function isClose(a: string, b: string): boolean {
  if (a === '' || b === '') return false;
  if (a.startsWith(b) || b.startsWith(a)) return true;
  if (a.length < 4 || Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const [x, y] = [a.slice(from), b.slice(from)];
  return x.slice(1) === y.slice(1) || x.slice(1) === y || x === y.slice(1);
}

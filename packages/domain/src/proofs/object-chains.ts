import type { AuditEntry } from './entry.ts';

/**
 * What the entries of one log state about each object. A change has to begin with the content the last one ended with;
 * otherwise the object was changed in between without an entry. Keeps one hash for each object.
 */
export class ObjectChains {
  readonly #contents = new Map<string, string | null>();

  /** Objects whose content was stated. */
  get size(): number {
    return this.#contents.size;
  }

  /** Takes the next entry of the log, at this place; the sentence of what is wrong with it, or null. */
  follow(entry: AuditEntry, index: number): string | null {
    const { action, before, after, object } = entry;
    // a workspace has several settings, each saved by an act of its own
    const part = object.type === 'workspace' ? [action] : [];
    const name = JSON.stringify([object.type, object.id, ...part]);
    const misstated = misstatedActs.get(entry.app)?.[action];
    if (misstated === 'content unknown') this.#contents.delete(name);
    if (misstated !== undefined) return null;
    if (before === null && after === null) return null;
    if (writesPlan.has(action)) {
      this.#movePlan(before, after);
      return null;
    }
    const known = this.#contents.get(name);
    this.#contents.set(name, after);
    if (known === undefined || known === before) return null;
    return `Entry ${index}: ${object.type} ${object.id} changed since its last entry without a record`;
  }

  /** A suggestion that is applied or undone writes a plan's draft; its entry states the plan's content before and after. */
  #movePlan(before: string | null, after: string | null): void {
    for (const [name, content] of this.#contents)
      if (content === before && name.startsWith('["plan",')) this.#contents.set(name, after);
  }
}

/** `accepted` is how 0.1.0 called it. */
const writesPlan = new Set(['suggestion.accepted', 'suggestion.applied', 'suggestion.undone']);

type Misstated = 'object unchanged' | 'content unknown';

/**
 * By version of the program: acts whose entries state hashes of something other than their object's content. Their
 * statements are not followed; where the act did change the object, its content is unknown until the next statement.
 */
const misstatedActs: ReadonlyMap<string, Readonly<Record<string, Misstated>>> = new Map([
  [
    '0.1.0',
    {
      'workflow.published': 'object unchanged',
      'hold.released': 'object unchanged',
      'plan.test-added': 'object unchanged',
      'plan.test-changed': 'object unchanged',
      'plan.test-removed': 'object unchanged',
      'connection.tested': 'object unchanged',
      'connection.removed': 'content unknown',
      'draw.ended': 'content unknown',
      'deal.approved': 'content unknown',
      'calculation.recalculated': 'object unchanged',
      'calculation.change-accepted': 'object unchanged',
      'sample.loaded': 'object unchanged',
    },
  ],
]);

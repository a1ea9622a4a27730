import { setTimeout } from 'node:timers/promises';
import { newId } from '../base/ids.ts';
import type { Answer, Client } from '../testing/client.ts';

/** One write as its sender knows it: what was asked, and what was answered, if anything was. */
export interface Entry {
  readonly key: string;
  readonly path: string;
  readonly body: { readonly name: string } & Record<string, unknown>;
  answer: Answer | null;
}

/** As many as had been writing. */
const RETRIED_AT_ONCE = 4;

/** Everything that was sent to a server that may die at any moment. */
export class Ledger {
  readonly entries: Entry[] = [];
  #stopped = false;

  /** Lets so many writers make plans, one after the other each, until `stop`; a write without an answer is left open. */
  async write(client: Client, writers: number, label: string): Promise<void> {
    this.#stopped = false;
    const one = async (writer: number) => {
      for (let count = 0; !this.#stopped; count += 1) {
        const body = { name: `${label} writer ${writer} plan ${count}`, type: 'bonus-plan' };
        const entry: Entry = { key: newId(), path: '/api/plans', body, answer: null };
        this.entries.push(entry);
        if (!(await this.#send(client, entry))) await setTimeout(100);
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, at) => one(at)));
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Writes whose sender does not know what became of them. */
  get open(): Entry[] {
    return this.entries.filter((entry) => entry.answer === null);
  }

  get acknowledged(): Entry[] {
    return this.entries.filter((entry) => entry.answer !== null);
  }

  /** Sends every open write again with its key until it is answered. Throws when one is refused for good. */
  async retry(client: Client): Promise<void> {
    const open = this.open;
    const one = async () => {
      for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
        for (let tries = 0; !(await this.#send(client, entry)); tries += 1) {
          if (tries > 2_000) throw new Error(`${entry.body.name} is never answered`);
          await setTimeout(100);
        }
      }
    };
    await Promise.all(Array.from({ length: RETRIED_AT_ONCE }, one));
  }

  async #send(client: Client, entry: Entry): Promise<boolean> {
    const answer = await client
      .post(entry.path, entry.body, { 'idempotency-key': entry.key })
      .catch(() => null);
    if (answer && answer.status < 300) entry.answer = answer;
    else if (answer && ![409, 503].includes(answer.status))
      throw new Error(`${entry.body.name} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return entry.answer !== null;
  }
}

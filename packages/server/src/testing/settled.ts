import { setTimeout } from 'node:timers/promises';
import type { Answer, Client } from './client.ts';

const underWay = ['queued', 'running', 'checking', 'committing', 'uploaded'];
const patienceMs = 240_000;

/** Asks for a row until its background work has ended in one of the wanted states; throws with what it saw when it ended otherwise. */
export async function settled(client: Client, path: string, wanted: readonly string[]): Promise<Answer> {
  const deadline = Date.now() + patienceMs;
  // asking costs the processor that the work needs
  for (let waitMs = 20; ; waitMs = Math.min(waitMs * 1.5, 400)) {
    const answer = await client.get(path);
    const { status } = answer.body;
    if (wanted.includes(status)) return answer;
    if (!underWay.includes(status) || Date.now() > deadline) {
      throw new Error(
        `${path} is ${status}, not ${wanted.join(' or ')}: ${JSON.stringify(answer.body).slice(0, 2000)}`,
      );
    }
    await setTimeout(waitMs);
  }
}

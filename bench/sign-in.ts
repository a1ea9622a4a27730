/**
 * `npm run bench -- sign-in`: how long signing in takes over HTTP, password hashed by argon2id as for every account, one person after
 * the other and four at once.
 */

import { signInClient } from '../packages/server/src/testing/client.ts';
import { newWorkspace, startBenchContext } from './bench-context.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, percentile, publish, table, waitForQuiet } from './measuring.ts';

const { values: options } = parseFlags({
  options: {
    signIns: { type: 'string', default: '200' },
    out: { type: 'string', default: 'bench/results/sign-in.md' },
    'quiet-seconds': { type: 'string', default: '0' },
  },
});
const goalMs = 300;

await waitForQuiet({ below: 1.5, atMostSeconds: Number(options['quiet-seconds']) });
const loads = [load()];
const bench = await startBenchContext();
const measured: (readonly [string, number[]])[] = [];
try {
  const password = 'violet harbour tram 47';
  const people = Array.from({ length: 4 }, (_, at) => ({
    username: `bench-${at}`,
    displayName: `Bench ${at}`,
    password,
    roles: ['viewer'] as const,
    participantId: null,
  }));
  await newWorkspace(bench.ctx, people);
  const url = await bench.app.listen({ port: 0, host: '127.0.0.1' });
  for (const atOnce of [1, 4]) {
    const times: number[] = [];
    const signIn = async (username: string) => {
      const began = performance.now();
      await signInClient(url, username, password);
      times.push(performance.now() - began);
    };
    for (const { username } of people) await signIn(username);
    times.length = 0;
    for (let done = 0; done < Number(options.signIns); done += atOnce)
      await Promise.all(people.slice(0, atOnce).map(({ username }) => signIn(username)));
    measured.push([atOnce === 1 ? 'One after the other' : `${atOnce} at once`, times]);
    loads.push(load());
  }
} finally {
  await bench.stop();
}

const ms = (times: number[], percent: number) => `${percentile(times, percent).toFixed(0)} ms`;
const command = `node bench/sign-in.ts --signIns ${options.signIns}`;
publish(
  options.out,
  `# Sign-in

User name and password over HTTP until the session is open: argon2id, session, and entry in the log. Goal: 95 of 100 within ${goalMs} ms, one after
the other.

${table(
  ['', 'Sign-ins', 'Median', '95 %', 'Slowest'],
  measured.map(([name, times]) => [name, String(times.length), ms(times, 50), ms(times, 95), ms(times, 100)]),
)}

${circumstances({ command, serverVersion: bench.serverVersion, loads })}`,
);

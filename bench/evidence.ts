/**
 * How long a pack of evidence takes to verify, with Node's cryptography and with the browser's, and whether changed packs are
 * found. No server and no database. `node bench/evidence.ts --help`
 */

import { writePack } from '../packages/domain/src/proofs/pack.ts';
import { verifyPack } from '../packages/domain/src/proofs/verify-pack.ts';
import { sha256Hex } from '../packages/server/src/audit/canonical.ts';
import { generateSigningKey, signerOf } from '../packages/server/src/audit/log-key.ts';
import { nodeDigest } from '../packages/server/src/audit/node-digest.ts';
import { sealedPack } from '../packages/server/src/audit/pack.fixture.ts';
import { tamperedPack } from '../packages/server/src/audit/tampered-packs.fixture.ts';
import { verifyInBrowser } from '../packages/web/src/api/verify/browser-digest.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, median, publish, table, waitForQuiet } from './measuring.ts';

const HELP = `node bench/evidence.ts [--tampered 10000] [--rounds 30] [--out bench/results/evidence.md] [--quiet-seconds 0]

Verifies a pack of 48 payees, as the sample's are, and one of 5,000, which is the most a file lists; then so many changed packs, each
with one byte, value or list changed, half of them hashed again. Ends with 1 if a changed pack is not found.`;

const { values: options } = parseFlags({
  options: {
    tampered: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '30' },
    out: { type: 'string', default: 'bench/results/evidence.md' },
    'quiet-seconds': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

const signer = signerOf('attain.example/t', generateSigningKey());
const trusted = { pin: signer.fingerprint, origin: signer.origin };

if (options.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  await waitForQuiet({ below: 1.5, atMostSeconds: Number(options['quiet-seconds']) });
  const loads = [load()];
  const sealed = sealedPack(signer);
  const rows: string[][] = [];
  for (const [payees, goal] of [
    [48, '50'],
    [5_000, '250'],
  ] as const) {
    const content = packOf(payees);
    for (const [name, verify] of [
      ['Node', () => verifyPack(nodeDigest, content, trusted)],
      ['browser', () => verifyInBrowser((digest) => verifyPack(digest, content, trusted))],
    ] as const) {
      const { median, slowest, processor } = await timed(verify);
      rows.push([`${payees.toLocaleString('en-US')} payees, ${name}`, median, slowest, processor, goal]);
    }
  }
  loads.push(load());
  const missed = tampering(sealed);
  loads.push(load());
  publish(
    options.out,
    `# Evidence

${table(['One verification, ms', 'median', 'slowest', 'mean of processor', 'goal'], rows)}

${Number(options.tampered).toLocaleString('en-US')} changed packs: ${missed.length === 0 ? 'all found' : `${missed.length} not found`}.

${circumstances({ command: `node bench/evidence.ts --tampered ${options.tampered} --rounds ${options.rounds}`, serverVersion: 'not used', loads })}`,
  );
  for (const change of missed.slice(0, 10)) console.error(`Not found: ${change}`);
  if (missed.length > 0) process.exitCode = 1;
}

/** Changes that the verifier did not find. */
function tampering(pack: ReturnType<typeof sealedPack>): readonly string[] {
  const missed: string[] = [];
  for (let i = 0; i < Number(options.tampered); i += 1) {
    const { content, change } = tamperedPack(pack, drawsOf(i));
    if (verifyPack(nodeDigest, content, trusted).ok) missed.push(change);
  }
  return missed;
}

/** Whole numbers by a hash of round and position, so that every run draws the same. */
function drawsOf(round: number): (below: number) => number {
  let at = 0;
  return (below) => {
    at += 1;
    return Number.parseInt(sha256Hex(`${round}/${at}`).slice(0, 8), 16) % below;
  };
}

async function timed(verify: () => unknown): Promise<{ median: string; slowest: string; processor: string }> {
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const from = performance.now();
    const verdict = (await verify()) as { readonly ok: boolean };
    times.push(performance.now() - from);
    if (!verdict.ok) throw new Error('A true pack was not verified.');
  }
  const { user, system } = process.cpuUsage(before);
  return {
    median: median(times).toFixed(1),
    slowest: Math.max(...times).toFixed(1),
    processor: ((user + system) / 1000 / times.length).toFixed(1),
  };
}

function packOf(payees: number): string {
  const names = Array.from({ length: payees }, (_, at) => `p${String(at).padStart(5, '0')}`);
  return writePack(sealedPack(signer, names));
}

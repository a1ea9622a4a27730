import { generateKeyPairSync, sign } from 'node:crypto';
import type { Trail } from '@attain/contract/evidence';
import { joined, toBase64, toHex, utf8 } from '@attain/domain/proofs/bytes';
import { logKey } from '@attain/domain/proofs/log-key';
import { writeLogProof } from '@attain/domain/proofs/log-proof';
import { leafHash } from '@attain/domain/proofs/merkle';
import { batchTree } from '@attain/domain/proofs/merkle-batch';
import { expect, test } from 'vitest';
import { verifyInBrowser } from '../../../api/verify/browser-digest.ts';
import { sha256 } from '../../../api/verify/sha256.ts';
import { checkTrail, type SeenHead } from './check-trail.ts';

const digest = { sha256, sha256Hex: (input: Uint8Array | string) => toHex(sha256(input)) };
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const origin = 'attain.example/t';
const key = logKey(digest, origin, Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url'));
const bodies = ['first', 'second', 'third'];
const hashes = bodies.map((body) => leafHash(digest, body));
const tree = batchTree(digest, hashes);

function trail(change: Partial<Trail> = {}): Trail {
  const text = `${origin}\n3\n${toBase64(tree.root)}\n`;
  const signature = joined(Buffer.from(key.keyId, 'hex'), sign(null, utf8(text), privateKey));
  const checkpoint = `${text}\n— ${origin} ${toBase64(signature)}\n`;
  const rows = [2, 1, 0].map((at) => ({
    id: String(at),
    action: 'applied',
    timestamp: '',
    userId: 'u',
    userName: 'U',
    details: {},
    hash: toHex(hashes[at]!),
    shortAnchor: toHex(hashes[at]!).slice(0, 8),
    body: bodies[at]!,
  }));
  return {
    rows,
    nextCursor: null,
    integrity: { ok: true, checked: 3, firstBad: null },
    consistency: null,
    log: { key: key.line, proof: writeLogProof({ index: 2, path: tree.proof(2), checkpoint }) },
    ...change,
  };
}

const check = (of: Trail, seen: SeenHead | null = null) =>
  verifyInBrowser((browser) => checkTrail(browser, of, seen));
const tampered = 'Audit trail integrity verification failed - possible tampering detected';

test('a true trail is checked entry by entry and up to the signed head', async () => {
  const found = await check(trail());
  expect(found).toMatchObject({ leaves: 3, isIncluded: true, isContinued: false });
  expect(await check(trail(), found.head)).toMatchObject({ isContinued: true });
});

test('[ASSIST-ERR-05] a changed entry, a foreign head and a log that was rewritten are found', async () => {
  const rows = trail().rows;
  const changed = trail({ rows: [{ ...rows[0]!, body: 'forged' }, ...rows.slice(1)] });
  await expect(check(changed)).rejects.toThrow(tampered);
  const rehashed = { ...rows[0]!, body: 'forged', hash: toHex(leafHash(digest, 'forged')) };
  await expect(check(trail({ rows: [rehashed, ...rows.slice(1)] }))).rejects.toThrow(tampered);
  const other = { origin, size: 3, root: '0'.repeat(64) };
  await expect(check(trail(), other)).rejects.toThrow(tampered);
  await expect(check(trail(), { ...other, size: 2 })).rejects.toThrow(tampered);
  await expect(check(trail({ integrity: { ok: false, checked: 3, firstBad: '1' } }))).rejects.toThrow(
    tampered,
  );
});

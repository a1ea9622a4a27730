import { generateKeyPairSync, sign } from 'node:crypto';
import { joined, toBase64, toHex, utf8 } from '@attain/domain/proofs/bytes';
import { logKey } from '@attain/domain/proofs/log-key';
import { leafHash } from '@attain/domain/proofs/merkle';
import { batchTree } from '@attain/domain/proofs/merkle-batch';
import { consistencyProof } from '@attain/domain/proofs/merkle-proof';
import { expect, test } from 'vitest';
import { sha256 } from '../../api/verify/sha256.ts';
import { continues } from './continues.ts';

const digest = { sha256, sha256Hex: (input: Uint8Array | string) => toHex(sha256(input)) };
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const origin = 'attain.example/t';
const key = logKey(digest, origin, Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url'));
const leaves = (entries: readonly string[]) => entries.map((entry) => leafHash(digest, entry));

function head(entries: readonly string[]) {
  const { root, size } = batchTree(digest, leaves(entries));
  const text = `${origin}\n${size}\n${toBase64(root)}\n`;
  const signature = joined(Buffer.from(key.keyId, 'hex'), sign(null, utf8(text), privateKey));
  const note = `${text}\n— ${origin} ${toBase64(signature)}\n`;
  return { size, root: toHex(root), note, publicKey: key.line, at: '2026-11-23T00:00:00Z' };
}

function growth(from: number, entries: readonly string[]) {
  const all = leaves(entries);
  const path = consistencyProof(digest, from, all.length, ({ level, index }) => {
    const width = 2 ** level;
    return batchTree(digest, all.slice(index * width, (index + 1) * width)).root;
  });
  return { from, to: all.length, fromRoot: '', toRoot: '', path: path.map(toHex) };
}

test('a log that only grew continues a saved checkpoint; one whose entries were rewritten does not', async () => {
  const saved = head(['a', 'b', 'c']);
  const grown = ['a', 'b', 'c', 'd', 'e'];
  const rewritten = ['a', 'x', 'c', 'd', 'e'];
  expect(await continues(saved, head(grown), growth(3, grown))).toMatchObject({ ok: true });
  expect(await continues(saved, saved, null)).toMatchObject({ ok: true });
  expect(await continues(saved, head(rewritten), growth(3, rewritten))).toMatchObject({ ok: false });
  expect(await continues(saved, head(['a', 'b', 'x']), null)).toMatchObject({ ok: false });
  const forged = { ...head(grown), note: head(grown).note.replace('\n5\n', '\n6\n') };
  expect(await continues(saved, forged, growth(3, grown))).toMatchObject({ ok: false });
});

import { describe, expect, test } from 'vitest';
import {
  aesGcmOpen,
  aesGcmSeal,
  ed25519Verifies,
  hkdfSha256,
  hmacSha256,
  hmacSha256Matches,
} from './crypto.ts';
import { bytesOf, vectorsArePresent, type WycheproofCase, wycheproof } from './vectors.fixture.ts';

const present = vectorsArePresent('aes_gcm_test.json');

describe('Wycheproof: each case gets the verdict of the strangers', () => {
  test.skipIf(!present)('HMAC-SHA-256: 174 cases; the short tags are made but never accepted', () => {
    let seen = 0;
    for (const group of wycheproof('hmac_sha256_test.json')) {
      const tagBytes = Number(group.tagSize) / 8;
      for (const one of group.tests) {
        const [key, msg, tag] = [bytesOf(one, 'key'), bytesOf(one, 'msg'), bytesOf(one, 'tag')];
        const made = hmacSha256(key, msg).subarray(0, tagBytes);
        expect(Buffer.compare(made, tag) === 0, `case ${one.tcId}`).toBe(one.result === 'valid');
        const matches = one.result === 'valid' && tagBytes === 32;
        expect(hmacSha256Matches(key, msg, tag), `case ${one.tcId}`).toBe(matches);
        seen += 1;
      }
    }
    expect(seen).toBe(174);
  });

  test.skipIf(!present)('HKDF-SHA-256: 86 cases, too long ones refused', () => {
    let seen = 0;
    for (const one of wycheproof('hkdf_sha256_test.json').flatMap((group) => group.tests)) {
      const from = {
        key: bytesOf(one, 'ikm'),
        salt: bytesOf(one, 'salt'),
        info: bytesOf(one, 'info'),
        lengthBytes: Number(one.size),
      };
      if (one.result === 'valid') {
        expect(Buffer.from(hkdfSha256(from)).toString('hex'), `case ${one.tcId}`).toBe(one.okm);
      } else {
        expect(() => hkdfSha256(from), `case ${one.tcId}`).toThrow(RangeError);
      }
      seen += 1;
    }
    expect(seen).toBe(86);
  });

  test.skipIf(!present)('AES-GCM: 316 cases; a nonce that is not 12 bytes is always refused', () => {
    let rejectedNonces = 0;
    let seen = 0;
    for (const one of wycheproof('aes_gcm_test.json').flatMap((group) => group.tests)) {
      const shape = sealedOf(one);
      seen += 1;
      if (shape.iv.length !== 12) {
        expect(() => aesGcmSeal(shape), `case ${one.tcId}`).toThrow(/12 bytes/);
        expect(() => aesGcmOpen(shape), `case ${one.tcId}`).toThrow(/12 bytes/);
        rejectedNonces += 1;
        continue;
      }
      const made = aesGcmSeal(shape);
      const same = Buffer.compare(Buffer.concat([made.ciphertext, made.tag]), shape.whole) === 0;
      expect(same, `case ${one.tcId}`).toBe(one.result === 'valid');
      if (one.result === 'valid') expect(Buffer.compare(aesGcmOpen(shape), shape.plaintext)).toBe(0);
      else expect(() => aesGcmOpen(shape), `case ${one.tcId}`).toThrow();
    }
    expect([seen, rejectedNonces]).toEqual([316, 119]);
  });

  test.skipIf(!present)('Ed25519: 151 cases, malleable and wrongly coded signatures included', () => {
    let seen = 0;
    for (const group of wycheproof('ed25519_test.json')) {
      const publicKey = bytesOf(group.publicKey as Record<string, unknown>, 'pk');
      for (const one of group.tests) {
        const verdict = ed25519Verifies(publicKey, bytesOf(one, 'msg'), bytesOf(one, 'sig'));
        expect(verdict, `case ${one.tcId}: ${one.comment}`).toBe(one.result === 'valid');
        seen += 1;
      }
    }
    expect(seen).toBe(151);
  });
});

describe('sealing', () => {
  const key = Buffer.alloc(32, 7);
  const sealed = aesGcmSeal({ key, plaintext: Buffer.from('secret'), aad: Buffer.from('tenant-1/name/1') });

  test('opens with the same key and the same binding, and with no other', () => {
    const aad = Buffer.from('tenant-1/name/1');
    expect(Buffer.from(aesGcmOpen({ ...sealed, key, aad })).toString()).toBe('secret');
    expect(() => aesGcmOpen({ ...sealed, key, aad: Buffer.from('tenant-2/name/1') })).toThrow();
    expect(() => aesGcmOpen({ ...sealed, key: Buffer.alloc(32, 8), aad })).toThrow();
    expect(() => aesGcmOpen({ ...sealed, key, aad, iv: Buffer.alloc(12) })).toThrow();
    expect(() => aesGcmOpen({ ...sealed, key, aad, ciphertext: Buffer.from('sECRET') })).toThrow();
  });

  test('every tag of another length than 16 bytes is refused, a true beginning of the tag included', () => {
    for (let length = 0; length <= 20; length += 1) {
      if (length === 16) continue;
      const tag = Buffer.concat([sealed.tag, Buffer.alloc(4)]).subarray(0, length);
      const open = () => aesGcmOpen({ ...sealed, key, tag, aad: Buffer.from('tenant-1/name/1') });
      expect(open).toThrow(/16 bytes/);
    }
  });

  test('two seals of the same text share nothing; keys of other lengths are refused', () => {
    const again = aesGcmSeal({ key, plaintext: Buffer.from('secret'), aad: new Uint8Array() });
    expect(Buffer.compare(again.iv, sealed.iv)).not.toBe(0);
    const seal = () =>
      aesGcmSeal({ key: Buffer.alloc(31), plaintext: new Uint8Array(), aad: new Uint8Array() });
    expect(seal).toThrow(/16, 24 or 32/);
  });
});

function sealedOf(one: WycheproofCase) {
  const [ciphertext, tag] = [bytesOf(one, 'ct'), bytesOf(one, 'tag')];
  return {
    key: bytesOf(one, 'key'),
    iv: bytesOf(one, 'iv'),
    aad: bytesOf(one, 'aad'),
    plaintext: bytesOf(one, 'msg'),
    ciphertext,
    tag,
    whole: Buffer.concat([ciphertext, tag]),
  };
}

import { type EvidencePack, packResults, writePack } from '@attain/domain/proofs/pack';
import { hashOf } from './canonical.ts';
import { nodeDigest } from './node-digest.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A pack after one change, and where it was made. */
export interface TamperedPack {
  readonly content: string;
  readonly change: string;
}

/**
 * The pack with one change that is drawn by whole numbers: a byte, a value, a list, or a part exchanged with another place;
 * half of the changed values are hashed again, as by somebody who knows the format and has no key. The same numbers give the same
 * change. The label `verificationStatus` is left alone: it is outside the hash, and no verifier reads it.
 */
export function tamperedPack(pack: EvidencePack, draw: (below: number) => number): TamperedPack {
  const content = writePack(pack);
  for (;;) {
    const changed = [anyByte, anyValue, anyList][draw(3)]!(pack, draw);
    if (changed.content !== content) return changed;
  }
}

function anyByte(pack: EvidencePack, draw: (below: number) => number): TamperedPack {
  const bytes = Buffer.from(writePack(pack));
  const at = draw(bytes.length - 1);
  bytes[at]! ^= 1 + draw(255);
  return { content: bytes.toString('utf8'), change: `byte ${at}` };
}

function anyValue(pack: EvidencePack, draw: (below: number) => number): TamperedPack {
  const copy = structuredClone(pack) as unknown as Json;
  const places = placesIn(copy, '').filter(({ path }) => path !== '.verificationStatus');
  const { parent, name, path } = places[draw(places.length)]!;
  parent[name] = otherValue(parent[name]!, draw);
  const again = draw(2) === 0;
  return { content: written(copy, again), change: `${path}${again ? ', hashed again' : ''}` };
}

function anyList(pack: EvidencePack, draw: (below: number) => number): TamperedPack {
  const copy = structuredClone(pack) as unknown as Json;
  const lists = listsIn(copy, '');
  const { list, path } = lists[draw(lists.length)]!;
  const at = draw(list.length);
  const how = draw(3);
  if (how === 0) list.splice(at, 1);
  else if (how === 1) list.push(structuredClone(list[at]!));
  else list.reverse();
  return {
    content: written(copy, draw(2) === 0),
    change: `${path} ${['shortened', 'repeated', 'reversed'][how]}`,
  };
}

function written(copy: Json, again: boolean): string {
  const file = copy as unknown as EvidencePack;
  if (!again) return writePack(file);
  const artifacts = file.artifacts.map((one) => ({ ...one, hash: hashOf(one.content) }));
  const rehashed = { ...file, artifacts };
  return writePack({ ...rehashed, ...packResults(nodeDigest, rehashed) });
}

interface Place {
  readonly parent: Record<string, Json>;
  readonly name: string;
  readonly path: string;
}

function placesIn(value: Json, path: string): Place[] {
  if (value === null || typeof value !== 'object') return [];
  const parent = value as Record<string, Json>;
  return Object.keys(parent).flatMap((name) => {
    const own = `${path}.${name}`;
    const inside = placesIn(parent[name]!, own);
    return inside.length === 0 ? [{ parent, name, path: own }] : inside;
  });
}

function listsIn(value: Json, path: string): { list: Json[]; path: string }[] {
  if (value === null || typeof value !== 'object') return [];
  const own = Array.isArray(value) && value.length > 0 ? [{ list: value, path }] : [];
  return [...own, ...Object.entries(value).flatMap(([name, one]) => listsIn(one, `${path}.${name}`))];
}

/** Another value of the same type; a letter or digit of a text becomes another one. */
function otherValue(value: Json, draw: (below: number) => number): Json {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1 + draw(9);
  if (typeof value !== 'string' || value === '') return 'x';
  const at = draw(value.length);
  const old = value[at]!;
  const other = '0123456789abcdef'[draw(16)]!;
  return `${value.slice(0, at)}${other === old ? 'z' : other}${value.slice(at + 1)}`;
}

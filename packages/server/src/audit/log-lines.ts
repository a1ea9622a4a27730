import { Unverified } from '@attain/domain/proofs/unverified';

/** Cuts a stream of UTF-8 bytes into lines. Throws `Unverified` for bytes that are no UTF-8 or a line above 64 million characters. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  for await (const chunk of chunks) {
    // Only the new text is searched, so that a long line costs no more than its length.
    const lines = decoded(decoder, chunk).split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop()!;
    if (rest.length > 64_000_000) throw new Unverified('A line of the file is too long');
    yield* lines;
  }
  rest += decoded(decoder, undefined);
  if (rest !== '') yield rest;
}

function decoded(decoder: InstanceType<typeof TextDecoder>, chunk: Uint8Array | undefined): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new Unverified('The file is not UTF-8 text');
  }
}

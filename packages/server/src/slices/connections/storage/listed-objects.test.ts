import { expect, test } from 'vitest';
import { listedObjects } from './listed-objects.ts';

test('[WF-117] objects that never close are skipped at once', () => {
  const one = '<Contents><Key>a</Key><Size>1</Size></Contents>';
  const start = performance.now();
  const found = listedObjects(`<ListBucketResult>${one}${'<Contents>'.repeat(60_000)}</ListBucketResult>`);
  expect(found.objects.map((object) => object.key)).toEqual(['a']);
  expect(performance.now() - start).toBeLessThan(2_000);
});

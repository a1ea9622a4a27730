import { expect, test } from 'vitest';
import { HIDDEN, sentValues } from './sent-values.ts';

test('[WF-92] shows what was sent, without the values of secret names and without settings of attempts', () => {
  const sent = sentValues({
    method: 'POST',
    url: 'https://ada:pw@api.example/pay?page=2&access_token=abc&monkey=7#top',
    headers: [
      { name: 'X-Api-Key', value: 'abc' },
      { name: 'Authorization', value: 'Bearer abc' },
      { name: 'Accept', value: 'text/plain' },
    ],
    body: { amount: '5.00', password: 'abc', nested: [{ clientSecret: 'abc', token: null, tokens: 7 }] },
    credential: 'bank',
    parameters: [{ name: 'id', value: 7 }],
    statement: 'SELECT :id',
    retries: 3,
    timeoutSeconds: 30,
  });
  expect(JSON.stringify(sent)).not.toMatch(/abc|pw@/);
  expect(sent).toEqual({
    method: 'POST',
    url: `https://${HIDDEN}@api.example/pay?page=2&access_token=${HIDDEN}&monkey=7#top`,
    headers: [
      { name: 'X-Api-Key', value: HIDDEN },
      { name: 'Authorization', value: HIDDEN },
      { name: 'Accept', value: 'text/plain' },
    ],
    body: { amount: '5.00', password: HIDDEN, nested: [{ clientSecret: HIDDEN, token: null, tokens: 7 }] },
    credential: 'bank',
    parameters: [{ name: 'id', value: 7 }],
    statement: 'SELECT :id',
  });
});

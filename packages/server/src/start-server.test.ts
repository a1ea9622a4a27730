import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startTestContext } from './testing/start-test-context.ts';

test('a connection that has asked for nothing, as browsers open them ahead, does not delay the end of a process', async () => {
  const { app, url, stop } = await startTestContext();
  // nothing but the end of the process closes it
  Object.assign(app.server, { headersTimeout: 0, requestTimeout: 0, timeout: 0 });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const closed = once(socket, 'close');
  await expect
    .poll(() => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count))))
    .toBe(1);
  await stop();
  await closed;
});

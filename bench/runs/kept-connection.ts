import { once } from 'node:events';
import { connect } from 'node:net';

/** An answer. The ASCII body has the length its header states. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** One connection that asks one thing after the other. */
export interface KeptConnection {
  ask(request: string): Promise<Answer>;
  close(): void;
}

/**
 * Opens a connection that speaks just enough HTTP for answers with a Content-Length. Client and server share two
 * cores, and `node:http` would use as much of them as the measured server.
 */
export async function keptConnection({ hostname, port }: URL): Promise<KeptConnection> {
  let text = '';
  // in the spelling of this server, once it is known
  let lengthHeader = '';
  let waiting: { answered: (answer: Answer) => void; failed: (error: Error) => void } | null = null;
  const end = (error: Error) => waiting?.failed(error);
  const received = (part: string) => {
    text += part;
    const head = text.indexOf('\r\n\r\n');
    if (head < 0) return;
    lengthHeader ||= /\r\ncontent-length: /i.exec(text)?.[0] ?? '';
    const at = text.indexOf(lengthHeader) + lengthHeader.length;
    const length = Number.parseInt(text.slice(at, at + 10), 10);
    if (lengthHeader === '' || Number.isNaN(length))
      return end(new Error(`No Content-Length: ${text.slice(0, head)}`));
    if (text.length < head + 4 + length) return;
    const answer = { status: Number(text.slice(9, 12)), body: text.slice(head + 4) };
    text = '';
    waiting?.answered(answer);
  };
  const buffer = Buffer.alloc(65_536);
  const callback = (bytes: number) => {
    received(buffer.toString('latin1', 0, bytes));
    return true;
  };
  const onread = { buffer, callback };
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
  await once(socket, 'connect');
  socket.on('error', end);
  socket.on('close', () => end(new Error('The connection was closed.')));
  return {
    ask: (request) =>
      new Promise((answered, failed) => {
        waiting = { answered, failed };
        socket.write(request, 'latin1');
      }),
    close: () => {
      waiting = null;
      socket.destroy();
    },
  };
}

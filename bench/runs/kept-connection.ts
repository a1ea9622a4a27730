import { once } from 'node:events';
import { connect } from 'node:net';

/** What was answered; the body has the length that its header says. */
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
 * Opens a connection that speaks just enough HTTP for answers with a Content-Length. Whoever asks shares two cores with whoever
 * answers: `node:http` would take as much of them as a server that it measures.
 */
export async function keptConnection({ hostname, port }: URL): Promise<KeptConnection> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  socket.setEncoding('latin1');
  await once(socket, 'connect');
  let text = '';
  let waiting: { answered: (answer: Answer) => void; failed: (error: Error) => void } | null = null;
  const end = (error: Error) => waiting?.failed(error);
  socket.on('error', end);
  socket.on('close', () => end(new Error('The connection was closed.')));
  socket.on('data', (part: string) => {
    text += part;
    const head = text.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1]);
    if (Number.isNaN(length)) return end(new Error(`No Content-Length: ${text.slice(0, head)}`));
    if (text.length < head + 4 + length) return;
    const body = Buffer.from(text.slice(head + 4), 'latin1').toString('utf8');
    const status = Number(text.slice(9, 12));
    text = '';
    waiting?.answered({ status, body });
  });
  return {
    ask: (request) =>
      new Promise((answered, failed) => {
        waiting = { answered, failed };
        socket.write(request);
      }),
    close: () => {
      waiting = null;
      socket.destroy();
    },
  };
}

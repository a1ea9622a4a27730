import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

/** A mail that a server took, as it came. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
  readonly user: string | null;
}

/** What the server does next instead of taking a mail. */
export type Mishap = 'busy' | 'refuse' | 'hang-up-after-data' | null;

/** A mail server of the test: speaks SMTP (RFC 5321) without encryption, and keeps what it is given. */
export interface SmtpServer {
  readonly place: string;
  readonly mails: TakenMail[];
  mishap: Mishap;
  close(): void;
}

/** Starts one on a free port of this machine. `nobody@…` is refused as a recipient; the password is `let me in`. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const state = { mails: [] as TakenMail[], mishap: null as Mishap };
  const server: Server = createServer((socket) => converse(socket, state));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, { place, close: () => void server.close() });
}

function converse(socket: Socket, state: { mails: TakenMail[]; mishap: Mishap }): void {
  let buffer = '';
  let body: string[] | null = null;
  let mail = { from: '', to: [] as string[] };
  let user: string | null = null;
  const message = (line: string) => socket.write(`${line}\r\n`);
  const commands: Record<string, (rest: string) => void> = {
    EHLO: () => message('250-test\r\n250 AUTH PLAIN'),
    AUTH: (rest) => {
      const [, name, password] = Buffer.from(rest.split(' ')[1] ?? '', 'base64')
        .toString()
        .split('\0');
      user = password === 'let me in' ? (name ?? null) : null;
      message(user === null ? '535 no' : '235 welcome');
    },
    MAIL: (rest) => {
      mail = { from: rest.match(/<(.*?)>/)?.[1] ?? '', to: [] };
      message(state.mishap === 'busy' ? '451 later' : state.mishap === 'refuse' ? '550 never' : '250 ok');
      if (state.mishap === 'busy') state.mishap = null;
    },
    RCPT: (rest) => {
      const to = rest.match(/<(.*?)>/)?.[1] ?? '';
      if (to.startsWith('nobody@')) return message('550 unknown');
      mail.to.push(to);
      message('250 ok');
    },
    DATA: () => {
      body = [];
      message('354 go on');
    },
    RSET: () => message('250 ok'),
    QUIT: () => socket.end('221 bye\r\n'),
  };
  const take = (line: string) => {
    if (body === null) {
      const [verb = '', ...rest] = line.split(' ');
      return (commands[verb.toUpperCase()] ?? (() => message('502 what?')))(rest.join(' '));
    }
    if (line !== '.') return void body.push(line.startsWith('.') ? line.slice(1) : line);
    state.mails.push({ ...mail, text: body.join('\r\n'), user });
    body = null;
    if (state.mishap === 'hang-up-after-data') return void socket.destroy();
    message('250 queued as 1');
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    buffer += chunk.toString('latin1');
    for (let at = buffer.indexOf('\r\n'); at >= 0; at = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, at);
      buffer = buffer.slice(at + 2);
      take(line);
    }
  });
  message('220 test');
}

/** One message of an event stream; with empty `text` only the id of the current position. */
export type StreamMessage = { readonly text: string; readonly id: string | undefined };

/** Parses an event stream in chunks of any size and emits complete messages. */
export function eventParser(onMessage: (message: StreamMessage) => void): (piece: string) => void {
  let rest = '';
  let lines: string[] = [];
  return (piece) => {
    const parts = (rest + piece).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      const bare = line.endsWith('\r') ? line.slice(0, -1) : line;
      if (bare !== '') {
        lines.push(bare);
        continue;
      }
      const message = readMessage(lines);
      lines = [];
      if (message.text !== '' || message.id !== undefined) onMessage(message);
    }
  };
}

function readMessage(lines: readonly string[]): StreamMessage {
  const texts: string[] = [];
  let id: string | undefined;
  for (const line of lines) {
    const [, name, value] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name === 'data') texts.push(value ?? '');
    else if (name === 'id') id = value;
  }
  return { text: texts.join('\n'), id };
}

import { sendFile } from './upload-import.ts';

/** A file the server keeps until it is attached to a dispute or a message. */
export type SentFile = { readonly id: string; readonly fileName: string };

/** Uploads a file for a dispute. `onProgress` hears what share of it has been sent. */
export function uploadDisputeFile(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<SentFile> {
  const transport = (request: Request) => sendWatched(request, { signal, onProgress });
  return sendFile('/api/disputes/files', {}, file, { context: { transport } });
}

/** Sends a request as `fetch` does, and reports how much has been sent. */
async function sendWatched(
  request: Request,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<Response> {
  const body = await request.arrayBuffer();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const http = new XMLHttpRequest();
    http.open(request.method, request.url);
    for (const [name, value] of request.headers) http.setRequestHeader(name, value);
    http.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    http.onload = () => {
      const { status, statusText, responseText } = http;
      const type = http.getResponseHeader('content-type') ?? '';
      resolve(new Response(responseText, { status, statusText, headers: { 'content-type': type } }));
    };
    // as `fetch` says it
    http.onerror = () => reject(new TypeError('Failed to fetch'));
    http.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => http.abort(), { once: true });
    http.send(body);
  });
}

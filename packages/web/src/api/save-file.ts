import { downloadBlob } from '../base/files/download.ts';
import { HttpError } from './http-error.ts';

/**
 * Saves a file from the server under the name the server gives it. Throws the server's refusal, where `downloadFrom` leaves it to the
 * browser, which only says that the download failed.
 */
export async function saveFile(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new HttpError(response, await response.text());
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename\*=UTF-8''(.+)$/.exec(disposition)?.[1] ?? 'download';
  downloadBlob(decodeURIComponent(name), await response.blob());
}

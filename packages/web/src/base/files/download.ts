/** Saves a text as a file. */
export function downloadText(fileName: string, text: string, type = 'application/json'): void {
  downloadBlob(fileName, new Blob([text], { type }));
}

/** Saves bytes as a file. */
export function downloadBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  keep(url, fileName);
  // the browser has read the bytes by the next task
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Downloads a file from the server under the name the server gives it. */
export function downloadFrom(address: string): void {
  keep(address, '');
}

function keep(href: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
}

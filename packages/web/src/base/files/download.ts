/** Hands a text to the browser as a file to keep. */
export function downloadText(fileName: string, text: string, type = 'application/json'): void {
  downloadBlob(fileName, new Blob([text], { type }));
}

/** Hands bytes to the browser as a file to keep. */
export function downloadBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  keep(url, fileName);
  // The browser has taken the bytes by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Lets the browser fetch a file of the server's to keep, under the name the server gives it. */
export function downloadFrom(address: string): void {
  keep(address, '');
}

function keep(href: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
}

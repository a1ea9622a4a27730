/** Hands a text to the browser as a file to keep. */
export function downloadText(fileName: string, text: string, type = 'application/json'): void {
  downloadBlob(fileName, new Blob([text], { type }));
}

/** Hands bytes to the browser as a file to keep. */
export function downloadBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has taken the bytes by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

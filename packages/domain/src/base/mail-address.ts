const ADDRESS = /^[^\s@<>,;:"()[\]\\]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/i;

/** Whether mail can be sent to this text. */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text);

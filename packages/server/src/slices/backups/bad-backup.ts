/** A backup that cannot be restored here, and why. Nothing of it was stored. */
export class BadBackup extends Error {}

/** Texts of the audit log. */
export const messages = {
  table: {
    entry: 'Entry',
    when: 'Time',
    who: 'User',
    what: 'Action',
    object: 'Object',
    reason: 'Reason',
    hash: 'Leaf hash',
    label: 'Audit log',
    failure: 'The audit log could not be loaded',
    noMatch: 'No matching entries',
    noMatchText: 'Clear the search or widen the dates.',
  },
  entry: {
    version: (object: string, version: string) => `${object} v${version}`,
    title: (index: number) => `Entry ${index}`,
    hashName: 'leaf hash',
    body: 'hashed bytes',
    copy: (what: string) => `Copy ${what}`,
  },
  reasons: {
    notAllowed: 'No permission',
    forged: 'No valid session token',
    signIn: 'Wrong password or disabled',
    password: 'Wrong current password',
  },
  checkpoint: {
    title: 'Latest checkpoint',
    failure: 'The checkpoint could not be loaded',
    none: 'The log has not been signed yet.',
    signed: 'Signed',
    entries: 'Entries',
    root: 'Root',
    publicKey: 'Public key',
    note: 'signed note',
  },
};

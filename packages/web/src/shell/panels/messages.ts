/** Texts of just-in-time access. */
export const messages = {
  jit: {
    untilThen: (workspace: string) =>
      `This is not built yet. Ask an administrator of ${workspace} to change your role.`,
    untilThenAll: 'This is not built yet. Ask an administrator to change your role.',
    ask: 'Request',
    askText: 'Choose a permission and a duration, and give a reason.',
    approve: 'Approve',
    approveText: 'Another person grants or rejects it.',
    expire: 'Expire',
    expireText: 'Access ends automatically at the set time.',
    audit: 'Audit',
    auditText: 'Every request, decision and use is in the audit log.',
    soon: 'Coming soon',
    description: 'Temporary permissions for one task.',
    close: 'Close',
  },
};

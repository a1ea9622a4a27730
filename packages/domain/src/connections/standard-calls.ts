import type { ConnectionKind } from './connection-kinds.ts';

/** One call of an application, with `{{ name }}` where a node’s field goes. */
export interface CallTemplate {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** JSON as text; empty: none is sent. */
  readonly body: string;
}

const post = (path: string, body: object): CallTemplate => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
});
const patch = (path: string, body: object): CallTemplate => ({ ...post(path, body), method: 'PATCH' });
const get = (path: string): CallTemplate => ({ method: 'GET', path, body: '' });

/** How each operation is called unless the connection says otherwise. */
export const standardCalls: Readonly<
  Partial<Record<ConnectionKind, Readonly<Record<string, CallTemplate>>>>
> = {
  chat: { post: post('/messages', { channel: '{{ channel }}', text: '{{ message }}' }) },
  sms: { send: post('/messages', { from: '{{ from }}', to: '{{ to }}', text: '{{ message }}' }) },
  crm: {
    read: get('/{{ object }}/{{ record }}'),
    create: { ...post('/{{ object }}', {}), body: '"{{ values }}"' },
    update: { ...patch('/{{ object }}/{{ record }}', {}), body: '"{{ values }}"' },
  },
  ticket: {
    create: post('/tickets', { title: '{{ title }}', description: '{{ description }}' }),
    update: patch('/tickets/{{ ticket }}', { title: '{{ title }}', description: '{{ description }}' }),
    close: patch('/tickets/{{ ticket }}', { status: 'closed', description: '{{ description }}' }),
  },
  document: {
    create: post('/documents', { template: '{{ document }}', values: '{{ values }}' }),
    read: get('/documents/{{ document }}'),
    sign: post('/documents/{{ document }}/signatures', { values: '{{ values }}' }),
  },
  payment: {
    order: post('/payments', {
      payee: '{{ payee }}',
      amount: '{{ amount }}',
      currency: '{{ currency }}',
      reference: '{{ reference }}',
    }),
  },
};

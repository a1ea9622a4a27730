import { expect, test } from 'vitest';
import { checkAgent } from '../check-agent.ts';
import { GALLERY } from './gallery.ts';
import { galleryForm } from './gallery-form.ts';

test.each(GALLERY.map((agent) => [agent.agentId, agent] as const))(
  '[GAL-28] [GAL-42] %s is an agent the registry takes',
  (agentId, agent) => {
    const form = galleryForm(agent, 'some-workflow');
    expect(checkAgent(form)).toMatchObject({ ok: true, value: { agentId, workflowId: 'some-workflow' } });
    expect(form.parameters.map(({ id }) => id)).toEqual(agent.asksPlan ? ['plan'] : []);
  },
);

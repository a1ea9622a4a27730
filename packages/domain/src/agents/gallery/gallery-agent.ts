import type { Workflow } from '../../workflows/workflow.ts';
import type { AgentType, RiskLevel } from '../agent.ts';

/** The categories of the gallery (GAL-38 to GAL-41). */
export const GALLERY_CATEGORIES = [
  'Compensation Plan Design Agents',
  'Compensation Calculation & Accuracy Agents',
  'Dispute Resolution Agent',
  'Incentive Experimentation Agent',
] as const;

/** An agent of the gallery with the workflow it runs. */
export interface GalleryAgent {
  readonly agentId: string;
  readonly name: string;
  readonly description: string;
  readonly category: (typeof GALLERY_CATEGORIES)[number];
  readonly type: AgentType;
  readonly riskLevel: RiskLevel;
  /** Whether it can be told which plan to work on. */
  readonly asksPlan: boolean;
  readonly workflow: Workflow;
}

import type { House } from './house.ts';
import { importDeals } from './performers/attain/import-deals.ts';
import { calculatePay, explainPay, validatePayouts } from './performers/attain/pay-performers.ts';
import { readWorkspace } from './performers/attain/read-workspace.ts';
import { disputeLine, endDispute, makeSuggestion } from './performers/attain/review-performers.ts';
import { simulatePlan } from './performers/attain/simulate-plan.ts';
import { apiCall } from './performers/connections/api-call.ts';
import { applicationCall } from './performers/connections/application-call.ts';
import { databaseRead } from './performers/connections/database-read.ts';
import { databaseWrite } from './performers/connections/database-write.ts';
import { sms } from './performers/connections/sms.ts';
import { fileUpload } from './performers/file-upload.ts';
import { llm } from './performers/llm/llm.ts';
import { email } from './performers/mail/email.ts';
import { notification } from './performers/notification.ts';
import { subWorkflow } from './performers/sub-workflow.ts';
import type { Performers } from './runs/engine/perform-effect.ts';

/** What each type of node does in the world, on one page. */
export function runPerformers(house: House): Performers {
  return new Map([
    ['api_call', apiCall(house)],
    ['database_read', databaseRead(house)],
    ['database_write', databaseWrite(house)],
    ...(['crm', 'chat', 'ticket', 'document', 'payment'] as const).map(
      (kind) => [kind, applicationCall(house, kind)] as const,
    ),
    ['calculate_pay', calculatePay(house)],
    ['explain_pay', explainPay(house)],
    ['validate_payouts', validatePayouts(house)],
    ['simulate_plan', simulatePlan(house)],
    ['create_suggestion', makeSuggestion(house)],
    ['open_dispute', disputeLine(house)],
    ['resolve_dispute', endDispute(house)],
    ['read_workspace', readWorkspace(house)],
    ['import_deals', importDeals(house)],
    ['email', email(house)],
    ['sms', sms(house)],
    ['file_upload', fileUpload()],
    ['llm', llm(house)],
    ['notification', notification()],
    ['sub_workflow', subWorkflow(house)],
  ]);
}

import { importDeals } from './activities/attain/import-deals.ts';
import { calculatePay, explainPay, validatePayouts } from './activities/attain/pay-activities.ts';
import { readWorkspace } from './activities/attain/read-workspace.ts';
import { disputeLine, endDispute, makeSuggestion } from './activities/attain/review-activities.ts';
import { simulatePlan } from './activities/attain/simulate-plan.ts';
import { code } from './activities/code/code.ts';
import { apiCall } from './activities/connections/api-call.ts';
import { applicationCall } from './activities/connections/application-call.ts';
import { databaseRead } from './activities/connections/database-read.ts';
import { databaseWrite } from './activities/connections/database-write.ts';
import { sms } from './activities/connections/sms.ts';
import { storage } from './activities/connections/storage.ts';
import { fileUpload } from './activities/file-upload.ts';
import { llm } from './activities/llm/llm.ts';
import { email } from './activities/mail/email.ts';
import { notification } from './activities/notification.ts';
import { subWorkflow } from './activities/sub-workflow.ts';
import type { AppContext } from './app-context.ts';
import type { Activities } from './runs/engine/perform-effect.ts';

/** What each type of node does in the world, on one page. */
export function workflowActivities(ctx: AppContext): Activities {
  return new Map([
    ['api_call', apiCall(ctx)],
    ['database_read', databaseRead(ctx)],
    ['database_write', databaseWrite(ctx)],
    ...(['crm', 'chat', 'ticket', 'document', 'payment'] as const).map(
      (kind) => [kind, applicationCall(ctx, kind)] as const,
    ),
    ['storage', storage(ctx)],
    ['calculate_pay', calculatePay(ctx)],
    ['explain_pay', explainPay(ctx)],
    ['validate_payouts', validatePayouts(ctx)],
    ['simulate_plan', simulatePlan(ctx)],
    ['create_suggestion', makeSuggestion(ctx)],
    ['open_dispute', disputeLine(ctx)],
    ['resolve_dispute', endDispute(ctx)],
    ['read_workspace', readWorkspace(ctx)],
    ['import_deals', importDeals(ctx)],
    ['code', code()],
    ['email', email(ctx)],
    ['sms', sms(ctx)],
    ['file_upload', fileUpload()],
    ['llm', llm(ctx)],
    ['notification', notification()],
    ['sub_workflow', subWorkflow(ctx)],
  ]);
}

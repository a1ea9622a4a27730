CREATE TABLE "statement_sign_offs" (
	"tenant_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"participant_id" text NOT NULL,
	"pay_hash" text NOT NULL,
	"signed_by" uuid NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "statement_sign_offs_tenant_id_plan_id_period_from_period_to_participant_id_pay_hash_pk" PRIMARY KEY("tenant_id","plan_id","period_from","period_to","participant_id","pay_hash")
);
--> statement-breakpoint
ALTER TABLE "statement_sign_offs" ADD CONSTRAINT "statement_sign_offs_tenant_id_plan_id_plans_tenant_id_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","id") ON DELETE no action ON UPDATE no action;